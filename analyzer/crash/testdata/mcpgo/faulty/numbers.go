package faulty

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type filter struct {
	limit int
	state string
}

type tools struct {
	server *server.MCPServer
	items  []string
}

func (t *tools) filtered(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(fmt.Sprint(t.apply(parse(req)))), nil
}

func parse(req mcp.CallToolRequest) filter {
	return filter{limit: req.GetInt("max", 50), state: req.GetString("state", "")}
}

func (t *tools) apply(f filter) []string {
	items := t.items
	if len(items) > f.limit {
		items = items[:f.limit] // want `tool filtered: argument max below zero panics here`
	}
	return items
}

func (t *tools) later(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	offset := req.GetInt("offset", 0)
	render := func() []string {
		return t.items[offset:] // want `tool later: argument offset below zero panics here`
	}
	return mcp.NewToolResultText(fmt.Sprint(render())), nil
}

func (t *tools) options(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var kinds any
	if args := req.GetArguments(); len(args) > 0 {
		kinds = args["kinds"]
	}
	out := []string{uuid.MustParse(req.GetString("id", "")).String()} // want `tool options: argument id that MustParse refuses panics here`
	for _, k := range kinds.([]any) {                                 // want `tool options: argument kinds of another type, or none, panics here`
		out = append(out, k.(string)) // want `an argument of another type, or none, panics here`
	}
	return mcp.NewToolResultText(fmt.Sprint(out)), nil
}

func (t *tools) progress(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	token := req.Params.Meta.ProgressToken // want `tool progress: Params.Meta is nil in most calls, and this panics then`
	res, err := t.server.RequestElicitation(ctx, mcp.ElicitationRequest{})
	if err != nil {
		return nil, err
	}
	answer := res.Content.(map[string]any) // want `tool progress: a client that answers RequestElicitation with something else`
	return mcp.NewToolResultText(fmt.Sprint(token, answer)), nil
}
