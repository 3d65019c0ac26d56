// Package gosdk answers with lists, on go-sdk.
package gosdk

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/store"
)

type in struct {
	Query string `json:"query"`
}

type out struct {
	Pages []store.Page      `json:"pages"`
	More  []string          `json:"more,omitempty"`
	Index map[string]string `json:"index"`
}

func serve(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "appended"}, appended)
	mcp.AddTool(s, &mcp.Tool{Name: "begun"}, begun)
	mcp.AddTool(s, &mcp.Tool{Name: "repaired"}, repaired)
	mcp.AddTool(s, &mcp.Tool{Name: "left_out"}, leftOut)
	mcp.AddTool(s, &mcp.Tool{Name: "helped"}, helped)
	mcp.AddTool(s, &mcp.Tool{Name: "refused"}, refused)
	mcp.AddTool(s, &mcp.Tool{Name: "tested"}, tested)
	mcp.AddTool(s, &mcp.Tool{Name: "bare"}, bare)
	mcp.AddTool(s, &mcp.Tool{Name: "passed"}, passed)
}

func appended(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, out, error) {
	all, err := store.List(ctx, in.Query)
	if err != nil {
		return nil, out{}, err
	}
	var hits []store.Page
	for _, p := range all {
		if p.Text == in.Query {
			hits = append(hits, p)
		}
	}
	return nil, out{Pages: hits, Index: map[string]string{}}, nil // want `tool appended: pages is nil here where nothing was found, and null on the wire; start from an empty list`
}

func begun(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, out, error) {
	all, err := store.List(ctx, in.Query)
	if err != nil {
		return nil, out{}, err
	}
	hits := []store.Page{}
	for _, p := range all {
		hits = append(hits, p)
	}
	return nil, out{Pages: hits, Index: map[string]string{}}, nil
}

func repaired(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, out, error) {
	all, err := store.List(ctx, in.Query)
	if err != nil {
		return nil, out{}, err
	}
	var hits []store.Page
	for _, p := range all {
		hits = append(hits, p)
	}
	if hits == nil {
		hits = []store.Page{}
	}
	return nil, out{Pages: hits, Index: map[string]string{}}, nil
}

func leftOut(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, out, error) {
	return nil, out{Pages: []store.Page{}}, nil // want `tool left_out: index is nil here where nothing was found, and null on the wire; start from an empty map`
}

func helped(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, out, error) {
	hits, err := filter(ctx, in.Query)
	if err != nil {
		return nil, out{}, err
	}
	return nil, out{Pages: hits, Index: map[string]string{}}, nil // want `tool helped: pages is nil here`
}

func filter(ctx context.Context, query string) ([]store.Page, error) {
	all, err := store.List(ctx, query)
	if err != nil {
		return nil, err
	}
	var hits []store.Page
	for _, p := range all {
		hits = append(hits, p)
	}
	return hits, nil
}

func refused(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, out, error) {
	_, err := store.List(ctx, in.Query)
	return nil, out{}, err
}

func tested(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, out, error) {
	all, err := store.List(ctx, in.Query)
	if err != nil {
		return nil, out{}, err
	}
	var hits []store.Page
	for _, p := range all {
		hits = append(hits, p)
	}
	if len(hits) == 0 {
		return nil, out{Pages: []store.Page{}, Index: map[string]string{}}, nil
	}
	return nil, out{Pages: hits, Index: map[string]string{}}, nil
}

func bare(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, []string, error) {
	var names []string
	if in.Query != "" {
		names = append(names, in.Query)
	}
	return nil, names, nil // want `tool bare: its list is nil here`
}

func passed(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, []store.Page, error) {
	all, err := store.List(ctx, in.Query)
	if err != nil {
		return nil, nil, err
	}
	var hits []store.Page
	for _, p := range all {
		if p.Text == in.Query {
			hits = append(hits, p)
		}
	}
	return nil, through(ctx, hits), nil // want `tool passed: its list is nil here`
}

// through returns what it is given, on each of its ways.
func through(ctx context.Context, pages []store.Page) []store.Page {
	if ctx.Err() != nil {
		return pages
	}
	return pages
}
