// Package right returns failures as errors, and results as they are, on mcp-go.
package right

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/backend"
	"example.com/servers/servers/notes/outcome"
)

type tools struct {
	items *backend.Items
	other *client.Client
}

func serve(t *tools) {
	s := server.NewMCPServer("items", "1.0.0", server.WithToolHandlerMiddleware(boundary), server.WithToolHandlerMiddleware(watching))
	s.AddTool(mcp.NewTool("get"), t.get)
	s.AddTool(mcp.NewTool("rejected"), t.rejected)
	s.AddTool(mcp.NewTool("batch"), t.batch)
	s.AddTool(mcp.NewTool("proxy"), t.proxy)
	s.AddTool(mcp.NewTool("read"), t.read)
	s.AddTool(mcp.NewTool("log"), t.log)
}

func (t *tools) get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.items.Get(ctx, req.GetString("id", ""))
	if errors.Is(err, backend.ErrNotFound) {
		return nil, outcome.Correct("No such item. Find it with find_items.")
	}
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(item.Text), nil
}

func (t *tools) rejected(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := t.items.Put(ctx, req.GetString("id", ""), "", 1)
	if errors.Is(err, backend.ErrStale) {
		return mcp.NewToolResultJSON(map[string]any{"status": "rejected", "code": "stale_revision"})
	}
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultJSON(map[string]any{"status": "done"})
}

func (t *tools) batch(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	results := []map[string]any{}
	failed := 0
	for _, id := range req.GetStringSlice("ids", nil) {
		if _, err := t.items.Get(ctx, id); err != nil {
			failed++
			results = append(results, map[string]any{"id": id, "status": "failed", "error": "could not be read"})
			continue
		}
		results = append(results, map[string]any{"id": id, "status": "ok"})
	}
	return mcp.NewToolResultJSON(map[string]any{"results": results, "failed": failed})
}

func (t *tools) proxy(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := t.other.CallTool(ctx, req)
	if err != nil {
		return nil, err
	}
	return &mcp.CallToolResult{Content: res.Content, IsError: res.IsError}, nil
}

func (t *tools) read(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := t.other.CallTool(ctx, req)
	if err != nil {
		return nil, err
	}
	if res.IsError {
		return nil, fmt.Errorf("the other server failed with %d blocks", len(res.Content))
	}
	return res, nil
}

// log answers with what was asked for, which tells of errors.
func (t *tools) log(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	found, err := t.items.Find(ctx, "failed")
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(fmt.Sprintf("%d calls failed with an error today.", len(found))), nil
}

// boundary is the one to build error results, and so are its helpers.
func boundary(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
		defer func() {
			if value := recover(); value != nil {
				slog.Error("panicked", "value", value)
				res, err = fault(), nil
			}
		}()
		res, err = next(ctx, req)
		if err == nil {
			return res, nil
		}
		var chosen *outcome.Error
		if errors.As(err, &chosen) {
			slog.Log(ctx, chosen.Level, "failed", "text", chosen.Text)
			return mcp.NewToolResultError(chosen.Text), nil
		}
		slog.Error("failed", "cause", err)
		return fault(), nil
	}
}

func fault() *mcp.CallToolResult { return mcp.NewToolResultError(outcome.FaultText) }

func watching(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := next(ctx, req)
		if err != nil || res.IsError {
			slog.Warn("failed", "tool", req.Params.Name)
		} else {
			slog.Info("done", "tool", req.Params.Name)
		}
		return res, err
	}
}
