package tools

import (
	"context"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// survive looks like a boundary and is none: its results have no names, so a
// panic leaves as a success with nothing in it, and an error leaves as it is.
func survive[In, Out any](next mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		defer func() {
			if value := recover(); value != nil {
				slog.ErrorContext(ctx, "handler_panicked", "panic", value)
			}
		}()
		return next(ctx, req, in)
	}
}

// friendly turns every error into a result, so that nothing outside it can see
// that the call failed, nor at which level.
func friendly[In, Out any](next mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		res, out, err := next(ctx, req, in)
		if err != nil {
			return &mcp.CallToolResult{
				Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}},
				IsError: true, // fault: iserror
			}, out, nil
		}
		return res, out, nil
	}
}
