// Package tools has bundles that another package registers.
package tools

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"

	"example.com/suite/bundled/kit"
)

func get(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetString("id", "") == "" {
		return nil, errors.New("argument id is missing") // want `errlevel: tool get: the model can act on this`
	}
	return mcp.NewToolResultText("x"), nil
}

// All are the tools that are guarded.
func All() []kit.Tool {
	return []kit.Tool{{Def: mcp.NewTool("get"), Handler: get}}
}

func put(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("x"), nil
}

// Bare are the tools that are not.
func Bare() []kit.Tool {
	return []kit.Tool{{Def: mcp.NewTool("put"), Handler: put}}
}
