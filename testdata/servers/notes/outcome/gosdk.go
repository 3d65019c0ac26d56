package outcome

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Typed is the boundary for a typed handler of modelcontextprotocol/go-sdk.
func Typed[In, Out any](tool string, next mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (res *mcp.CallToolResult, out Out, err error) {
		defer func() {
			if value := recover(); value != nil {
				err = panicked(ctx, tool, value)
			}
		}()
		res, out, err = next(ctx, req, in)
		if err != nil {
			var none Out
			return nil, none, judge(ctx, tool, err)
		}
		return res, out, nil
	}
}

// Raw is the boundary for a raw handler of modelcontextprotocol/go-sdk, where
// an error has to become a result to reach the model.
func Raw(tool string, next mcp.ToolHandler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
		defer func() {
			if value := recover(); value != nil {
				res, err = failed(panicked(ctx, tool, value))
			}
		}()
		res, err = next(ctx, req)
		if err != nil {
			return failed(judge(ctx, tool, err))
		}
		return res, nil
	}
}

// failed tells the model, or the client if the error is a protocol error.
func failed(err error) (*mcp.CallToolResult, error) {
	if wire, ok := err.(*jsonrpc.Error); ok {
		return nil, wire
	}
	res := &mcp.CallToolResult{}
	res.SetError(err)
	return res, nil
}
