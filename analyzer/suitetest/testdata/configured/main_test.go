package main

import (
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func TestServer(t *testing.T) {
	s := server.NewMCPServer("test", "1.0.0")
	s.AddTool(mcp.NewTool("in_test"), put) // want `boundary: tool in_test has no boundary`
}
