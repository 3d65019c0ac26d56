// Package mcpgo answers with texts for faults, on mcp-go.
package mcpgo

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/store"
)

func serve(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("get_page", mcp.WithString("id")), get)
	s.AddTool(mcp.NewTool("list_pages", mcp.WithString("query")), list)
}

func get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id, err := req.RequireString("id")
	if err != nil {
		return mcp.NewToolResultError("Argument id is missing."), nil
	}
	p, err := store.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(p)
	if err != nil {
		return mcp.NewToolResultError("The page could not be written."), nil // want `tool get_page: the text for a fault of the server says neither to retry later nor to tell the user`
	}
	return mcp.NewToolResultText(string(data)), nil
}

func list(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	all, err := store.List(ctx, req.GetString("query", ""))
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(all)
	if err != nil {
		return mcp.NewToolResultError("The list could not be written. Tell the user."), nil
	}
	return mcp.NewToolResultText(string(data)), nil
}
