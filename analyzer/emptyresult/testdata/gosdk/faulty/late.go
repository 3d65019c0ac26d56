package faulty

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"text/template"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/backend"
	"example.com/servers/servers/notes/outcome"
)

func serveLate(s *mcp.Server, t *tools) {
	mcp.AddTool(s, &mcp.Tool{Name: "joins"}, outcome.Typed("joins", t.joins))
	mcp.AddTool(s, &mcp.Tool{Name: "lists"}, outcome.Typed("lists", t.lists))
	mcp.AddTool(s, &mcp.Tool{Name: "only_logged"}, outcome.Typed("only_logged", t.onlyLogged))
	mcp.AddTool(s, &mcp.Tool{Name: "replaced"}, outcome.Typed("replaced", t.replaced))
	mcp.AddTool(s, &mcp.Tool{Name: "two_sources"}, outcome.Typed("two_sources", t.twoSources))
	mcp.AddTool(s, &mcp.Tool{Name: "decodes"}, outcome.Typed("decodes", t.decodes))
	mcp.AddTool(s, &mcp.Tool{Name: "renders"}, outcome.Typed("renders", t.renders))
	mcp.AddTool(s, &mcp.Tool{Name: "own_logger"}, outcome.Typed("own_logger", t.ownLogger))
}

// joins keeps what failed, and looks at it only when nothing was found.
func (t *tools) joins(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, []backend.Item, error) {
	var all []backend.Item
	var failed error
	for _, source := range t.more {
		found, err := source.Find(ctx, in.Word)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		all = append(all, found...)
	}
	if len(all) == 0 && failed != nil { // want `tool joins: what failed before is looked at only when nothing was found`
		return nil, nil, failed
	}
	return nil, all, nil
}

// lists keeps the texts of what failed.
func (t *tools) lists(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, []backend.Item, error) {
	var all []backend.Item
	var failed []string
	for _, source := range t.more {
		found, err := source.Find(ctx, in.Word)
		if err != nil {
			failed = append(failed, fmt.Sprint(err))
			continue
		}
		all = append(all, found...)
	}
	if len(all) > 0 { // want `tool lists: what failed before is looked at only when nothing was found`
		return nil, all, nil
	}
	return nil, nil, outcome.Fault("Nothing was found: %s.", strings.Join(failed, ", "))
}

func (t *tools) onlyLogged(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, findOut, error) {
	found, err := t.items.Find(ctx, in.Word)
	if err != nil { // want `tool only_logged: the error of .*Find goes no further, and its value is the answer`
		slog.ErrorContext(ctx, "find_failed", "cause", err)
	}
	return nil, findOut{Items: found, Total: len(found)}, nil
}

// replaced writes an empty item where the one that failed should be.
func (t *tools) replaced(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, map[string]any, error) {
	item, err := t.pointer(ctx, in.ID)
	if err != nil {
		slog.WarnContext(ctx, "get_failed", "cause", err)
		item = &backend.Item{} // want `tool replaced: an error of .*pointer is replaced by an empty value`
	}
	return nil, map[string]any{"id": in.ID, "item": item}, nil
}

func (t *tools) pointer(ctx context.Context, id string) (*backend.Item, error) {
	item, err := t.http.Get(ctx, id)
	return &item, err
}

// twoSources goes on without one of them.
func (t *tools) twoSources(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, []backend.Item, error) {
	all, err := t.items.Find(ctx, in.Word)
	if err != nil {
		return nil, nil, err
	}
	item, err := t.http.Get(ctx, in.ID)
	if err != nil {
		return nil, nil, err
	}
	all = append(all, item)
	if more, err := t.items.Find(ctx, in.ID); err == nil { // want `tool two_sources: what .*Find should have added is left out of the list`
		all = append(all, more...)
	}
	return nil, all, nil
}

// decodes drops the items that it cannot read.
func (t *tools) decodes(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, []findIn, error) {
	found, err := t.items.Find(ctx, in.Word)
	if err != nil {
		return nil, nil, err
	}
	all := []findIn{}
	for _, item := range found {
		var one findIn
		if err := json.Unmarshal([]byte(item.Text), &one); err != nil {
			continue // want `tool decodes: this loop skips what fails`
		}
		all = append(all, one)
	}
	return nil, all, nil
}

var page = template.Must(template.New("page").Parse("{{.ID}}: {{.Text}}"))

// renders shows half a page as the page.
func (t *tools) renders(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, string, error) {
	item, err := t.items.Get(ctx, in.ID)
	if err != nil {
		return nil, "", err
	}
	var b strings.Builder
	err = page.Execute(&b, item)
	if err != nil { // want `tool renders: the error of .*Execute goes no further, and what it should have filled is the answer`
		slog.ErrorContext(ctx, "page_failed", "cause", err)
	}
	return nil, b.String(), nil
}

// A journal is a logger by its methods.
type journal interface {
	Debug(format string, args ...any)
	Info(format string, args ...any)
	Warn(format string, args ...any)
	Error(format string, args ...any)
}

var log journal

func (t *tools) ownLogger(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, []backend.Item, error) {
	all := []backend.Item{}
	for _, source := range t.more {
		found, err := source.Find(ctx, in.Word)
		if err != nil {
			log.Error("find failed: %v", err)
			continue // want `tool own_logger: this loop skips what fails`
		}
		all = append(all, found...)
	}
	return nil, all, nil
}
