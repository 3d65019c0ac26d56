// Package servers puts middleware on servers of mcp-go.
package servers

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/kit"
	"example.com/servers/fixtures/kit2"
)

func get(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("x"), nil
}

func noting(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return next(ctx, req)
	}
}

func option() {
	s := server.NewMCPServer("items", "1.0.0", server.WithLogging(), server.WithToolHandlerMiddleware(noting), server.WithToolHandlerMiddleware(kit.SealCall))
	s.AddTool(mcp.NewTool("option"), get) // tool: mcp-go option -> get on server[noting$1, kit.SealAll$1$1]
}

func use() {
	s := server.NewMCPServer("items", "1.0.0", server.WithRecovery())
	s.AddTool(mcp.NewTool("use"), get) // tool: mcp-go use -> get on server[server.WithRecovery, (*kit2.Guard).Call$1]
	s.Use(kit2.New(nil).Call)
}

func list(readOnly bool) {
	opts := []server.ServerOption{server.WithToolHandlerMiddleware(noting)}
	if !readOnly {
		opts = append(opts, server.WithPromptCapabilities(true))
	}
	s := server.NewMCPServer("items", "1.0.0", append(opts, more()...)...)
	s.AddTool(mcp.NewTool("list"), get) // tool: mcp-go list -> get on server[noting$1, kit.SealAll$1$1]
}

func more() []server.ServerOption {
	return []server.ServerOption{server.WithToolHandlerMiddleware(kit.SealCall)}
}

// given takes its server from the callers of this package.
func given(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("given"), get) // tool: mcp-go given -> get on server[noting$1]
}

func give() { given(server.NewMCPServer("items", "1.0.0", server.WithToolHandlerMiddleware(noting))) }

// An app embeds its server.
type app struct {
	*server.MCPServer
	name string
}

func newApp(name string) (*app, error) {
	a := &app{name: name}
	a.MCPServer = server.NewMCPServer(name, "1.0.0", server.WithToolHandlerMiddleware(kit.SealCall))
	return a, nil
}

func embedded() {
	a, err := newApp("items")
	if err != nil {
		return
	}
	a.AddTool(mcp.NewTool("embedded"), get) // tool: mcp-go embedded -> get on server[kit.SealAll$1$1]
}
