// Package mcpgo answers failures with texts that do or do not stand by
// themselves, on mcp-go.
package mcpgo

import (
	"context"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/store"
)

func serve(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("get_page", mcp.WithString("id")), get)
}

const manual = "Refer to the user guide."

func get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id, err := req.RequireString("id")
	if err != nil {
		return mcp.NewToolResultError("Argument id is missing. " + manual), nil // want `tool get_page: the model cannot follow "Refer to the user guide"`
	}
	p, err := store.Get(ctx, id)
	if err != nil {
		return mcp.NewToolResultError("error code 17"), nil // want `tool get_page: the model reads a bare code`
	}
	if p.Text == "" {
		return mcp.NewToolResultError(fmt.Sprintf("Page %s is empty. Write it first.", id)), nil
	}
	// A text that was found is no message, whatever it says.
	return mcp.NewToolResultText("See the manual."), nil
}
