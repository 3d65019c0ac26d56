package faulty

import (
	"context"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/backend"
	"example.com/servers/servers/notes/outcome"
)

func serveWalks(s *mcp.Server, t *tools) {
	mcp.AddTool(s, &mcp.Tool{Name: "walks"}, outcome.Typed("walks", t.walks))
	mcp.AddTool(s, &mcp.Tool{Name: "unread"}, outcome.Typed("unread", t.unread))
	mcp.AddTool(s, &mcp.Tool{Name: "sums"}, outcome.Typed("sums", t.sums))
	mcp.AddTool(s, &mcp.Tool{Name: "either"}, outcome.Typed("either", t.either))
	mcp.AddTool(s, &mcp.Tool{Name: "logged"}, outcome.Typed("logged", t.logged))
}

// walks leaves out what cannot be read, folders included.
func (t *tools) walks(_ context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, []string, error) {
	files := []string{}
	err := filepath.WalkDir("notes", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // want `tool walks: this loop skips what fails`
		}
		if strings.Contains(d.Name(), in.Word) {
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return nil, files, nil
}

type client interface {
	Load(ctx context.Context, path string, into any) error
}

type remote struct{ client client }

var far remote

// unread answers with what a failed call should have filled.
func (t *tools) unread(ctx context.Context, _ *mcp.CallToolRequest, _ findIn) (*mcp.CallToolResult, findOut, error) {
	var found findOut
	_ = far.client.Load(ctx, "/items", &found) // want `tool unread: the error of .*Load is dropped and what it should have filled is the answer`
	return nil, findOut{Items: found.Items, Total: len(found.Items)}, nil
}

// sums counts what some sources had.
func (t *tools) sums(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, findOut, error) {
	total := 0
	for _, source := range t.more {
		found, err := source.Find(ctx, in.Word)
		if err != nil {
			continue // want `tool sums: this loop skips what fails`
		}
		total += len(found)
	}
	return nil, findOut{Items: []backend.Item{}, Total: total}, nil
}

// either says the same of a failure and of nothing found.
func (t *tools) either(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, []backend.Item, error) {
	found, err := t.items.Find(ctx, in.Word)
	if err != nil || len(found) == 0 {
		return nil, []backend.Item{}, nil // want `tool either: an error of .*Find ends in an empty answer`
	}
	return nil, found, nil
}

// logged gathers on the other branch.
func (t *tools) logged(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, []backend.Item, error) {
	all := []backend.Item{}
	for _, source := range t.more {
		found, err := source.Find(ctx, in.Word)
		if err == nil { // want `tool logged: this loop skips what fails`
			all = append(all, found...)
		}
	}
	sorted := make([]backend.Item, 0, len(all))
	for _, item := range all {
		sorted = append(sorted, item)
	}
	return nil, sorted, nil
}
