package faulty

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/servers/notes/outcome"
)

// direct registers handlers as they are.
func direct(t *tools) *mcp.Server {
	s := mcp.NewServer(impl, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "get_item"}, t.get)                                                                                         // want `tool get_item has no boundary: a panic ends the server, and the text of any error reaches the model`
	s.AddTool(&mcp.Tool{Name: "raw_item", InputSchema: object}, t.raw)                                                                         // want `tool raw_item has no boundary: a panic ends the server, .* protocol error`
	mcp.AddTool(s, &mcp.Tool{Name: "sealed_item"}, outcome.Typed("sealed_item", t.get))                                                        // beside the others
	mcp.AddTool(s, &mcp.Tool{Name: "echo"}, func(_ context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) { // want `tool echo has no boundary`
		return nil, itemOut{Text: in.ID}, nil
	})
	return s
}

// add wraps nothing, whoever calls it.
func add[In, Out any](s *mcp.Server, name string, h mcp.ToolHandlerFor[In, Out]) {
	mcp.AddTool(s, &mcp.Tool{Name: name}, h) // want `tools helped_get, helped_has and helped_again have no boundary`
}

func helped(t *tools) {
	s := mcp.NewServer(impl, nil)
	add(s, "helped_get", t.get)
	add(s, "helped_has", t.has)
	add(s, "helped_again", t.get)
}

// once is a helper with one user: there is no difference between the two.
func once(t *tools) {
	s := mcp.NewServer(impl, nil)
	addOnce(s, t.raw) // want `tool once has no boundary`
}

func addOnce(s *mcp.Server, h mcp.ToolHandler) {
	s.AddTool(&mcp.Tool{Name: "once", InputSchema: object}, h)
}

type row struct {
	name    string
	handler mcp.ToolHandler
}

// looped registers a whole table bare: the loop is what lacks a boundary.
func looped(t *tools) {
	s := mcp.NewServer(impl, nil)
	rows := []row{
		{"first_row", t.raw},
		{"second_row", t.raw},
	}
	for _, r := range rows {
		s.AddTool(&mcp.Tool{Name: r.name, InputSchema: object}, r.handler) // want `tools first_row and second_row have no boundary`
	}
}

// mixed is a table of which one element is wrapped: the other lacks it.
func mixed(t *tools) {
	s := mcp.NewServer(impl, nil)
	rows := []row{
		{"bare_row", t.raw},
		{"guarded_row", outcome.Raw("guarded_row", t.raw)},
	}
	for _, r := range rows {
		s.AddTool(&mcp.Tool{Name: r.name, InputSchema: object}, r.handler) // want `tool bare_row has no boundary`
	}
}
