// Package mcpgo takes identities as arguments, on mcp-go.
package mcpgo

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/store"
)

func serve(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("list_pages",
		mcp.WithBoolean("is_admin"), // want `tool list_pages: argument is_admin says what the caller may do, and the model writes it`
	), list)
	s.AddTool(mcp.NewTool("show_pages", mcp.WithBoolean("is_admin")), checked)
	s.AddTool(mcp.NewTool("assign_role", mcp.WithString("role"), mcp.WithString("user_id")), assign)
}

func list(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	scope := "mine"
	if req.GetBool("is_admin", false) { // want `tool list_pages: argument is_admin, written by the model, decides here`
		scope = "all"
	}
	all, err := store.List(ctx, scope)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultJSON(all)
}

func checked(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	who, err := store.Principal(ctx)
	if err != nil {
		return nil, err
	}
	if req.GetBool("is_admin", false) && !who.Admin {
		return nil, errors.New("not permitted")
	}
	return mcp.NewToolResultText("all"), nil
}

// assign is about another person.
func assign(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, err := store.Update(ctx, req.GetString("user_id", ""), req.GetString("role", ""), 1)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultJSON(p)
}
