// Package faulty answers failures with results, on go-sdk.
package faulty

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/backend"
	"example.com/servers/servers/notes/outcome"
)

type itemIn struct {
	ID string `json:"id"`
}

type itemOut struct {
	Text string `json:"text"`
}

type tools struct{ items *backend.Items }

func serve(t *tools) {
	s := mcp.NewServer(&mcp.Implementation{Name: "items"}, nil)
	s.AddReceivingMiddleware(counting)
	mcp.AddTool(s, &mcp.Tool{Name: "literal"}, outcome.Typed("literal", t.literal))
	mcp.AddTool(s, &mcp.Tool{Name: "assigned"}, outcome.Typed("assigned", t.assigned))
	mcp.AddTool(s, &mcp.Tool{Name: "setter"}, outcome.Typed("setter", t.setter))
	mcp.AddTool(s, &mcp.Tool{Name: "helped_first"}, outcome.Typed("helped_first", t.helpedFirst))
	mcp.AddTool(s, &mcp.Tool{Name: "helped_second"}, outcome.Typed("helped_second", t.helpedSecond))
	mcp.AddTool(s, &mcp.Tool{Name: "text"}, outcome.Typed("text", t.text))
	mcp.AddTool(s, &mcp.Tool{Name: "raw_text"}, outcome.Typed("raw_text", t.rawText))
	mcp.AddTool(s, &mcp.Tool{Name: "body"}, outcome.Typed("body", t.body))
	mcp.AddTool(s, &mcp.Tool{Name: "success_false"}, outcome.Typed("success_false", t.successFalse))
	mcp.AddTool(s, &mcp.Tool{Name: "error_field"}, outcome.Typed("error_field", t.errorField))
	mcp.AddTool(s, &mcp.Tool{Name: "flagged"}, outcome.Typed("flagged", t.flagged))
	s.AddTool(&mcp.Tool{Name: "raw", InputSchema: map[string]any{"type": "object"}}, outcome.Raw("raw", t.raw))
}

func (t *tools) literal(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.items.Get(ctx, in.ID)
	if errors.Is(err, backend.ErrNotFound) {
		return &mcp.CallToolResult{
			Content: []mcp.Content{&mcp.TextContent{Text: "No such item. Find it with find_items."}},
			IsError: true, // want `tool literal: this failure counts as a success in the server's hooks and log`
		}, itemOut{}, nil
	}
	return nil, itemOut{Text: item.Text}, err
}

func (t *tools) assigned(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	res := &mcp.CallToolResult{}
	item, err := t.items.Get(ctx, in.ID)
	if backend.IsNotFound(err) {
		res.Content = append(res.Content, &mcp.TextContent{Text: "No such item. Find it with find_items."})
		res.IsError = true // want `tool assigned: this failure counts as a success`
		return res, itemOut{}, nil
	}
	return res, itemOut{Text: item.Text}, err
}

func (t *tools) setter(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.items.Get(ctx, in.ID)
	if backend.IsNotFound(err) {
		var res mcp.CallToolResult
		res.SetError(outcome.Correct("No such item. Find it with find_items.")) // want `tool setter: this failure counts as a success`
		return &res, itemOut{}, nil
	}
	return nil, itemOut{Text: item.Text}, err
}

// failed is reported once, for all who use it.
func failed(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{
		IsError: true, // want `tools helped_first and helped_second: every failure built here counts as a success`
		Content: []mcp.Content{&mcp.TextContent{Text: text}},
	}
}

func (t *tools) helpedFirst(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	if in.ID == "" {
		return failed("Argument id is missing. Find it with find_items."), itemOut{}, nil
	}
	return nil, itemOut{Text: in.ID}, nil
}

func (t *tools) helpedSecond(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.items.Get(ctx, in.ID)
	if backend.IsNotFound(err) {
		return failed("No such item. Find it with find_items."), itemOut{}, nil
	}
	return nil, itemOut{Text: item.Text}, err
}

// text has the words of a failure in a successful result.
func (t *tools) text(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, any, error) {
	item, err := t.items.Get(ctx, in.ID)
	if err != nil {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "Error: the item could not be read."}}}, nil, nil // want `tool text: a failure is returned as a successful result`
	}
	return nil, item, nil
}

func (t *tools) rawText(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, string, error) {
	item, err := t.items.Get(ctx, in.ID)
	if err != nil {
		return nil, fmt.Sprintf("get: %v", err), nil // want `tool raw_text: a failure is returned as a successful result`
	}
	return nil, item.Text, nil
}

func (t *tools) body(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, map[string]any, error) {
	item, err := t.items.Get(ctx, in.ID)
	if err != nil {
		return nil, map[string]any{"error": "the items cannot be reached"}, nil // want `tool body: a failure is returned as a successful result`
	}
	return nil, map[string]any{"text": item.Text}, nil
}

func (t *tools) successFalse(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, map[string]any, error) {
	item, err := t.items.Get(ctx, in.ID)
	if err != nil {
		return nil, map[string]any{"success": false}, nil // want `tool success_false: a failure is returned as a successful result`
	}
	return nil, map[string]any{"success": true, "text": item.Text}, nil
}

// A reply is a result that is an error too.
type reply struct {
	Success bool   `json:"success"`
	Error   string `json:"error,omitempty"`
	Text    string `json:"text,omitempty"`
}

func (t *tools) errorField(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, reply, error) {
	item, err := t.items.Get(ctx, in.ID)
	if err != nil {
		return nil, reply{Success: false, Error: "the items cannot be reached"}, nil // known: missing `tool error_field: a failure is returned as a successful result`
	}
	return nil, reply{Success: true, Text: item.Text}, nil
}

// flagged sets the flag by a condition.
func (t *tools) flagged(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, any, error) {
	item, err := t.items.Get(ctx, in.ID)
	text := item.Text
	if err != nil {
		text = "The item could not be read."
	}
	return &mcp.CallToolResult{
		Content: []mcp.Content{&mcp.TextContent{Text: text}},
		IsError: err != nil, // want `tool flagged: this failure counts as a success`
	}, nil, nil
}

func (t *tools) raw(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in itemIn
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		res := new(mcp.CallToolResult)
		res.SetError(errors.New("Argument id must be a string.")) // want `tool raw: this failure counts as a success`
		return res, nil
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: in.ID}}}, nil
}

// counting takes every result for a success.
func counting(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		if err != nil { // want `this middleware tells failures by the Go error alone`
			slog.ErrorContext(ctx, "failed", "method", method, "cause", err)
		} else {
			slog.InfoContext(ctx, "done", "method", method)
		}
		return res, err
	}
}
