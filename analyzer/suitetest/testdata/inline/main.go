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
		os.Exit(2) // known: wrong `boundary: tool here: Exit ends the server`
	}
	s := server.NewMCPServer("items", "1.0.0", server.WithToolHandlerMiddleware(outcome.Middleware))
	s.AddTool(mcp.NewTool("here"), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(req.GetString("text", "")), nil
	})
	s.AddTool(mcp.NewTool("there"), there)
	go func() { log.Print(http.ListenAndServe(":8080", nil)) }() // known: wrong `boundary: tool here: a panic in this goroutine`
	warm()
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err) // known: wrong `boundary: tool here: Fatal ends the server`
	}
}

func there(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := http.Get(req.GetString("url", "")); err != nil {
		return mcp.NewToolResultText("[]"), nil // known: missing `emptyresult: tool there: .*ends in an empty answer` wrong `emptyresult: tools here and there: `
	}
	return mcp.NewToolResultText("there"), nil
}

// warm is for the start alone: nobody is told what it did not find.
func warm() []string {
	if _, err := http.Get("http://items"); err != nil {
		return nil // known: wrong `emptyresult: tool here: `
	}
	return []string{"warm"}
}
