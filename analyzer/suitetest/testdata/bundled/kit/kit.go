// Package kit has the program's own bundles of tools, and registers them.
package kit

import (
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/servers/notes/outcome"
)

// A Tool is a tool with its handler.
type Tool struct {
	Def     mcp.Tool
	Handler server.ToolHandlerFunc
}

// Guarded puts the boundary around the handlers.
func Guarded(s *server.MCPServer, tools []Tool) {
	for _, t := range tools {
		s.AddTool(t.Def, outcome.Handler(t.Def.Name, t.Handler))
	}
}
