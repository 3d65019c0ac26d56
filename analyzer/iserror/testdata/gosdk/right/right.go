// Package right returns failures as errors, and results as they are, on go-sdk.
package right

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/backend"
	"example.com/servers/servers/notes/outcome"
)

type itemIn struct {
	ID  string   `json:"id"`
	IDs []string `json:"ids"`
}

type itemOut struct {
	Text string `json:"text"`
}

type tools struct {
	items *backend.Items
	other *mcp.ClientSession
}

func serve(t *tools) {
	s := mcp.NewServer(&mcp.Implementation{Name: "items"}, nil)
	s.AddReceivingMiddleware(sealed, watching)
	mcp.AddTool(s, &mcp.Tool{Name: "get"}, outcome.Typed("get", t.get))
	mcp.AddTool(s, &mcp.Tool{Name: "batch"}, outcome.Typed("batch", t.batch))
	mcp.AddTool(s, &mcp.Tool{Name: "rejected"}, outcome.Typed("rejected", t.rejected))
	mcp.AddTool(s, &mcp.Tool{Name: "forward"}, outcome.Typed("forward", t.forward))
	mcp.AddTool(s, &mcp.Tool{Name: "again"}, outcome.Typed("again", t.again))
	mcp.AddTool(s, &mcp.Tool{Name: "errors"}, outcome.Typed("errors", t.errors))
	s.AddTool(&mcp.Tool{Name: "proxy", InputSchema: map[string]any{"type": "object"}}, outcome.Raw("proxy", t.proxy))
}

func (t *tools) get(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.items.Get(ctx, in.ID)
	if errors.Is(err, backend.ErrNotFound) {
		return nil, itemOut{}, outcome.Correct("No item %s. Find it with find_items.", in.ID)
	}
	if err != nil {
		return nil, itemOut{}, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: item.Text}}, IsError: false}, itemOut{Text: item.Text}, nil
}

// One is what became of one of many.
type one struct {
	ID     string `json:"id"`
	Status string `json:"status"`
	Error  string `json:"error,omitempty"`
}

// batch answers for each of its items.
func (t *tools) batch(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, []one, error) {
	out := []one{}
	for _, id := range in.IDs {
		_, err := t.items.Get(ctx, id)
		switch {
		case errors.Is(err, backend.ErrNotFound):
			out = append(out, one{ID: id, Status: "absent", Error: "There is no such item."})
		case err != nil:
			return nil, nil, err
		default:
			out = append(out, one{ID: id, Status: "there"})
		}
	}
	return nil, out, nil
}

// A change says in its own type how it ended.
type change struct {
	Status  string `json:"status" jsonschema:"done or rejected"`
	Code    string `json:"code,omitempty" jsonschema:"stale_revision or read_only"`
	Current int    `json:"current,omitempty"`
}

func (t *tools) rejected(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, change, error) {
	item, err := t.items.Put(ctx, in.ID, "", 1)
	switch {
	case errors.Is(err, backend.ErrStale):
		return nil, change{Status: "rejected", Code: "stale_revision", Current: item.Revision}, nil
	case errors.Is(err, backend.ErrDisabled):
		return nil, change{Status: "rejected", Code: "read_only"}, nil
	case err != nil:
		return nil, change{}, err
	}
	return nil, change{Status: "done", Current: item.Revision}, nil
}

// forward passes on what another server answered.
func (t *tools) forward(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, any, error) {
	res, err := t.other.CallTool(ctx, &mcp.CallToolParams{Name: "get", Arguments: in})
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: res.Content, IsError: res.IsError}, nil, nil
}

func (t *tools) proxy(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return t.other.CallTool(ctx, &mcp.CallToolParams{Name: req.Params.Name, Arguments: req.Params.Arguments})
}

// again reads the flag of what another server answered.
func (t *tools) again(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	res, err := t.other.CallTool(ctx, &mcp.CallToolParams{Name: "get", Arguments: in})
	if err != nil {
		return nil, itemOut{}, err
	}
	if res.IsError {
		return nil, itemOut{}, fmt.Errorf("the other server: %w", res.GetError())
	}
	return nil, itemOut{Text: "done"}, nil
}

// errors answers with texts about errors: they are what was asked for.
func (t *tools) errors(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, []string, error) {
	found, err := t.items.Find(ctx, "error")
	if err != nil {
		return nil, nil, err
	}
	out := []string{"Error log of " + in.ID}
	for _, item := range found {
		out = append(out, "failed: "+item.Text)
	}
	return nil, out, nil
}

// sealed is a boundary, and so the one to build an error result.
func sealed(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
		defer func() {
			if value := recover(); value != nil {
				slog.ErrorContext(ctx, "panicked", "value", value)
				res, err = fault(), nil
			}
		}()
		res, err = next(ctx, method, req)
		if called, ok := res.(*mcp.CallToolResult); err == nil && ok && called.GetError() != nil {
			slog.ErrorContext(ctx, "failed", "cause", called.GetError())
			return fault(), nil
		}
		if err != nil {
			slog.ErrorContext(ctx, "failed", "cause", err)
			return fault(), nil
		}
		return res, nil
	}
}

func fault() *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: outcome.FaultText}}}
}

// watching looks at the flag as well.
func watching(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		called, ok := res.(*mcp.CallToolResult)
		if err != nil || ok && called.IsError {
			slog.WarnContext(ctx, "failed", "method", method)
		} else {
			slog.InfoContext(ctx, "done", "method", method)
		}
		return res, err
	}
}
