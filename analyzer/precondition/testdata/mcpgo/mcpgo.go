// Package mcpgo changes pages, on mcp-go.
package mcpgo

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/store"
)

func serve(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("update_page", mcp.WithString("id", mcp.Required()), mcp.WithString("text", mcp.Required())), update) // want `tool update_page changes what has versions`
	s.AddTool(mcp.NewTool("edit_page", mcp.WithString("id", mcp.Required()), mcp.WithString("text", mcp.Required()),
		mcp.WithNumber("version"), // want `tool edit_page: the expected version version may be left out`
	), update)
	s.AddTool(mcp.NewTool("replace_page", mcp.WithString("id", mcp.Required()), mcp.WithString("text", mcp.Required()), mcp.WithNumber("version", mcp.Required())), update)
	s.AddTool(mcp.NewTool("create_page", mcp.WithString("text", mcp.Required())), create) // want `tool create_page creates something`
	s.AddTool(mcp.NewTool("add_page", mcp.WithString("text", mcp.Required()), mcp.WithString("request_id", mcp.Required())), create)
	s.AddTool(mcp.NewTool("insert_page", mcp.WithRawInputSchema([]byte(`{}`))), create) // its arguments are not known
}

func update(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, err := store.Update(ctx, req.GetString("id", ""), req.GetString("text", ""), req.GetInt("version", 0))
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultJSON(p)
}

func create(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, err := store.Create(ctx, req.GetString("request_id", ""), req.GetString("text", ""))
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultJSON(p)
}
