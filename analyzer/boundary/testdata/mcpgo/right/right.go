// Package right registers tools of mcp-go behind boundaries.
package right

import (
	"context"
	"errors"
	"log/slog"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/backend"
	"example.com/servers/servers/notes/outcome"
)

type itemIn struct {
	ID string `json:"id"`
}

type tools struct{ items *backend.Items }

func (t *tools) get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.items.Get(ctx, req.GetString("id", ""))
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(item.Text), nil
}

func (t *tools) typed(ctx context.Context, _ mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, error) {
	item, err := t.items.Get(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(item.Text), nil
}

func perHandler(t *tools) {
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTool(mcp.NewTool("plain"), outcome.Handler("plain", t.get))
	s.AddTool(mcp.NewTool("typed"), outcome.Handler("typed", mcp.NewTypedToolHandler(t.typed)))
	s.AddTools(
		server.ServerTool{Tool: mcp.NewTool("listed"), Handler: outcome.Handler("listed", t.get)},
		server.ServerTool{Tool: mcp.NewTool("listed_too"), Handler: outcome.Handler("listed_too", t.get)},
	)
}

// The servers below have their boundary as middleware, put on in three ways.

func option(t *tools) {
	s := server.NewMCPServer("items", "1.0.0", server.WithToolHandlerMiddleware(outcome.Middleware), server.WithRecovery())
	s.AddTool(mcp.NewTool("option"), t.get)
	s.AddTools(server.ServerTool{Tool: mcp.NewTool("option_listed"), Handler: t.get})
}

func method(t *tools) {
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTool(mcp.NewTool("method"), t.get)
	s.Use(outcome.Middleware)
}

func value(t *tools) {
	opts := []server.ServerOption{server.WithLogging()}
	opts = append(opts, server.WithToolHandlerMiddleware(outcome.Middleware))
	s := server.NewMCPServer("items", "1.0.0", opts...)
	s.AddTool(mcp.NewTool("value"), t.get)
}

// order has what is outside and beneath a boundary where it belongs.
func order(t *tools) {
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTool(mcp.NewTool("mapped"), outcome.Handler("it", mapped(t.get)))
	s.AddTool(mcp.NewTool("logged"), logged(outcome.Handler("it", t.get)))
}

func mapped(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := next(ctx, req)
		if errors.Is(err, backend.ErrNotFound) {
			return nil, outcome.Correct("There is no such item. Find its id with find_items.")
		}
		return res, err
	}
}

func logged(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := next(ctx, req)
		slog.InfoContext(ctx, "called", "tool", req.Params.Name, "failed", err != nil || res.IsError)
		return res, err
	}
}

// others are no tools.
func others() {
	s := server.NewMCPServer("items", "1.0.0")
	s.AddPrompt(mcp.NewPrompt("brief"), func(context.Context, mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return nil, errors.New("no brief")
	})
	s.AddResource(mcp.NewResource("items://state", "state"), func(context.Context, mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		return nil, errors.New("no state")
	})
	s.AddNotificationHandler("ping", func(context.Context, mcp.JSONRPCNotification) {})
}

// Register is for other programs: their servers may have a boundary.
func Register(s *server.MCPServer) {
	t := &tools{items: backend.NewItems(nil)}
	s.AddTool(mcp.NewTool("registered"), t.get)
}

// Tools are for other programs too.
func Tools(t *tools) []server.ServerTool {
	return []server.ServerTool{
		{Tool: mcp.NewTool("bundled"), Handler: t.get},
		{Tool: mcp.NewTool("bundled_too"), Handler: mcp.NewTypedToolHandler(t.typed)},
	}
}
