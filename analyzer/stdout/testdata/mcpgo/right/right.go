// Command right serves over stdio with mcp-go, or over HTTP if it is told to.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// captured calls what prints with something else in the place of standard
// output.
func captured(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	old := os.Stdout
	os.Stdout = w
	fmt.Println("into the pipe")
	os.Stdout = old
	w.Close()
	b := make([]byte, 64)
	n, err := r.Read(b)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(string(b[:n])), nil
}

func main() {
	s := server.NewMCPServer("s", "1.0.0")
	s.AddTool(mcp.NewTool("captured"), captured)
	addr := os.Getenv("ADDR")
	if addr != "" {
		fmt.Println("listening on", addr)
	}
	if addr == "" {
		if err := server.ServeStdio(s); err != nil {
			fmt.Println("the server has ended:", err)
		}
		return
	}
	log.Fatal(server.NewStreamableHTTPServer(s).Start(addr))
}
