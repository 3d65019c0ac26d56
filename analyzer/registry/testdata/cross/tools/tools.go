// Package tools has tools that it registers with the helpers of another package.
package tools

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/helperlib"
	"example.com/registry/cross/kit"
)

type in struct {
	ID string `json:"id"`
}

func get(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("x"), nil
}

func words(_ context.Context, in in) (string, error) { return in.ID, nil }

// All are bundles for whoever registers them.
func All() []kit.Tool {
	return []kit.Tool{
		{Def: mcp.NewTool("bundled", mcp.WithDescription("In a bundle.")), Handler: get}, // tool: mcp-go bundled -> get "In a bundle."
		{Def: mcp.NewTool("adapted"), Handler: kit.Text(words), Write: true},             // tool: mcp-go adapted -> words via kit.Text$1
	}
}

// Register is given a server.
func Register(s *server.MCPServer) {
	kit.Add(s, "added", get)                                   // tool: mcp-go added -> get via kit.Logged$1
	kit.Add(s, "added_words", kit.Text(words))                 // tool: mcp-go added_words -> words via kit.Logged$1, kit.Text$1
	helperlib.Add(s, "in_module", "By another module.", words) // tool: mcp-go in_module -> words via helperlib.Add$1 "By another module."
}

// A Clock is a Maker.
type Clock struct{}

// Tool makes the tool.
func (Clock) Tool() (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("clock"), get
}
