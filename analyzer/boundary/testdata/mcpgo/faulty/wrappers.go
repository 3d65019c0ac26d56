package faulty

import (
	"context"
	"errors"
	"log/slog"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/almost"
	"example.com/servers/fixtures/backend"
	"example.com/servers/servers/notes/outcome"
)

// short uses wrappers that look like boundaries.
func short(t *tools) {
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTool(mcp.NewTool("unnamed"), almost.Unnamed(t.get)) // known: missing `tool unnamed.*almost.Unnamed.*unnamed` wrong `tool unnamed: almost.Unnamed replaces errors but recovers no panic: a panic breaks the`
	s.AddTool(mcp.NewTool("open"), almost.Open(t.get))       // want `tool open has no boundary: almost.Open forwards the text of any error`
	s.AddTool(mcp.NewTool("mapped"), almost.Mapped(t.get))   // want `tool mapped has no boundary`
}

// behind has such a wrapper as middleware: it is what falls short.
func behind(t *tools) {
	s := server.NewMCPServer("items", "1.0.0", server.WithToolHandlerMiddleware(forwarding))
	s.AddTool(mcp.NewTool("behind_first"), t.get)
	s.AddTool(mcp.NewTool("behind_second"), t.get)
}

func forwarding(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `tools behind_first and behind_second have no boundary: .*forwarding forwards the text of any error and recovers no panic`
		res, err := next(ctx, req)
		if err != nil {
			slog.ErrorContext(ctx, "failed", "cause", err)
			return mcp.NewToolResultError(err.Error()), nil
		}
		return res, nil
	}
}

// order has boundaries in the wrong place.
func order(t *tools) {
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTool(mcp.NewTool("structured_beneath"), outcome.Handler("it", mcp.NewStructuredToolHandler(t.structured))) // want `tool structured_beneath: .*NewStructuredToolHandler turns errors into results beneath the boundary`
	s.AddTool(mcp.NewTool("flattened_beneath"), outcome.Handler("it", flatten(t.get)))                              // want `tool flattened_beneath: .*flatten turns errors into results beneath the boundary`
	s.AddTool(mcp.NewTool("mapped_outside"), mapped(outcome.Handler("it", t.get)))                                  // known: missing `tool mapped_outside: .*mapped.* outside the boundary`
}

// served has a flattening wrapper beneath the server's boundary.
func served(t *tools) {
	s := server.NewMCPServer("items", "1.0.0", server.WithToolHandlerMiddleware(outcome.Middleware))
	s.AddTool(mcp.NewTool("flattened_served"), flatten(t.get)) // want `tool flattened_served: .*flatten turns errors into results beneath the boundary`
}

func flatten(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := next(ctx, req)
		if err != nil {
			return mcp.NewToolResultErrorFromErr("failed", err), nil
		}
		return res, nil
	}
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
