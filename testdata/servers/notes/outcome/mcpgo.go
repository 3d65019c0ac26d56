package outcome

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Handler is the boundary for a handler of mark3labs/mcp-go.
func Handler(tool string, next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
		defer func() {
			if value := recover(); value != nil {
				res, err = mcp.NewToolResultError(panicked(ctx, tool, value).Error()), nil
			}
		}()
		res, err = next(ctx, req)
		if err != nil {
			err = judge(ctx, tool, err)
			if protocol(err) != nil {
				return nil, err
			}
			return mcp.NewToolResultError(err.Error()), nil
		}
		return res, nil
	}
}

// Middleware is Handler for all tools of a server at once.
func Middleware(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return Handler(req.Params.Name, next)(ctx, req)
	}
}
