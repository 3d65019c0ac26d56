package faulty

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/almost"
	"example.com/servers/fixtures/backend"
	"example.com/servers/fixtures/kit"
	"example.com/servers/servers/notes/outcome"
)

// short uses wrappers that look like boundaries.
func short(t *tools) {
	s := mcp.NewServer(impl, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "masked"}, almost.Masked(t.get))        // want `tool masked: almost.Masked replaces errors but recovers no panic`
	mcp.AddTool(s, &mcp.Tool{Name: "logged"}, almost.Logged(t.get))        // want `tool logged has no boundary`
	mcp.AddTool(s, &mcp.Tool{Name: "deep"}, almost.Deep(t.get))            // want `tool deep: almost.Deep replaces errors but recovers no panic`
	mcp.AddTool(s, &mcp.Tool{Name: "timed"}, almost.Timed(1e9, t.get))     // want `tool timed has no boundary`
	mcp.AddTool(s, &mcp.Tool{Name: "recovered"}, recovering(t.get))        // want `tool recovered has no boundary: .*recovers panics but passes errors on as they are`
	s.AddTool(&mcp.Tool{Name: "lost", InputSchema: object}, losing(t.raw)) // known: missing `tool lost.*unnamed` wrong `tool lost: faulty.losing replaces errors but recovers no panic: a panic ends the server`
}

// recovering recovers, but lets the text of every error through.
func recovering[In, Out any](next mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (res *mcp.CallToolResult, out Out, err error) {
		defer func() {
			if value := recover(); value != nil {
				slog.ErrorContext(ctx, "panicked", "value", value)
				err = errors.New(kit.Unknown)
			}
		}()
		return next(ctx, req, in)
	}
}

// losing recovers, but has no named result to answer with: a panic ends in a
// nil result and a nil error, which ends the server all the same.
func losing(next mcp.ToolHandler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		defer func() {
			if value := recover(); value != nil {
				slog.ErrorContext(ctx, "panicked", "value", value)
			}
		}()
		res, err := next(ctx, req)
		if err != nil {
			return nil, errors.New(kit.Unknown)
		}
		return res, nil
	}
}

// order has boundaries in the wrong place.
func order(t *tools) {
	s := mcp.NewServer(impl, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "flattened"}, outcome.Typed("flattened", flatten(t.get)))                                   // want `tool flattened: .*flatten turns errors into results beneath the boundary`
	mcp.AddTool(s, &mcp.Tool{Name: "reflattened"}, flatten(outcome.Typed("reflattened", t.get)))                               // want `tool reflattened: .*flatten outside the boundary turns its errors into results`
	mcp.AddTool(s, &mcp.Tool{Name: "mapped_outside"}, mapped(outcome.Typed("mapped_outside", t.get)))                          // known: missing `tool mapped_outside: .*mapped.* outside the boundary`
	s.AddTool(&mcp.Tool{Name: "raw_flattened", InputSchema: object}, outcome.Raw("raw_flattened", flattenRaw(t.raw)))          // known: missing `tool raw_flattened: .*flattenRaw turns errors into results beneath the boundary`
	s.AddTool(&mcp.Tool{Name: "raw_mapped_outside", InputSchema: object}, mappedRaw(outcome.Raw("raw_mapped_outside", t.raw))) // known: missing `tool raw_mapped_outside: .*mappedRaw.* outside the boundary`
}

// flatten makes a result of every error.
func flatten[In, Out any](next mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		res, out, err := next(ctx, req, in)
		if err != nil {
			return &mcp.CallToolResult{
				IsError: true,
				Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprintf("failed: %v", err)}},
			}, out, nil
		}
		return res, out, nil
	}
}

func flattenRaw(next mcp.ToolHandler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := next(ctx, req)
		if err != nil {
			res = &mcp.CallToolResult{}
			res.SetError(err)
			return res, nil
		}
		return res, nil
	}
}

// mapped gives the errors of the backend a text; it has to sit beneath the
// boundary, outside of which there are no errors of the backend any more.
func mapped[In, Out any](next mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		res, out, err := next(ctx, req, in)
		if errors.Is(err, backend.ErrNotFound) {
			return nil, out, outcome.Correct("There is no such item. Find its id with find_items.")
		}
		return res, out, err
	}
}

func mappedRaw(next mcp.ToolHandler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := next(ctx, req)
		if errors.Is(err, backend.ErrNotFound) {
			return nil, outcome.Correct("There is no such item. Find its id with find_items.")
		}
		return res, err
	}
}
