// Package bundles pairs tools of mcp-go with their handlers in structs.
package bundles

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/kit"
)

func first(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("first"), nil
}

func second(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("second"), nil
}

// listed gives a literal list.
func listed() {
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTools(
		server.ServerTool{Tool: mcp.NewTool("keyed"), Handler: first},      // tool: mcp-go keyed -> first on server
		server.ServerTool{mcp.NewTool("positional"), kit.SealCall(second)}, // tool: mcp-go positional -> second via kit.SealAll$1$1 on server
	)
	s.AddTools([]server.ServerTool{
		{Tool: mcp.NewTool("elided", mcp.WithDescription("Elided.")), Handler: second}, // tool: mcp-go elided -> second on server "Elided."
	}...)
}

// appended grows a slice.
func appended(write bool) {
	s := server.NewMCPServer("items", "1.0.0")
	var all []server.ServerTool
	all = append(all, server.ServerTool{Tool: mcp.NewTool("appended"), Handler: first}) // tool: mcp-go appended -> first on server
	if write {
		all = append(all, made("made", second)) // tool: mcp-go the_made -> second on server
	}
	all = append(all, group{}.tools()...)
	s.AddTools(all...)
}

// made is a constructor of bundles: its callers have the tools.
func made(name string, h server.ToolHandlerFunc) server.ServerTool {
	return server.ServerTool{Tool: mcp.NewTool("the_" + name), Handler: h}
}

type group struct{}

func (group) tools() []server.ServerTool {
	return []server.ServerTool{
		{Tool: mcp.NewTool("of_group"), Handler: first}, // tool: mcp-go of_group -> first on server
		ofFunction(),
	}
}

func ofFunction() server.ServerTool {
	var st server.ServerTool // tool: mcp-go of_function -> second on server
	st.Tool = mcp.NewTool("of_function")
	st.Handler = second
	return st
}

// taken takes bundles apart.
func taken() {
	s := server.NewMCPServer("items", "1.0.0")
	for _, st := range []server.ServerTool{
		{Tool: mcp.NewTool("taken"), Handler: first}, // tool: mcp-go taken -> first via kit.SealAll$1$1 on server
	} {
		s.AddTool(st.Tool, kit.SealCall(st.Handler))
	}
	one := server.ServerTool{Tool: mcp.NewTool("one"), Handler: second} // tool: mcp-go one -> second on server
	s.AddTool(one.Tool, one.Handler)
}

// A session has its own tools, by name.
func session(sess server.SessionWithTools) {
	sess.SetSessionTools(map[string]server.ServerTool{
		"mapped": {Tool: mcp.NewTool("mapped"), Handler: first}, // tool: mcp-go mapped -> first
	})
}

// Tools are for others to register.
func Tools() []server.ServerTool {
	return []server.ServerTool{
		{Tool: mcp.NewTool("exported"), Handler: second}, // tool: mcp-go exported -> second
	}
}

// own is a bundle with more in it than the SDK's.
type own struct {
	Tool    mcp.Tool
	Handler server.ToolHandlerFunc
	Scope   string
}

func (o own) register(s *server.MCPServer) { s.AddTool(o.Tool, o.Handler) }

func owned() {
	s := server.NewMCPServer("items", "1.0.0")
	for _, o := range []own{
		{Tool: mcp.NewTool("own_first"), Handler: first, Scope: "read"}, // tool: mcp-go own_first -> first on server
		{mcp.NewTool("own_second"), second, "write"},                    // tool: mcp-go own_second -> second on server
	} {
		o.register(s)
	}
}
