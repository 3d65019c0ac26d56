package faulty

import (
	"context"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/backend"
)

// blank has no error to look at.
func (t *tools) blank(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, findOut, error) {
	found, _ := t.items.Find(ctx, in.Word) // want `tool blank: the error of .*Find is dropped and its value is the answer`
	return nil, findOut{Items: found}, nil
}

func (t *tools) blankText(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, any, error) {
	item, _ := t.http.Get(ctx, in.ID) // want `tool blank_text: the error of .*Get is dropped and its value is the answer`
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "Text: " + item.Text}}}, nil, nil
}

// skips returns what some sources had as what all of them have.
func (t *tools) skips(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, findOut, error) {
	out := findOut{Items: []backend.Item{}}
	for _, source := range t.more {
		found, err := source.Find(ctx, in.Word)
		if err != nil {
			slog.WarnContext(ctx, "source_failed", "cause", err)
			continue // want `tool skips: this loop skips what fails`
		}
		out.Items = append(out.Items, found...)
	}
	return nil, out, nil
}

// pages returns the pages before a failure as all of them.
func (t *tools) pages(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, []string, error) {
	all := []string{}
	for after := in.ID; ; {
		ids, next, err := t.items.Page(ctx, after)
		if err != nil {
			break // want `tool pages: this loop stops at an error`
		}
		all = append(all, ids...)
		if next == "" {
			break
		}
		after = next
	}
	return nil, all, nil
}

// counts hides the failures in a number.
func (t *tools) counts(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, int, error) {
	total := 0
	for _, source := range t.more {
		found, err := source.Find(ctx, in.Word)
		if err != nil {
			continue // want `tool counts: this loop skips what fails`
		}
		total += len(found)
	}
	return nil, total, nil
}

// gathers does it in a helper.
func (t *tools) gathers(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, map[string]backend.Item, error) {
	return nil, t.collect(ctx, []string{in.ID, in.Word}), nil
}

func (t *tools) collect(ctx context.Context, ids []string) map[string]backend.Item {
	all := map[string]backend.Item{}
	for _, id := range ids {
		if item, err := t.http.Get(ctx, id); err == nil { // want `tool gathers: this loop skips what fails`
			all[id] = item
		}
	}
	return all
}
