// Command faulty serves over stdio with mcp-go, and writes to standard output
// all the same.
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
	fmt.Print("getting")                                                                                        // want `tool get: this prints`
	p, err := os.StartProcess("/bin/get", nil, &os.ProcAttr{Files: []*os.File{os.Stdin, os.Stdout, os.Stderr}}) // want `tool get: this command writes`
	if err != nil {
		return nil, err
	}
	_, err = p.Wait()
	return mcp.NewToolResultText("done"), err
}

func main() {
	s := server.NewMCPServer("s", "1.0.0")
	s.AddTool(mcp.NewTool("get"), get)
	if len(os.Args) > 1 {
		fmt.Println("verbose") // want `before the server speaks its protocol`
	}
	if err := serve(s); err != nil {
		log.Fatal(err)
	}
}

func serve(s *server.MCPServer) error {
	fmt.Println("serving on stdin") // want `before the server speaks its protocol`
	return server.ServeStdio(s)
}

func listen(ctx context.Context, s *server.StdioServer) {
	fmt.Println("listening on stdin") // want `before the server speaks its protocol`
	if err := s.Listen(ctx, os.Stdin, os.Stdout); err != nil {
		log.Print(err)
	}
}
