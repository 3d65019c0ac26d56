// Package kit has helpers that other packages register their tools with.
package kit

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// A Tool is a bundle of the program's own.
type Tool struct {
	Def     mcp.Tool
	Handler server.ToolHandlerFunc
	Write   bool
}

// Add registers a handler under a name.
func Add(s *server.MCPServer, name string, h server.ToolHandlerFunc) {
	s.AddTool(mcp.NewTool(name), Logged(h))
}

// Logged is a wrapper.
func Logged(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		println(req.Params.Name)
		return next(ctx, req)
	}
}

// Text adapts functions that return text.
func Text[T any](fn func(context.Context, T) (string, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in T
		if err := req.BindArguments(&in); err != nil {
			return nil, err
		}
		text, err := fn(ctx, in)
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(text), nil
	}
}

// Register registers bundles.
func Register(s *server.MCPServer, tools ...Tool) {
	for _, t := range tools {
		s.AddTool(t.Def, t.Handler)
	}
}

// A Maker makes a tool.
type Maker interface {
	Tool() (mcp.Tool, server.ToolHandlerFunc)
}

// New returns a server with middleware.
func New(name string) *server.MCPServer {
	return server.NewMCPServer(name, "1.0.0", server.WithToolHandlerMiddleware(Logged))
}
