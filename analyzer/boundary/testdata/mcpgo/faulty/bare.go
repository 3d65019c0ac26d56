package faulty

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/servers/notes/outcome"
)

// direct registers handlers as they are, in all of the SDK's ways.
func direct(t *tools) {
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTool(mcp.NewTool("get_item"), t.get)                                         // want `tool get_item has no boundary: a panic breaks the call, .* protocol error`
	s.AddTool(mcp.NewTool("sealed_item"), outcome.Handler("sealed_item", t.get))      // beside the others
	s.AddTool(mcp.NewTool("typed_item"), mcp.NewTypedToolHandler(t.typed))            // want `tool typed_item has no boundary`
	s.AddTool(mcp.NewTool("struct_item"), mcp.NewStructuredToolHandler(t.structured)) // known: missing `tool struct_item has no boundary: .*text of any error reaches the model` wrong `tool struct_item has no boundary`
	s.AddTools(
		server.ServerTool{Tool: mcp.NewTool("listed_item"), Handler: t.get}, // want `tool listed_item has no boundary`
		server.ServerTool{Tool: mcp.NewTool("listed_sealed"), Handler: outcome.Handler("listed_sealed", t.get)},
	)
	_ = s.AddSessionTool("session", mcp.NewTool("session_item"), t.get) // want `tool session_item has no boundary`
}

// recovery has the SDK's own recovery, which tells the client what the panic
// said and does nothing about errors.
func recovery(t *tools) {
	s := server.NewMCPServer("items", "1.0.0", server.WithRecovery())
	s.AddTool(mcp.NewTool("recovered_item"), t.get) // want `tool recovered_item has no boundary`
}

// tasks go past the middleware of the server.
func tasks(t *tools) {
	s := server.NewMCPServer("items", "1.0.0", server.WithToolHandlerMiddleware(outcome.Middleware))
	s.AddTool(mcp.NewTool("behind"), t.get)
	s.AddTaskTool(mcp.NewTool("task_item"), t.task) // want `tool task_item has no boundary`
}

// used has the boundary on another server.
func used(t *tools) {
	guarded, bare := server.NewMCPServer("items", "1.0.0"), server.NewMCPServer("items", "1.0.0")
	guarded.Use(outcome.Middleware)
	guarded.AddTool(mcp.NewTool("on_guarded"), t.get)
	bare.AddTool(mcp.NewTool("on_bare"), t.get) // want `tool on_bare has no boundary`
}

func tool(name string, h server.ToolHandlerFunc) server.ServerTool {
	return server.ServerTool{Tool: mcp.NewTool(name), Handler: h}
}

// made has a constructor of tools that wraps nothing.
func made(t *tools) {
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTools(tool("made_first", t.get), tool("made_second", t.get), tool("made_third", t.get)) // want `tools made_first, made_second and made_third have no boundary`
}

// local registers through a closure.
func local(t *tools) {
	s := server.NewMCPServer("items", "1.0.0")
	add := func(name string, h server.ToolHandlerFunc) {
		s.AddTool(mcp.NewTool(name), h) // want `tools local_first and local_second have no boundary`
	}
	add("local_first", t.get)
	add("local_second", func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("second"), nil
	})
}
