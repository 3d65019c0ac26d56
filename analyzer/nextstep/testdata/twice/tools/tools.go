// Package tools declares tools that another package registers.
package tools

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// All are the tools.
func All() []server.ServerTool {
	return []server.ServerTool{
		{Tool: mcp.NewTool("get_page", mcp.WithDescription("Get a page. Find it with the search_page tool.")), Handler: get}, // want `nextstep: tool get_page: the description names search_page`
		{Tool: mcp.NewTool("search_pages", mcp.WithDescription("Search pages.")), Handler: get},
	}
}

func get(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(req.GetString("id", "")), nil
}
