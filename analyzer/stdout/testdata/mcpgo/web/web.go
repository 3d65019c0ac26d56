// Command web serves over HTTP only: its standard output is its own.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	fmt.Println("getting")
	return mcp.NewToolResultText("done"), nil
}

func main() {
	log.SetOutput(os.Stdout)
	fmt.Println("starting")
	s := server.NewMCPServer("s", "1.0.0")
	s.AddTool(mcp.NewTool("get"), get)
	log.Fatal(server.NewStreamableHTTPServer(s).Start(":8080"))
}
