// Package direct gives handlers to go-sdk without a detour.
package direct

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	ID string `json:"id"`
}

type out struct {
	Text string `json:"text"`
}

func get(_ context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, out, error) {
	return nil, out{in.ID}, nil
}

func raw(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, nil
}

func generic[T any](_ context.Context, _ *mcp.CallToolRequest, in T) (*mcp.CallToolResult, T, error) {
	return nil, in, nil
}

type tools struct{ name string }

func (t *tools) get(_ context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, out, error) {
	return nil, out{in.ID + t.name}, nil
}

func (t tools) raw(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, nil
}

type box[T any] struct{ value T }

func (b *box[T]) get(_ context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, T, error) {
	return nil, b.value, nil
}

// A host is a server with more to it.
type host struct {
	*mcp.Server
	name string
}

const prefix = "items"

var (
	object  = map[string]any{"type": "object"}
	impl    = &mcp.Implementation{Name: "items"}
	listing = &mcp.Tool{Name: prefix + "_list", Description: "List " + prefix + "."}
	longer  = "Describe one."
)

func serve(t *tools) {
	s := mcp.NewServer(impl, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "function", Description: "Get one."}, get)                                                             // tool: go-sdk function -> get on server "Get one."
	mcp.AddTool(s, &mcp.Tool{Name: "method"}, t.get)                                                                                      // tool: go-sdk method -> (*tools).get on server
	mcp.AddTool(s, &mcp.Tool{Name: "literal"}, func(_ context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) { // tool: go-sdk literal -> serve$1 on server
		return nil, t.name + in.ID, nil
	})
	mcp.AddTool[in, out](s, &mcp.Tool{Name: "explicit"}, get)                          // tool: go-sdk explicit -> get on server
	mcp.AddTool(s, &mcp.Tool{Name: "instance"}, generic[in])                           // tool: go-sdk instance -> generic on server
	mcp.AddTool(s, &mcp.Tool{Name: "of_generic"}, (&box[int]{1}).get)                  // tool: go-sdk of_generic -> (*box).get on server
	s.AddTool(&mcp.Tool{Name: "raw", InputSchema: object}, raw)                        // tool: go-sdk raw -> raw on server
	s.AddTool(&mcp.Tool{Name: "raw_method", InputSchema: object}, t.raw)               // tool: go-sdk raw_method -> (tools).raw on server
	s.AddTool(&mcp.Tool{Name: "converted", InputSchema: object}, mcp.ToolHandler(raw)) // tool: go-sdk converted -> raw on server
	mcp.AddTool(s, listing, get)                                                       // tool: go-sdk items_list -> get on server "List items."
}

func variables(t *tools) {
	s := mcp.NewServer(impl, nil)
	h := t.get
	tool := mcp.Tool{Name: "variable"}
	tool.Description = longer
	mcp.AddTool(s, &tool, h) // tool: go-sdk variable -> (*tools).get on server "Describe one."

	var typed mcp.ToolHandlerFor[in, out] = get
	name := fmt.Sprintf("%s_%d", prefix, 2)
	mcp.AddTool(s, &mcp.Tool{Name: name, Description: fmt.Sprintf("Get %s no. %d.", prefix, 2)}, typed) // tool: go-sdk items_2 -> get on server "Get items no. 2."
}

func embedded(t *tools) {
	h := host{Server: mcp.NewServer(impl, nil), name: "host"}
	h.AddTool(&mcp.Tool{Name: "promoted", InputSchema: object}, raw) // tool: go-sdk promoted -> raw on server
	mcp.AddTool(h.Server, &mcp.Tool{Name: "of_field"}, t.get)        // tool: go-sdk of_field -> (*tools).get on server
}

// Register is given its server.
func Register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "given"}, get) // tool: go-sdk given -> get
}

func values() {
	s := mcp.NewServer(impl, nil)
	add := s.AddTool
	add(&mcp.Tool{Name: "method_value", InputSchema: object}, raw) // tool: go-sdk method_value -> raw on server
	plus := mcp.AddTool[in, out]
	plus(s, &mcp.Tool{Name: "function_value"}, get)                                   // tool: go-sdk function_value -> get on server
	(*mcp.Server).AddTool(s, &mcp.Tool{Name: "expression", InputSchema: object}, raw) // tool: go-sdk expression -> raw on server
	s.AddTool(definition())                                                           // tool: go-sdk spread -> definition$1 on server "From a call."
	tool, handler := definition()
	tool.Name = "renamed"
	s.AddTool(tool, handler) // known: missing go-sdk renamed -> definition$1 on server "From a call."
}

func definition() (*mcp.Tool, mcp.ToolHandler) {
	return &mcp.Tool{Name: "spread", Description: "From a call.", InputSchema: object}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{}, nil
	}
}
