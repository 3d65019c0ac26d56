// Package tools registers tools on a server that it is given.
package tools

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func get(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("x"), nil
}

// Register is called with a server that has a boundary.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("get"), get)
	again(s)
}

func again(s *server.MCPServer) { s.AddTool(mcp.NewTool("again"), get) }

// RegisterMore is called with one that has none.
func RegisterMore(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("more"), get) // want `boundary: tool more has no boundary`
}

// RegisterBoth is called with both: it is as bad as the worse of them.
func RegisterBoth(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("both"), get) // want `boundary: tool both has no boundary`
}
