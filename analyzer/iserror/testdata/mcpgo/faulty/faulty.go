// Package faulty answers failures with results, on mcp-go.
package faulty

import (
	"context"
	"encoding/json"
	"log/slog"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/backend"
	"example.com/servers/servers/notes/outcome"
)

type tools struct{ items *backend.Items }

type itemIn struct {
	ID string `json:"id"`
}

func serve(t *tools) {
	s := server.NewMCPServer("items", "1.0.0", server.WithToolHandlerMiddleware(outcome.Middleware), server.WithToolHandlerMiddleware(counting), server.WithToolHandlerMiddleware(noting))
	s.AddTool(mcp.NewTool("plain"), t.plain)
	s.AddTool(mcp.NewTool("from_err"), t.fromErr)
	s.AddTool(mcp.NewTool("formatted"), t.formatted)
	s.AddTool(mcp.NewTool("literal"), t.literal)
	s.AddTool(mcp.NewTool("changed"), t.changed)
	s.AddTool(mcp.NewTool("typed"), mcp.NewTypedToolHandler(t.typed))
	s.AddTool(mcp.NewTool("missing"), t.missing)
	s.AddTool(mcp.NewTool("text"), t.text)
	s.AddTool(mcp.NewTool("raw_text"), t.rawText)
	s.AddTool(mcp.NewTool("json"), t.json)
	s.AddTool(mcp.NewTool("marshalled"), t.marshalled)
	s.AddTool(mcp.NewTool("helped_first"), t.helpedFirst)
	s.AddTool(mcp.NewTool("helped_second"), t.helpedSecond)
}

func (t *tools) plain(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("id", "")
	if id == "" {
		return mcp.NewToolResultError("Argument id is missing. Find it with find_items."), nil // want `tool plain: this failure counts as a success`
	}
	return mcp.NewToolResultText(id), nil
}

func (t *tools) fromErr(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.items.Get(ctx, req.GetString("id", ""))
	if err != nil {
		return mcp.NewToolResultErrorFromErr("get", err), nil // want `tool from_err: this failure counts as a success`
	}
	return mcp.NewToolResultText(item.Text), nil
}

func (t *tools) formatted(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.items.Get(ctx, req.GetString("id", ""))
	if err != nil {
		return mcp.NewToolResultErrorf("get: %v", err), nil // want `tool formatted: this failure counts as a success`
	}
	return mcp.NewToolResultText(item.Text), nil
}

func (t *tools) literal(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetString("id", "") == "" {
		return &mcp.CallToolResult{
			IsError: true, // want `tool literal: this failure counts as a success`
			Content: []mcp.Content{mcp.NewTextContent("Argument id is missing.")},
		}, nil
	}
	return mcp.NewToolResultText("there"), nil
}

func (t *tools) changed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res := mcp.NewToolResultText("The item cannot be read.")
	if _, err := t.items.Get(ctx, req.GetString("id", "")); err != nil {
		res.IsError = true // want `tool changed: this failure counts as a success`
	}
	return res, nil
}

func (t *tools) typed(ctx context.Context, _ mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, error) {
	if in.ID == "" {
		return mcp.NewToolResultError("Argument id is missing."), nil // want `tool typed: this failure counts as a success`
	}
	return mcp.NewToolResultText(in.ID), nil
}

func (t *tools) missing(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id, err := req.RequireString("id")
	if err != nil {
		return mcp.NewToolResultText("missing required parameter: id"), nil // want `tool missing: a failure is returned as a successful result`
	}
	return mcp.NewToolResultText(id), nil
}

func (t *tools) text(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.items.Get(ctx, req.GetString("id", ""))
	if err != nil {
		return mcp.NewToolResultText("Failed to read the item"), nil // want `tool text: a failure is returned as a successful result`
	}
	return mcp.NewToolResultText(item.Text), nil
}

func (t *tools) rawText(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.items.Get(ctx, req.GetString("id", ""))
	if err != nil {
		return mcp.NewToolResultText(err.Error()), nil // want `tool raw_text: a failure is returned as a successful result`
	}
	return mcp.NewToolResultText(item.Text), nil
}

func (t *tools) json(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.items.Get(ctx, req.GetString("id", ""))
	if err != nil {
		return mcp.NewToolResultJSON(map[string]any{"success": false, "error": "unreachable"}) // want `tool json: a failure is returned as a successful result`
	}
	return mcp.NewToolResultJSON(item)
}

func (t *tools) marshalled(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.items.Get(ctx, req.GetString("id", ""))
	if err != nil {
		text, _ := json.Marshal(map[string]string{"error": "unreachable"})
		return mcp.NewToolResultText(string(text)), nil // want `tool marshalled: a failure is returned as a successful result`
	}
	return mcp.NewToolResultJSON(item)
}

// refuse is reported once, for all who use it.
func refuse(text string) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultError(text), nil // want `tools helped_first and helped_second: every failure built here counts as a success`
}

func (t *tools) helpedFirst(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetString("id", "") == "" {
		return refuse("Argument id is missing.")
	}
	return mcp.NewToolResultText("there"), nil
}

func (t *tools) helpedSecond(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.items.Get(ctx, req.GetString("id", ""))
	if backend.IsNotFound(err) {
		return refuse("No such item. Find it with find_items.")
	}
	return mcp.NewToolResultText(item.Text), err
}

// unused builds error results for nobody, as yet.
func unused(err error) *mcp.CallToolResult {
	return mcp.NewToolResultErrorFromErr("failed", err) // want `this failure counts as a success`
}

// counting and noting take every result for a success.
func counting(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := next(ctx, req)
		if err != nil { // want `this middleware tells failures by the Go error alone`
			slog.Error("failed", "tool", req.Params.Name, "cause", err)
			return res, err
		}
		slog.Info("done", "tool", req.Params.Name)
		return res, nil
	}
}

func noting(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := next(ctx, req)
		slog.Info("called", "tool", req.Params.Name, "success", err == nil) // want `this middleware tells failures by the Go error alone`
		return res, err
	}
}
