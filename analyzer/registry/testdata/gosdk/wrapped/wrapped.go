// Package wrapped puts wrappers around handlers of go-sdk, and middleware on
// its servers.
package wrapped

import (
	"context"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/almost"
	"example.com/servers/fixtures/kit"
	"example.com/servers/fixtures/kit2"
	"example.com/servers/fixtures/kit3"
)

type in struct {
	ID string `json:"id"`
}

func get(_ context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, string, error) {
	return nil, in.ID, nil
}

func raw(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, nil
}

var (
	impl   = &mcp.Implementation{Name: "items"}
	object = map[string]any{"type": "object"}
)

func logged(name string, next mcp.ToolHandler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		println(name)
		return next(ctx, req)
	}
}

// A gate wraps with a method value.
type gate struct{ next mcp.ToolHandler }

func (g *gate) serve(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return g.next(ctx, req)
}

func gated(h mcp.ToolHandler) mcp.ToolHandler { return (&gate{h}).serve }

func perHandler() {
	s := mcp.NewServer(impl, nil)
	guard := kit2.New(nil)
	mcp.AddTool(s, &mcp.Tool{Name: "sealed"}, kit.Seal(get))                                         // tool: go-sdk sealed -> get via kit.Seal$1 on server
	mcp.AddTool(s, &mcp.Tool{Name: "guarded"}, kit2.Typed(guard, get))                               // tool: go-sdk guarded -> get via kit2.Typed$1 on server
	mcp.AddTool(s, &mcp.Tool{Name: "around"}, kit3.Around(get))                                      // tool: go-sdk around -> get via (kit3.around).serve on server
	mcp.AddTool(s, &mcp.Tool{Name: "two"}, almost.Timed(time.Second, kit.Seal(get)))                 // tool: go-sdk two -> get via almost.Timed$1, kit.Seal$1 on server
	s.AddTool(&mcp.Tool{Name: "logged", InputSchema: object}, logged("logged", raw))                 // tool: go-sdk logged -> raw via logged$1 on server
	s.AddTool(&mcp.Tool{Name: "gated", InputSchema: object}, gated(guard.Raw(logged("gated", raw)))) // tool: go-sdk gated -> raw via (*gate).serve, (*kit2.Guard).Raw$1, logged$1 on server
	h := logged("inner", raw)
	h = logged("outer", h)
	s.AddTool(&mcp.Tool{Name: "again", InputSchema: object}, h) // known: missing go-sdk again -> raw via logged$1, logged$1 on server | wrong go-sdk again -> logged$1 via logged$1 on server
}

// loop wraps an unknown number of times.
func loop(wrappers []func(mcp.ToolHandler) mcp.ToolHandler) {
	s := mcp.NewServer(impl, nil)
	h := mcp.ToolHandler(raw)
	for _, w := range wrappers {
		h = w(h)
	}
	s.AddTool(&mcp.Tool{Name: "loop", InputSchema: object}, h) // tool: go-sdk loop -> raw via loop on server
}

// chain wraps with a list that is known.
func chain() {
	s := mcp.NewServer(impl, nil)
	s.AddTool(&mcp.Tool{Name: "chained", InputSchema: object}, wrap(raw, gated, kit2.New(nil).Raw)) // tool: go-sdk chained -> raw via loop on server
}

func wrap(h mcp.ToolHandler, wrappers ...func(mcp.ToolHandler) mcp.ToolHandler) mcp.ToolHandler {
	for _, w := range wrappers {
		h = w(h)
	}
	return h
}

func noting(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		return next(ctx, method, req)
	}
}

// middleware has two servers, each with its own.
func middleware() {
	a, b := mcp.NewServer(impl, nil), mcp.NewServer(impl, nil)
	a.AddReceivingMiddleware(noting, kit.SealServer)
	b.AddReceivingMiddleware(noting)
	mcp.AddTool(a, &mcp.Tool{Name: "on_a"}, get)           // tool: go-sdk on_a -> get on server[noting$1, kit.SealServer$1]
	mcp.AddTool(b, &mcp.Tool{Name: "on_b"}, kit.Seal(get)) // tool: go-sdk on_b -> get via kit.Seal$1 on server[noting$1]
	a.AddSendingMiddleware(noting)                         // goes the other way
}

// shared has two servers from one function, one of them with middleware.
func shared() {
	a, b := newServer(), newServer()
	a.AddReceivingMiddleware(kit.SealServer)
	mcp.AddTool(a, &mcp.Tool{Name: "shared_a"}, get) // tool: go-sdk shared_a -> get on server[noting$1, kit.SealServer$1]
	mcp.AddTool(b, &mcp.Tool{Name: "shared_b"}, get) // known: missing go-sdk shared_b -> get on server[noting$1] | wrong go-sdk shared_b -> get on server[noting$1, kit.SealServer$1]
}

func newServer() *mcp.Server {
	s := mcp.NewServer(impl, nil)
	s.AddReceivingMiddleware(noting)
	return s
}

// An app keeps its server in a field, and sets it up in pieces.
type app struct{ server *mcp.Server }

func run() {
	a := &app{server: mcp.NewServer(impl, nil)}
	a.guard()
	a.register()
}

func (a *app) guard() { a.server.AddReceivingMiddleware(kit.SealServer) }

func (a *app) register() {
	mcp.AddTool(a.server, &mcp.Tool{Name: "in_app"}, get) // tool: go-sdk in_app -> get on server[kit.SealServer$1]
}
