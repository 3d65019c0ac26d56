package faulty

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// adapt makes handlers of functions of the program's own kind. It is where the
// boundary of all of them belongs.
func adapt[T any](fn func(context.Context, T) (string, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `tools adapted_get, adapted_has and adapted_more have no boundary: .*adapt forwards the text of any error and recovers no panic`
		var in T
		if err := req.BindArguments(&in); err != nil {
			return mcp.NewToolResultError("The arguments do not fit."), nil
		}
		text, err := fn(ctx, in)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText(text), nil
	}
}

func (t *tools) text(ctx context.Context, in itemIn) (string, error) {
	item, err := t.items.Get(ctx, in.ID)
	return item.Text, err
}

func (t *tools) exists(ctx context.Context, in itemIn) (string, error) {
	if ok, err := t.items.Has(ctx, in.ID); err != nil || !ok {
		return "no", err
	}
	return "yes", nil
}

func adapted(t *tools) {
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTool(mcp.NewTool("adapted_get"), adapt(t.text))
	s.AddTool(mcp.NewTool("adapted_has"), adapt(t.exists))
	s.AddTool(mcp.NewTool("adapted_more"), adapt(t.text))
}
