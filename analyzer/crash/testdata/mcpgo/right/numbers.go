package right

import (
	"context"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type tools struct {
	server *server.MCPServer
	items  []string
}

func (t *tools) later(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	offset := req.GetInt("offset", 0)
	if offset < 0 || offset > len(t.items) {
		return mcp.NewToolResultError("offset is out of range"), nil
	}
	render := func() []string { return t.items[offset:] }
	return mcp.NewToolResultText(fmt.Sprint(render())), nil
}

func (t *tools) progress(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.Params.Meta == nil || req.Params.Meta.ProgressToken == nil {
		return mcp.NewToolResultText("done"), nil
	}
	return t.report(req)
}

func (t *tools) report(req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(fmt.Sprint(req.Params.Meta.ProgressToken)), nil
}

func (t *tools) options(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var kinds any
	if args := req.GetArguments(); len(args) > 0 {
		kinds = args["kinds"]
	}
	names, ok := kinds.([]any)
	if !ok {
		names = []any{"all"}
	}
	for _, n := range names {
		if s, ok := n.(string); ok {
			return mcp.NewToolResultText(s), nil
		}
	}
	return mcp.NewToolResultError("kinds are texts"), nil
}
