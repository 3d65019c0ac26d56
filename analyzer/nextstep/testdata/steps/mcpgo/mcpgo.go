// Package mcpgo says what to do about a call, or does not, on mcp-go.
package mcpgo

import (
	"context"
	"fmt"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func serve(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("get_page", mcp.WithString("page_id"), mcp.WithString("day")), get)
}

func get(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("page_id", "")
	if id == "bad" {
		return mcp.NewToolResultError("bad request"), nil // want `tool get_page: the message gives no next step`
	}
	day := req.GetString("day", "")
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		return mcp.NewToolResultError(fmt.Sprintf("Argument day is %q; write it as 2026-01-31.", day)), nil
	}
	if len(id) > 9 {
		return mcp.NewToolResultError("Use at most nine letters."), nil // want `tool get_page: the message names no argument`
	}
	return mcp.NewToolResultText(id), nil
}
