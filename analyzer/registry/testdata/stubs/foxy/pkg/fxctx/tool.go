package fxctx

import (
	"context"

	"github.com/strowk/foxy-contexts/pkg/mcp"
)

type Tool interface{ GetMcpTool() *mcp.Tool }

func NewTool(tool *mcp.Tool, callback func(ctx context.Context, args map[string]interface{}) *mcp.CallToolResult) Tool {
	return nil
}
