// Package mcpgo answers with lists, on mcp-go.
package mcpgo

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/store"
)

func serve(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("shown"), shown)
	s.AddTool(mcp.NewTool("marshalled"), marshalled)
	s.AddTool(mcp.NewTool("copied"), copied)
}

func shown(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	all, err := store.List(ctx, req.GetString("query", ""))
	if err != nil {
		return nil, err
	}
	var hits []store.Page
	for _, p := range all {
		hits = append(hits, p)
	}
	return mcp.NewToolResultJSON(hits) // want `tool shown: its list is nil here`
}

func marshalled(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	all, err := store.List(ctx, req.GetString("query", ""))
	if err != nil {
		return nil, err
	}
	var hits []store.Page
	for _, p := range all {
		hits = append(hits, p)
	}
	data, err := json.Marshal(hits)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(string(data)), nil // want `tool marshalled: its list is nil here`
}

func copied(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	all, err := store.List(ctx, req.GetString("query", ""))
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultJSON(append([]store.Page{}, all...))
}
