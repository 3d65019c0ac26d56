// Package faulty shows the model the server's insides, on mcp-go.
package faulty

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/backend"
	"example.com/servers/fixtures/kit2"
	"example.com/servers/servers/notes/outcome"
)

type tools struct {
	http *backend.HTTP
	rpc  *backend.RPC
}

type itemIn struct {
	ID string `json:"id"`
}

func serve(t *tools) {
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTool(mcp.NewTool("text"), t.text)
	s.AddTool(mcp.NewTool("from_err"), t.fromErr)
	s.AddTool(mcp.NewTool("formatted"), t.formatted)
	s.AddTool(mcp.NewTool("content"), t.content)
	s.AddTool(mcp.NewTool("typed"), mcp.NewTypedToolHandler(t.typed))
	s.AddTool(mcp.NewTool("structured"), mcp.NewStructuredToolHandler(t.structured))
	s.AddTool(mcp.NewTool("adapted"), adapt(t.adapted))
	s.AddTool(mcp.NewTool("chosen"), outcome.Handler("chosen", t.chosen))
	s.AddTool(mcp.NewTool("built"), outcome.Handler("built", t.built))
	s.AddTool(mcp.NewTool("caught"), catching(t.chosen))
	s.AddTool(mcp.NewTool("helped_first"), t.helpedFirst)
	s.AddTool(mcp.NewTool("helped_second"), t.helpedSecond)
}

func (t *tools) text(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.http.Get(ctx, req.GetString("id", ""))
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil // want `tool text: the model reads the raw error text of .*Get`
	}
	return mcp.NewToolResultText(item.Text), nil
}

func (t *tools) fromErr(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.http.Get(ctx, req.GetString("id", ""))
	if err != nil {
		return mcp.NewToolResultErrorFromErr("The item cannot be read", err), nil // want `tool from_err: the model reads the raw error text of .*Get`
	}
	return mcp.NewToolResultText(item.Text), nil
}

func (t *tools) formatted(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("id", "")
	item, err := t.http.Get(ctx, id)
	if err != nil {
		return mcp.NewToolResultErrorf("Item %s cannot be read: %v", id, err), nil // want `tool formatted: the model reads the raw error text of .*Get`
	}
	return mcp.NewToolResultText(item.Text), nil
}

func (t *tools) content(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.http.Get(ctx, req.GetString("id", ""))
	if err != nil {
		var b strings.Builder
		b.WriteString("The item cannot be read: ")
		b.WriteString(err.Error()) // want `tool content: the model reads the raw error text of .*Get`
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{mcp.NewTextContent(b.String())}}, nil
	}
	return mcp.NewToolResultText(item.Text), nil
}

func (t *tools) typed(ctx context.Context, _ mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, error) {
	item, err := t.rpc.Get(ctx, in.ID)
	if err != nil {
		return mcp.NewToolResultError(fmt.Sprintf("rpc at %s: %v", os.Getenv("RPC_HOST"), err)), nil // want `tool typed: the model reads the (raw error text|value of environment variable RPC_HOST)`
	}
	return mcp.NewToolResultText(item.Text), nil
}

// structured has an adapter that makes a result of every error.
func (t *tools) structured(ctx context.Context, _ mcp.CallToolRequest, in itemIn) (backend.Item, error) {
	item, err := t.http.Get(ctx, in.ID)
	if err != nil {
		return item, fmt.Errorf("get %s: %w", in.ID, err) // want `tool structured: the model reads the raw error text of .*Get`
	}
	return item, nil
}

// adapt has the same effect for handlers of the program's own kind.
func adapt[T any](fn func(context.Context, T) (string, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in T
		if err := req.BindArguments(&in); err != nil {
			return nil, outcome.Correct("The arguments do not fit the schema.")
		}
		text, err := fn(ctx, in)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil // want `the model reads the raw text of whatever error the handlers behind this return`
		}
		return mcp.NewToolResultText(text), nil
	}
}

func (t *tools) adapted(ctx context.Context, in itemIn) (string, error) {
	item, err := t.http.Get(ctx, in.ID)
	return item.Text, err
}

func (t *tools) chosen(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.http.Get(ctx, req.GetString("id", ""))
	if err != nil {
		return nil, kit2.Say("The item cannot be read: %s.", err).Next("Tell the user.").At(8) // want `tools? .*chosen.*: the model reads the raw error text of .*Get`
	}
	return mcp.NewToolResultText(item.Text), nil
}

// built goes past the boundary.
func (t *tools) built(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.http.Get(ctx, req.GetString("id", ""))
	if errors.Is(err, backend.ErrThrottled) {
		return mcp.NewToolResultError("Too many requests to https://items.internal:8443/v1. Send the same call again later."), nil // want `tool built: the model reads the address https://items.internal:8443/v1`
	}
	return mcp.NewToolResultText(item.Text), err
}

// catching tells the model what a panic said.
func catching(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
		defer func() {
			if value := recover(); value != nil {
				res, err = mcp.NewToolResultError(fmt.Sprintf("crashed: %v", value)), nil // want `the model reads the value of a panic when a handler behind this panics`
			}
		}()
		return outcome.Handler(req.Params.Name, next)(ctx, req)
	}
}

// failed is where the text of all its results is wrong.
func failed(what string, err error) *mcp.CallToolResult {
	return mcp.NewToolResultError(what + ": " + err.Error()) // want `tools helped_first and helped_second: the model reads .*error text`
}

func (t *tools) helpedFirst(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.http.Get(ctx, req.GetString("id", ""))
	if err != nil {
		return failed("get", err), nil
	}
	return mcp.NewToolResultText(item.Text), nil
}

func (t *tools) helpedSecond(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.rpc.Get(ctx, req.GetString("id", ""))
	if err != nil {
		return failed("call", err), nil
	}
	return mcp.NewToolResultText(item.Text), nil
}

// Failed is for the handlers of other packages, which pass in any error.
func Failed(err error) *mcp.CallToolResult {
	return mcp.NewToolResultErrorFromErr("failed", err) // want `Failed puts the raw text of whatever error it is given into an error result`
}
