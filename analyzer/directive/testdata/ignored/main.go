// Program ignored has tools without a boundary, most of which are meant to be
// like that.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func one(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("x"), nil
}

func two(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("y"), nil
}

func main() {
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTool(mcp.NewTool("reported"), one) // want `tool reported has no boundary`
	s.AddTool(mcp.NewTool("at_end"), one)   //toolvet:ignore boundary answers with constants
	//toolvet:ignore boundary answers with constants
	s.AddTool(mcp.NewTool("above"), one)
	// A comment
	//toolvet:ignore crash,boundary answers with constants
	// and more of it.
	s.AddTool(mcp.NewTool("in_between"), one)
	//toolvet:ignore crash another rule
	s.AddTool(mcp.NewTool("other_rule"), one) // want `tool other_rule has no boundary`
	//toolvet:ignore boundary
	s.AddTool(mcp.NewTool("no_reason"), one) // want `tool no_reason has no boundary`
	//toolvet:ignore boundary too far away // want `nothing to ignore: boundary reports nothing here`

	s.AddTool(mcp.NewTool("far"), one)   // want `tool far has no boundary`
	s.AddTool(mcp.NewTool("lint"), one)  //nolint
	s.AddTool(mcp.NewTool("lint2"), one) //nolint:errcheck,toolvet // answers with constants
	s.AddTool(mcp.NewTool("lint3"), one) //nolint: boundary
	s.AddTool(mcp.NewTool("lint4"), one) // nolint:ALL
	s.AddTool(mcp.NewTool("lint5"), one) //nolint:errcheck // want `tool lint5 has no boundary`
	more(s)
	_ = two //toolvet:ignore boundary it is not a registration at all // want `nothing to ignore: boundary reports nothing here; remove it`
	log.Fatal(server.ServeStdio(s))
}

//nolint:toolvet
func more(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("in_function"), two)
	s.AddTool(mcp.NewTool("in_function2"), two)
}
