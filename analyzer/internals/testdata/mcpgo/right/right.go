// Package right shows the model nothing of the server, on mcp-go.
package right

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/backend"
	"example.com/servers/fixtures/kit2"
	"example.com/servers/fixtures/kit3"
	"example.com/servers/servers/notes/outcome"
)

type tools struct{ http *backend.HTTP }

type itemIn struct {
	ID string `json:"id"`
}

func serve(t *tools) {
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTool(mcp.NewTool("bare"), t.bare)
	s.AddTool(mcp.NewTool("bare_typed"), mcp.NewTypedToolHandler(t.bareTyped))
	s.AddTool(mcp.NewTool("masked"), outcome.Handler("masked", t.bare))
	s.AddTool(mcp.NewTool("guarded"), kit2.New(nil).Call(t.bare))
	s.AddTool(mcp.NewTool("adapted"), kit3.Adapt(t.adapted))
	s.AddTool(mcp.NewTool("accessor"), t.accessor)
	s.AddTool(mcp.NewTool("fixed"), t.fixed)
	served := server.NewMCPServer("served", "1.0.0", server.WithToolHandlerMiddleware(outcome.Middleware))
	served.AddTool(mcp.NewTool("served"), t.bare)
}

// bare has errors that become protocol errors: the model does not read them.
func (t *tools) bare(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.http.Get(ctx, req.GetString("id", ""))
	if err != nil {
		return nil, fmt.Errorf("get from %s: %w", t.http.Base, err)
	}
	return mcp.NewToolResultText(item.Text), nil
}

func (t *tools) bareTyped(ctx context.Context, _ mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, error) {
	item, err := t.http.Get(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(item.Text), nil
}

func (t *tools) adapted(ctx context.Context, in itemIn) (string, error) {
	item, err := t.http.Get(ctx, in.ID)
	return item.Text, err
}

// accessor shows the text of the SDK's own errors, which name the argument.
func (t *tools) accessor(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id, err := req.RequireString("id")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	item, err := t.http.Get(ctx, id)
	if errors.Is(err, backend.ErrThrottled) {
		slog.Warn("throttled", "cause", err)
		return mcp.NewToolResultErrorf("The items are busy. Send the same call with id %s again later.", id), nil
	}
	return mcp.NewToolResultText(item.Text), err
}

func (t *tools) fixed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.http.Get(ctx, req.GetString("id", ""))
	if err != nil {
		slog.Error("get_failed", "cause", err)
		return failed("get_item"), nil
	}
	return mcp.NewToolResultText(item.Text), nil
}

func failed(tool string) *mcp.CallToolResult {
	return mcp.NewToolResultError(tool + " failed on the server's side; the request was fine. Tell the user.")
}
