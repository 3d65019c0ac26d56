// Package tools has tools that other packages register and run.
package tools

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/suite/shared/kit"
)

type in struct {
	ID string `json:"id"`
}

func Add(s *mcp.Server) {
	kit.Register(s, "get_item", get)
	kit.Register(s, "put_item", put)
}

func get(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, in, error) {
	return nil, in{}, nil
}

func put(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, in, error) {
	return nil, in{}, nil
}

// Own are run by the program itself.
func Own() []kit.Tool {
	return []kit.Tool{
		{Name: "list_own", Description: "List.", Parameters: map[string]any{}, Handler: list},
		{Name: "count_own", Description: "Count.", Parameters: map[string]any{}, Handler: list},
	}
}

func list(context.Context, string) (string, error) { return "one", nil }
