package foxy

import (
	"context"

	"github.com/strowk/foxy-contexts/pkg/fxctx"
	"github.com/strowk/foxy-contexts/pkg/mcp"
)

func ptr[T any](v T) *T { return &v }

func newGet() fxctx.Tool {
	return fxctx.NewTool(&mcp.Tool{Name: "get", Description: ptr("Get one.")}, func(context.Context, map[string]any) *mcp.CallToolResult { // tool: foxy-contexts get -> newGet$1 "Get one."
		return &mcp.CallToolResult{Content: []any{mcp.TextContent{Text: "x"}}}
	})
}
