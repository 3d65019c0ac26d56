// Package gosdk asks for arguments, on go-sdk.
package gosdk

import (
	"context"
	"errors"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/store"
)

func serve(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "fields"}, fields)
	mcp.AddTool(s, &mcp.Tool{Name: "map"}, untyped) // want `tool map takes a map, so its schema names no argument and refuses nothing`
	mcp.AddTool(s, &mcp.Tool{Name: "nothing"}, nothing)
	mcp.AddTool(s, &mcp.Tool{Name: "zeros"}, zeros)
	mcp.AddTool(s, &mcp.Tool{Name: "own_schema", InputSchema: map[string]any{"type": "object"}}, own)
}

type in struct {
	Format string   `json:"format"`           // want `tool fields: the handler accepts only "csv", "json" as format and the schema any string`
	Mode   string   `json:"mode"`             // any other mode is the plain one
	Since  string   `json:"since"`            // want `tool fields: since is parsed as a date and the schema accepts any string`
	PageID string   `json:"page_id"`          // want `tool fields: page_id is an id and the schema accepts any string`
	Limit  *int     `json:"limit,omitempty"`  // want `tool fields: limit is a pointer, so the schema accepts null`
	Tags   []string `json:"tags,omitempty"`   // want `tool fields: tags is a slice, so the schema accepts null`
	Ids    []string `json:"ids"`              // required: null is no third way
	Filter *filter  `json:"filter,omitempty"` // an object has no other way to be absent
	Number int      `json:"number_id"`
	Query  string   `json:"query"`
	Any    any      `json:"any"` // want `tool fields: the schema of any accepts anything`
}

type filter struct {
	Query string `json:"query"`
}

func fields(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, []store.Page, error) {
	switch in.Format {
	case "csv", "json":
	default:
		return nil, nil, errors.New("Call fields with format csv or json.")
	}
	switch in.Mode {
	case "all":
		in.Query = ""
	case "none":
		in.Query = "-"
	}
	if _, err := time.Parse(time.DateOnly, in.Since); err != nil {
		return nil, nil, errors.New("Call fields with since as year, month and day.")
	}
	all, err := store.List(ctx, in.Query+in.PageID)
	return nil, all, err
}

func untyped(ctx context.Context, _ *mcp.CallToolRequest, in map[string]any) (*mcp.CallToolResult, []store.Page, error) {
	query, _ := in["query"].(string)
	all, err := store.List(ctx, query)
	return nil, all, err
}

// nothing takes no arguments.
func nothing(ctx context.Context, _ *mcp.CallToolRequest, _ any) (*mcp.CallToolResult, []store.Page, error) {
	all, err := store.List(ctx, "")
	return nil, all, err
}

type ownIn struct {
	PageID string `json:"page_id"`
}

func own(ctx context.Context, _ *mcp.CallToolRequest, in ownIn) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Get(ctx, in.PageID)
	return nil, p, err
}

type zeroIn struct {
	Path   string   `json:"path,omitempty"` // want `tool zeros: the schema lets a call leave path out and the handler refuses such a call`
	Paths  []string `json:"paths"`
	Other  string   `json:"other,omitempty"`
	Else   string   `json:"else,omitempty"`
	Nested string   `json:"nested,omitempty"`
	Limit  int      `json:"limit"` // want `tool zeros: the schema requires limit and the handler has a default for it`
	Depth  int      `json:"depth"` // want `tool zeros: the schema requires depth and the handler has a default for it`
	Size   int      `json:"size,omitempty"`
	Least  int      `json:"least"`
}

func zeros(ctx context.Context, _ *mcp.CallToolRequest, in zeroIn) (*mcp.CallToolResult, []store.Page, error) {
	if len(in.Paths) > 9 {
		return nil, nil, errors.New("Call zeros with at most nine paths.")
	}
	if in.Path == "" {
		return nil, nil, errors.New("Argument path is empty. Call zeros with a path.")
	}
	if in.Other == "" && in.Else == "" {
		return nil, nil, errors.New("Call zeros with other or else.")
	}
	if in.Limit == 0 {
		in.Limit = 20
	}
	depth := in.Depth
	if depth <= 0 {
		depth = 3
	}
	if in.Size == 0 {
		in.Size = 10
	}
	if in.Least < 0 {
		in.Least = 0
	}
	if in.Limit > depth {
		if in.Nested == "" {
			return nil, nil, errors.New("Call zeros with nested if limit is above depth.")
		}
	}
	all, err := store.List(ctx, in.Path)
	return nil, all, err
}
