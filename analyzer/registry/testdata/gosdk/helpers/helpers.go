// Package helpers registers tools of go-sdk through functions of its own.
package helpers

import (
	"context"
	"errors"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/kit"
)

type in struct {
	ID string `json:"id"`
}

func get(_ context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, string, error) {
	return nil, in.ID, nil
}

func put(_ context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, bool, error) {
	return nil, in.ID != "", nil
}

func raw(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, nil
}

var (
	impl   = &mcp.Implementation{Name: "items"}
	object = map[string]any{"type": "object"}
)

// A registry keeps the server.
type registry struct{ server *mcp.Server }

func newRegistry() *registry { return &registry{server: mcp.NewServer(impl, nil)} }

func (r *registry) raw(name string, h mcp.ToolHandler) *registry {
	r.server.AddTool(&mcp.Tool{Name: name, InputSchema: object}, h)
	return r
}

func add[In, Out any](r *registry, t *mcp.Tool, h mcp.ToolHandlerFor[In, Out]) error {
	mcp.AddTool(r.server, t, h)
	return nil
}

// sealed takes a plain function type, and passes it on to another helper.
func sealed[In, Out any](r *registry, name string, h func(context.Context, *mcp.CallToolRequest, In) (*mcp.CallToolResult, Out, error)) {
	_ = add(r, &mcp.Tool{Name: "sealed_" + name, Description: "Sealed."}, kit.Seal(h))
}

func serve() {
	r := newRegistry()
	_ = add(r, &mcp.Tool{Name: "helped"}, get) // tool: go-sdk helped -> get on server
	sealed(r, "get", get)                      // tool: go-sdk sealed_get -> get via kit.Seal$1 on server "Sealed."
	sealed(r, "put", put)                      // tool: go-sdk sealed_put -> put via kit.Seal$1 on server "Sealed."
	r.
		raw("chained", raw). // tool: go-sdk chained -> raw on server
		raw("longer", raw)   // tool: go-sdk longer -> raw on server
}

// local registers with a closure, here and in other functions.
func local() {
	s := mcp.NewServer(impl, nil)
	reg := func(name string, h mcp.ToolHandler) {
		s.AddTool(&mcp.Tool{Name: "local_" + name, InputSchema: object}, h)
	}
	reg("first", raw) // tool: go-sdk local_first -> raw on server
	passed(reg)       // known: wrong go-sdk local_second -> raw on server
}

func passed(reg func(string, mcp.ToolHandler)) {
	reg("second", raw) // known: missing go-sdk local_second -> raw on server
}

// A spec registers itself later.
type spec struct {
	tool     *mcp.Tool
	register func(*mcp.Server)
}

func newSpec[In, Out any](t *mcp.Tool, h mcp.ToolHandlerFor[In, Out]) spec {
	return spec{tool: t, register: func(s *mcp.Server) { mcp.AddTool(s, t, h) }}
}

func deferred() {
	s := mcp.NewServer(impl, nil)
	specs := []spec{
		newSpec(&mcp.Tool{Name: "deferred_get"}, get), // known: missing go-sdk deferred_get -> get on server | wrong go-sdk deferred_get -> get
		newSpec(&mcp.Tool{Name: "deferred_put"}, put), // known: missing go-sdk deferred_put -> put on server | wrong go-sdk deferred_put -> put
	}
	for _, spec := range specs {
		spec.register(s)
	}
}

// read and write are factories of names.
func named() {
	s := mcp.NewServer(impl, nil)
	read := func(name, desc string) *mcp.Tool {
		return &mcp.Tool{Name: name, Description: desc, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}
	}
	mcp.AddTool(s, read("made_get", "Get one."), get) // tool: go-sdk made_get -> get on server "Get one."
	mcp.AddTool(s, read("made_put", "Put one."), put) // tool: go-sdk made_put -> put on server "Put one."
}

// A translator has the texts of an operator, or the program's.
type translator map[string]string

func (t translator) text(key, fallback string) string {
	if s, ok := t[key]; ok {
		return s
	}
	return fallback
}

func translated(t translator, tr func(key, fallback string) string) {
	s := mcp.NewServer(impl, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "translated", Description: t.text("TOOL_GET", "Get one.")}, get) // tool: go-sdk translated -> get on server "Get one."
	mcp.AddTool(s, &mcp.Tool{Name: "by_function", Description: tr("TOOL_PUT", "Put one.")}, put)    // tool: go-sdk by_function -> put on server "Put one."
}

// by is dynamic: its name is known only when it runs.
func by(s *mcp.Server, name string) {
	mcp.AddTool(s, &mcp.Tool{Name: name}, get)
}

func dynamic(names []string) {
	s := mcp.NewServer(impl, nil)
	for _, name := range names {
		by(s, name) // tool: go-sdk dynamic -> get on server
	}
}

// field makes a tool that changes one field: whoever calls it names the tool.
func field(s *mcp.Server, name string, allowed []string) {
	s.AddTool(&mcp.Tool{Name: "update_" + name, InputSchema: object}, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if !slices.Contains(allowed, string(req.Params.Arguments)) {
			return nil, errors.New("not allowed")
		}
		return &mcp.CallToolResult{}, nil
	})
}

func fields(s *mcp.Server, allowed []string) {
	field(s, "title", allowed) // tool: go-sdk update_title -> field$1
	field(s, "body", allowed)  // tool: go-sdk update_body -> field$1
	for _, name := range allowed {
		register := func() {
			field(s, name, nil)
		}
		register() // tool: go-sdk dynamic -> field$1
	}
}

// Named is for callers elsewhere, and the only registration of what it gets.
func Named(s *mcp.Server, name string) {
	mcp.AddTool(s, &mcp.Tool{Name: name}, put) // tool: go-sdk dynamic -> put
}

// Register is for callers elsewhere, who choose the handler.
func Register(s *mcp.Server, h mcp.ToolHandler) {
	s.AddTool(&mcp.Tool{Name: "from_elsewhere", InputSchema: object}, h)
}
