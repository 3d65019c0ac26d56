// Package mcpgo answers failures at some length, on mcp-go.
package mcpgo

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/store"
)

func serve(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("get_page", mcp.WithString("id")), get)
	s.AddTool(mcp.NewTool("ask_page", mcp.WithString("id")), ask)
}

func get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id, err := req.RequireString("id")
	if err != nil {
		return mcp.NewToolResultError("Argument id is missing. Every page has an id. Send get_page again with it."), nil // want `tool get_page: the message has 3 sentences`
	}
	p, err := store.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("Found it. Here it is. Read it. " + p.Text), nil
}

// ask has an answer of its own for what is not done yet.
func ask(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetString("id", "") == "" {
		return &mcp.CallToolResult{
			IsError:           true,
			Content:           []mcp.Content{mcp.NewTextContent("A form is shown to the user. Nothing is done yet. Wait for it. Do not send the call again.")},
			StructuredContent: map[string]any{"status": "awaiting_user", "reason": "FORM_SHOWN"},
		}, nil
	}
	return mcp.NewToolResultText("done"), nil
}
