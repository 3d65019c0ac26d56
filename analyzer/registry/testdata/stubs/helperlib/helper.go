// Package helperlib registers tools for other modules.
package helperlib

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Add registers a handler of the library's own shape.
func Add[T any](s *server.MCPServer, name, desc string, fn func(context.Context, T) (string, error)) {
	s.AddTool(mcp.NewTool(name, mcp.WithDescription(desc)), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in T
		if err := req.BindArguments(&in); err != nil {
			return nil, err
		}
		text, err := fn(ctx, in)
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(text), nil
	})
}
