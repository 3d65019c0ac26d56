// Package tools declares tools that another package registers, on mcp-go.
package tools

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// All are the tools.
func All() []server.ServerTool {
	return []server.ServerTool{
		{Tool: mcp.NewTool("get_page", mcp.WithDescription("Get page")), Handler: get}, // want `the description of tool get_page only repeats the name`
		{Tool: mcp.NewTool("read_page", mcp.WithDescription("Return the text and version of one page.")), Handler: get},
	}
}

// Open is only defined here.
func Open() mcp.Tool {
	return mcp.NewTool("open_page", mcp.WithDescription("Open page"))
}

func get(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(req.GetString("id", "")), nil
}
