// Package mcpgo loses answers, on mcp-go.
package mcpgo

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/store"
)

func serve(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("create_page"), retry)
	s.AddTool(mcp.NewTool("add_page"), open)
}

func retry(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, err := store.Create(ctx, req.GetString("request_id", ""), req.GetString("text", ""))
	if err == context.DeadlineExceeded {
		return mcp.NewToolResultError("Creating the page failed."), nil // want `tool create_page answers a timeout after call of Create as a failure`
	}
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultJSON(p)
}

func open(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, err := store.Create(ctx, req.GetString("request_id", ""), req.GetString("text", ""))
	if errors.Is(err, context.DeadlineExceeded) {
		return mcp.NewToolResultError("It is not known whether the page was created. Find out with get_page."), nil
	}
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultJSON(p)
}
