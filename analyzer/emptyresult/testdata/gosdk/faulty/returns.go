// Package faulty answers failures as if nothing had been found, on go-sdk.
package faulty

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/backend"
	"example.com/servers/servers/notes/outcome"
)

type findIn struct {
	Word string `json:"word"`
	ID   string `json:"id"`
}

type findOut struct {
	Items []backend.Item `json:"items"`
	Total int            `json:"total"`
}

type tools struct {
	items *backend.Items
	http  *backend.HTTP
	more  []*backend.Items
}

func serve(t *tools) {
	s := mcp.NewServer(&mcp.Implementation{Name: "items"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "empty_list"}, outcome.Typed("empty_list", t.emptyList))
	mcp.AddTool(s, &mcp.Tool{Name: "zero_output"}, outcome.Typed("zero_output", t.zeroOutput))
	mcp.AddTool(s, &mcp.Tool{Name: "nil_output"}, outcome.Typed("nil_output", t.nilOutput))
	mcp.AddTool(s, &mcp.Tool{Name: "says_nothing"}, outcome.Typed("says_nothing", t.saysNothing))
	mcp.AddTool(s, &mcp.Tool{Name: "constants"}, outcome.Typed("constants", t.constants))
	mcp.AddTool(s, &mcp.Tool{Name: "named"}, outcome.Typed("named", t.named))
	mcp.AddTool(s, &mcp.Tool{Name: "reached"}, outcome.Typed("reached", t.reached))
	mcp.AddTool(s, &mcp.Tool{Name: "any_error"}, outcome.Typed("any_error", t.anyError))
	mcp.AddTool(s, &mcp.Tool{Name: "late"}, outcome.Typed("late", t.late))
	mcp.AddTool(s, &mcp.Tool{Name: "blank"}, outcome.Typed("blank", t.blank))
	mcp.AddTool(s, &mcp.Tool{Name: "blank_text"}, outcome.Typed("blank_text", t.blankText))
	mcp.AddTool(s, &mcp.Tool{Name: "skips"}, outcome.Typed("skips", t.skips))
	mcp.AddTool(s, &mcp.Tool{Name: "pages"}, outcome.Typed("pages", t.pages))
	mcp.AddTool(s, &mcp.Tool{Name: "counts"}, outcome.Typed("counts", t.counts))
	mcp.AddTool(s, &mcp.Tool{Name: "maps"}, outcome.Typed("maps", t.maps))
	mcp.AddTool(s, &mcp.Tool{Name: "gathers"}, outcome.Typed("gathers", t.gathers))
	s.AddTool(&mcp.Tool{Name: "raw", InputSchema: map[string]any{"type": "object"}}, outcome.Raw("raw", t.raw))
}

func (t *tools) emptyList(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, findOut, error) {
	found, err := t.items.Find(ctx, in.Word)
	if err != nil {
		slog.ErrorContext(ctx, "find_failed", "cause", err)
		return nil, findOut{Items: []backend.Item{}}, nil // want `tool empty_list: an error of .*Find ends in an empty answer`
	}
	return nil, findOut{Items: found}, nil
}

func (t *tools) zeroOutput(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, findOut, error) {
	found, err := t.items.Find(ctx, in.Word)
	if err != nil {
		return nil, findOut{}, nil // want `tool zero_output: .*ends in an empty answer`
	}
	return nil, findOut{Items: found, Total: len(found)}, nil
}

func (t *tools) nilOutput(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, []backend.Item, error) {
	if found, err := t.items.Find(ctx, in.Word); err == nil {
		return nil, found, nil
	}
	return nil, nil, nil // want `tool nil_output: .*ends in an empty answer`
}

func (t *tools) saysNothing(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, any, error) {
	found, err := t.items.Find(ctx, in.Word)
	if err != nil {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "No items found."}}}, nil, nil // want `tool says_nothing: .*ends in an empty answer`
	}
	return nil, found, nil
}

// A summary is an answer with more than a list in it.
type summary struct {
	Items  []string `json:"items"`
	Source string   `json:"source"`
	Pages  int      `json:"pages"`
}

func (t *tools) constants(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, summary, error) {
	ids, next, err := t.items.Page(ctx, in.ID)
	if err != nil {
		return nil, summary{Items: []string{}, Source: "items", Pages: 1}, nil // want `tool constants: .*ends in an empty answer`
	}
	return nil, summary{Items: append(ids, next), Source: "items", Pages: 1}, nil
}

// named loses an error in a bare return.
func (t *tools) named(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (res *mcp.CallToolResult, out findOut, err error) {
	found, failed := t.items.Find(ctx, in.Word)
	if failed != nil {
		return // want `tool named: .*ends in an empty answer`
	}
	out.Items = found
	return
}

func (t *tools) reached(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, findOut, error) {
	found, err := t.search(ctx, in.Word)
	return nil, findOut{Items: found}, err
}

// search is not a handler, but what it swallows a handler never gets.
func (t *tools) search(ctx context.Context, word string) ([]backend.Item, error) {
	found, err := t.items.Find(ctx, strings.ToLower(word))
	if err != nil {
		slog.WarnContext(ctx, "search_failed", "cause", err)
		return nil, nil // want `tool reached: .*ends in an empty answer`
	}
	return found, nil
}

// anyError takes every error for absence.
func (t *tools) anyError(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, findOut, error) {
	item, err := t.items.Get(ctx, in.ID)
	if err != nil {
		if !backend.IsNotFound(err) {
			slog.WarnContext(ctx, "get_failed", "cause", err)
		}
		return nil, findOut{Items: []backend.Item{}}, nil // want `tool any_error: .*ends in an empty answer`
	}
	return nil, findOut{Items: []backend.Item{item}}, nil
}

// late looks at the error only when there is nothing to show.
func (t *tools) late(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, findOut, error) {
	found, err := t.items.Find(ctx, in.Word)
	if len(found) == 0 {
		if err != nil { // want `tool late: the error of .*Find is looked at only when nothing was found`
			return nil, findOut{}, err
		}
		return nil, findOut{Items: []backend.Item{}}, nil
	}
	return nil, findOut{Items: found}, nil
}

func (t *tools) raw(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in findIn
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return nil, outcome.Correct("Argument word must be a string.")
	}
	found, err := t.items.Find(ctx, in.Word)
	if err != nil {
		return &mcp.CallToolResult{}, nil // want `tool raw: .*ends in an empty answer`
	}
	text, err := json.Marshal(found)
	if err != nil {
		return nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}}, nil
}

func (t *tools) maps(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, map[string]int, error) {
	item, err := t.http.Get(ctx, in.ID)
	if err != nil {
		return nil, map[string]int{}, nil // want `tool maps: .*ends in an empty answer`
	}
	return nil, map[string]int{item.ID: item.Revision}, nil
}
