// Package faulty registers tools of go-sdk behind too little.
package faulty

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/backend"
)

type itemIn struct {
	ID string `json:"id" jsonschema:"ID that find_items returned"`
}

type itemOut struct {
	Text string `json:"text"`
}

type tools struct{ items *backend.Items }

func (t *tools) get(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.items.Get(ctx, in.ID)
	if err != nil {
		return nil, itemOut{}, err
	}
	return nil, itemOut{Text: item.Text}, nil
}

func (t *tools) has(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, bool, error) {
	ok, err := t.items.Has(ctx, in.ID)
	return nil, ok, err
}

func (t *tools) raw(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in itemIn
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return nil, err
	}
	item, err := t.items.Get(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: item.Text}}}, nil
}

var impl = &mcp.Implementation{Name: "items", Version: "1.0.0"}

var object = map[string]any{"type": "object"}
