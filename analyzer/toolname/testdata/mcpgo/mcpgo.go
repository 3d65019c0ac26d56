// Package mcpgo names tools, on mcp-go.
package mcpgo

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func serve(s *server.MCPServer, kind string) {
	s.AddTool(mcp.NewTool("read_page", mcp.WithString("id")), get)
	s.AddTool(mcp.NewTool("pages."+strings.ToLower(kind), mcp.WithString("id")), get)           // not known before the program runs
	s.AddTool(mcp.NewTool("page.read", mcp.WithString("id")), get)                              // want `clients refuse the name "page.read"`
	s.AddTool(mcp.NewTool("handle_page", mcp.WithString("id")), get)                            // want `tool handle_page covers all`
	s.AddTool(mcp.NewTool("page_tool", mcp.WithString("operation"), mcp.WithString("id")), get) // want `what tool page_tool does depends on its argument operation`
	s.AddTool(mcp.NewToolWithRawSchema("page_raw", "Read or delete a page.",                    // want `what tool page_raw does depends on its argument action`
		json.RawMessage(`{"type": "object", "properties": {"action": {"type": "string"}, "id": {"type": "string"}}}`)), get)
}

func get(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(req.GetString("id", "")), nil
}
