// Package right answers with what there is, or with the failure, on mcp-go.
package right

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
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
	db    *sql.DB
	more  []*backend.Items
}

func serve(t *tools) {
	s := server.NewMCPServer("items", "1.0.0", server.WithToolHandlerMiddleware(outcome.Middleware))
	s.AddTool(mcp.NewTool("find"), t.find)
	s.AddTool(mcp.NewTool("count"), t.count)
	s.AddTool(mcp.NewTool("structured"), mcp.NewStructuredToolHandler(t.structured))
	s.AddTool(mcp.NewTool("helped"), t.helped)
	s.AddTool(mcp.NewTool("lines"), t.lines)
	s.AddTool(mcp.NewTool("extras"), t.extras)
	s.AddTool(mcp.NewTool("pages"), t.pages)
	s.AddTool(mcp.NewTool("refused"), t.refused)
	s.AddTool(mcp.NewTool("kinds"), t.kinds)
}

func (t *tools) find(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	found, err := t.items.Find(ctx, req.GetString("word", ""))
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return mcp.NewToolResultText("No results."), nil
	}
	return mcp.NewToolResultJSON(found)
}

// count takes no row for none, and nothing else.
func (t *tools) count(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var n int
	err := t.db.QueryRowContext(ctx, "select n from counts where word = ?", req.GetString("word", "")).Scan(&n)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return mcp.NewToolResultText("0"), nil
	case err != nil:
		return nil, err
	}
	return mcp.NewToolResultText(fmt.Sprint(n)), nil
}

func (t *tools) structured(ctx context.Context, _ mcp.CallToolRequest, in findIn) ([]backend.Item, error) {
	item, err := t.items.Get(ctx, in.Word)
	if err != nil && !errors.Is(err, backend.ErrNotFound) {
		return nil, err
	}
	if err != nil {
		return []backend.Item{}, nil
	}
	return []backend.Item{item}, nil
}

// helped ends in a helper that says what is wrong, in two results.
func (t *tools) helped(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	found, err := t.items.Find(ctx, req.GetString("word", ""))
	if err != nil {
		return explain(err)
	}
	return mcp.NewToolResultJSON(found)
}

func explain(err error) (*mcp.CallToolResult, error) {
	if errors.Is(err, backend.ErrThrottled) {
		return nil, outcome.Retry("The items are busy. Send the same call again in a minute.")
	}
	return nil, err
}

// lines shows what failed where it would have been.
func (t *tools) lines(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var b strings.Builder
	for _, id := range req.GetStringSlice("ids", nil) {
		item, err := t.items.Get(ctx, id)
		if err != nil {
			b.WriteString(id + " could not be read.\n")
			continue
		}
		b.WriteString(item.Text + "\n")
	}
	return mcp.NewToolResultText(b.String()), nil
}

// extras adds to an answer what happens to be there.
func (t *tools) extras(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.items.Get(ctx, req.GetString("id", ""))
	if err != nil {
		return nil, err
	}
	out := map[string]any{"item": item}
	if other, err := t.http.Get(ctx, item.ID); err == nil {
		out["other"] = other
	}
	return mcp.NewToolResultJSON(out)
}

// pages returns the error of a page after what the others had.
func (t *tools) pages(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var all []string
	var err error
	after := req.GetString("after", "")
	for {
		var ids []string
		if ids, after, err = t.items.Page(ctx, after); err != nil {
			break
		}
		all = append(all, ids...)
		if after == "" {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultJSON(all)
}

// refused is a result with a status and a code, not an empty one.
func (t *tools) refused(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := t.items.Put(ctx, req.GetString("id", ""), "", req.GetInt("revision", 0))
	if errors.Is(err, backend.ErrStale) {
		return mcp.NewToolResultJSON(map[string]any{"status": "rejected", "code": "stale_revision"})
	}
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultJSON(map[string]any{"status": "done"})
}

// kinds lists for the text of an error what there is: a helper may fail there.
func (t *tools) kinds(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	kind := req.GetString("kind", "")
	switch kind {
	case "short", "long":
		return t.find(ctx, req)
	}
	return nil, outcome.Correct("Argument kind is %q. Send one of %s.", kind, strings.Join(t.known(ctx), ", "))
}

func (t *tools) known(ctx context.Context) []string {
	ids, _, err := t.items.Page(ctx, "")
	if err != nil {
		slog.Warn("no_kinds", "cause", err)
		return nil
	}
	return ids
}
