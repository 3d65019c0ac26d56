// Package faulty registers tools of mcp-go behind too little.
package faulty

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"

	"example.com/servers/fixtures/backend"
)

type itemIn struct {
	ID string `json:"id"`
}

type tools struct{ items *backend.Items }

func (t *tools) get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.items.Get(ctx, req.GetString("id", ""))
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(item.Text), nil
}

func (t *tools) typed(ctx context.Context, _ mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, error) {
	item, err := t.items.Get(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(item.Text), nil
}

func (t *tools) structured(ctx context.Context, _ mcp.CallToolRequest, in itemIn) (backend.Item, error) {
	return t.items.Get(ctx, in.ID)
}

func (t *tools) task(ctx context.Context, req mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
	if _, err := t.items.Get(ctx, req.GetString("id", "")); err != nil {
		return nil, err
	}
	return &mcp.CreateTaskResult{}, nil
}
