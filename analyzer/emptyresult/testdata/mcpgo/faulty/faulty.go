// Package faulty answers failures as if nothing had been found, on mcp-go.
package faulty

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/backend"
	"example.com/servers/servers/notes/outcome"
)

type findIn struct {
	Word string `json:"word"`
}

type tools struct {
	items *backend.Items
	http  *backend.HTTP
	more  []*backend.Items
}

func serve(t *tools) {
	s := server.NewMCPServer("items", "1.0.0", server.WithToolHandlerMiddleware(outcome.Middleware))
	s.AddTool(mcp.NewTool("brackets"), t.brackets)
	s.AddTool(mcp.NewTool("no_results"), t.noResults)
	s.AddTool(mcp.NewTool("json_empty"), t.jsonEmpty)
	s.AddTool(mcp.NewTool("blank"), t.blank)
	s.AddTool(mcp.NewTool("marshalled"), t.marshalled)
	s.AddTool(mcp.NewTool("typed"), mcp.NewTypedToolHandler(t.typed))
	s.AddTool(mcp.NewTool("structured"), mcp.NewStructuredToolHandler(t.structured))
	s.AddTool(mcp.NewTool("report"), t.report)
	s.AddTool(mcp.NewTool("lines"), t.lines)
	s.AddTool(mcp.NewTool("pages"), t.pages)
	s.AddTool(mcp.NewTool("late"), t.late)
}

func serveInline(t *tools) {
	s := server.NewMCPServer("items", "1.0.0", server.WithToolHandlerMiddleware(outcome.Middleware))
	s.AddTool(mcp.NewTool("closure"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		found, err := t.items.Find(ctx, req.GetString("word", ""))
		if err != nil {
			return mcp.NewToolResultText(""), nil // want `tool closure: .*ends in an empty answer`
		}
		return mcp.NewToolResultJSON(found)
	})
}

func (t *tools) brackets(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	found, err := t.items.Find(ctx, req.GetString("word", ""))
	if err != nil {
		slog.Error("find_failed", "cause", err)
		return mcp.NewToolResultText("[]"), nil // want `tool brackets: .*ends in an empty answer`
	}
	return mcp.NewToolResultJSON(found)
}

func (t *tools) noResults(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	word := req.GetString("word", "")
	found, err := t.items.Find(ctx, word)
	if err != nil || len(found) == 0 {
		return mcp.NewToolResultText("No results for " + word + "."), nil // want `tool no_results: .*ends in an empty answer`
	}
	return mcp.NewToolResultJSON(found)
}

func (t *tools) jsonEmpty(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	found, err := t.items.Find(ctx, req.GetString("word", ""))
	if err != nil {
		return mcp.NewToolResultJSON([]backend.Item{}) // want `tool json_empty: .*ends in an empty answer`
	}
	return mcp.NewToolResultJSON(found)
}

func (t *tools) blank(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	found, _ := t.items.Find(ctx, req.GetString("word", "")) // want `tool blank: the error of .*Find is dropped`
	return mcp.NewToolResultJSON(map[string]any{"items": found, "total": len(found)})
}

func (t *tools) marshalled(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, _ := t.http.Get(ctx, req.GetString("id", "")) // want `tool marshalled: the error of .*Get is dropped`
	text, err := json.Marshal(item)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(string(text)), nil
}

func (t *tools) typed(ctx context.Context, _ mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, error) {
	found, err := t.items.Find(ctx, in.Word)
	if err != nil {
		return mcp.NewToolResultStructuredOnly(map[string]any{"items": []string{}}), nil // want `tool typed: .*ends in an empty answer`
	}
	return mcp.NewToolResultStructuredOnly(map[string]any{"items": found}), nil
}

func (t *tools) structured(ctx context.Context, _ mcp.CallToolRequest, in findIn) ([]backend.Item, error) {
	found, err := t.items.Find(ctx, in.Word)
	if err != nil {
		return nil, nil // want `tool structured: .*ends in an empty answer`
	}
	return found, nil
}

// report has a helper whose only answer is text.
func (t *tools) report(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(t.render(ctx, req.GetString("word", ""))), nil
}

func (t *tools) render(ctx context.Context, word string) string {
	found, err := t.items.Find(ctx, word)
	if err != nil {
		return "Nothing found." // want `tool report: .*ends in an empty answer`
	}
	var b strings.Builder
	for _, item := range found {
		b.WriteString(item.Text + "\n")
	}
	return b.String()
}

// lines writes a text in a loop.
func (t *tools) lines(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var b strings.Builder
	for _, id := range req.GetStringSlice("ids", nil) {
		item, err := t.items.Get(ctx, id)
		if err != nil {
			slog.Warn("left_out", "id", id, "cause", err)
			continue // want `tool lines: this loop skips what fails`
		}
		b.WriteString(item.Text + "\n")
	}
	return mcp.NewToolResultText(b.String()), nil
}

func (t *tools) pages(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var all []string
	after := req.GetString("after", "")
	for {
		ids, next, err := t.items.Page(ctx, after)
		if err != nil {
			slog.Error("page_failed", "cause", err)
			break // want `tool pages: this loop stops at an error`
		}
		all = append(all, ids...)
		if after = next; after == "" {
			break
		}
	}
	return mcp.NewToolResultText(strings.Join(all, "\n")), nil
}

func (t *tools) late(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ids, _, err := t.items.Page(ctx, req.GetString("after", ""))
	if len(ids) == 0 && err != nil { // want `tool late: the error of .*Page is looked at only when nothing was found`
		return nil, err
	}
	return mcp.NewToolResultJSON(ids)
}
