// Package mcpgo sets annotations, on mcp-go.
package mcpgo

import (
	"context"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/store"
)

func serve(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("left", mcp.WithString("id"),
		mcp.WithReadOnlyHintAnnotation(true), // want `tool left is read-only, but the constructor marks every tool destructive unless that is cleared`
	), get)
	s.AddTool(mcp.NewTool("cleared", mcp.WithReadOnlyHintAnnotation(true), mcp.WithDestructiveHintAnnotation(false)), get)
	s.AddTool(mcp.NewTool("changing", mcp.WithReadOnlyHintAnnotation(false)), get)
	s.AddTool(mcp.NewTool("replaced", mcp.WithToolAnnotation(mcp.ToolAnnotation{ReadOnlyHint: mcp.ToBoolPtr(true)})), get)
	s.AddTool(mcp.NewTool("export", mcp.WithReadOnlyHintAnnotation(true), mcp.WithDestructiveHintAnnotation(false)), write) // want `tool export is marked read-only, but its handler changes something \(os.WriteFile\)`
	s.AddTool(mcp.NewTool("scratch", mcp.WithReadOnlyHintAnnotation(true), mcp.WithDestructiveHintAnnotation(false)), scratch)
}

func get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, err := store.Get(ctx, req.GetString("id", ""))
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultJSON(p)
}

func write(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	path, err := req.RequireString("path")
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(path), nil
}

// scratch works in a folder that nobody else sees.
func scratch(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	dir, err := os.MkdirTemp("", "x")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	return mcp.NewToolResultText("ok"), os.WriteFile(dir+"/"+req.GetString("id", "x"), nil, 0o600)
}
