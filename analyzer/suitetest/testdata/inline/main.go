// Program inline has its handlers where it registers them, beside what only
// the program's start does.
package main

import (
	"context"
	"log"
	"net/http"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/servers/notes/outcome"
)

func main() {
	if len(os.Args) > 2 {
		os.Exit(2)
	}
	s := server.NewMCPServer("items", "1.0.0", server.WithToolHandlerMiddleware(outcome.Middleware))
	s.AddTool(mcp.NewTool("here"), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(req.GetString("text", "")), nil
	})
	s.AddTool(mcp.NewTool("there"), there)
	go func() { log.Print(http.ListenAndServe(":8080", nil)) }()
	warm()
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func there(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := http.Get(req.GetString("url", "")); err != nil {
		return mcp.NewToolResultText("[]"), nil // want `emptyresult: tool there: .*ends in an empty answer`
	}
	return mcp.NewToolResultText("there"), nil
}

// warm is for the start alone: nobody is told what it did not find.
func warm() []string {
	if _, err := http.Get("http://items"); err != nil {
		return nil
	}
	return []string{"warm"}
}
