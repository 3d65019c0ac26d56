// Package serve registers tools, some of which are declared elsewhere, on mcp-go.
package serve

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/description/mcpgo/tools"
)

func serve(s *server.MCPServer) {
	s.AddTools(tools.All()...)
	s.AddTool(tools.Open(), open) // want `the description of tool open_page only repeats the name`
	s.AddTool(mcp.NewTool("close_page",
		mcp.WithDescription("Close page"), // want `the description of tool close_page only repeats the name`
	), open)
	s.AddTool(mcp.NewTool("shut_page"), open) // want `tool shut_page has no description`
}

func open(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(req.GetString("id", "")), nil
}
