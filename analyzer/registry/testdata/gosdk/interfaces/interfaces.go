// Package interfaces has interfaces between tools and go-sdk.
package interfaces

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var (
	impl   = &mcp.Implementation{Name: "items"}
	object = map[string]any{"type": "object"}
)

func raw(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, nil
}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

// An adder is what of a server a package needs.
type adder interface {
	AddTool(*mcp.Tool, mcp.ToolHandler)
}

func throughAdder(a adder) {
	a.AddTool(&mcp.Tool{Name: "through_adder", InputSchema: object}, raw) // tool: go-sdk through_adder -> raw on server
}

func serveAdder() { throughAdder(mcp.NewServer(impl, nil)) }

// A toolset registers its own tools.
type toolset interface{ Register(*mcp.Server) }

type items struct{ name string }

func (i items) Register(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "items_raw", InputSchema: object}, i.raw) // known: missing go-sdk items_raw -> (items).raw on server | wrong go-sdk items_raw -> (items).raw
}

func (i items) raw(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(i.name), nil
}

func serveToolsets(extra []toolset) {
	s := mcp.NewServer(impl, nil)
	for _, t := range append([]toolset{items{"items"}}, extra...) {
		t.Register(s)
	}
}

// A maker has a method that returns its handler.
type maker interface {
	Definition() *mcp.Tool
	Handler(name string) mcp.ToolHandler
}

type made struct{}

func (made) Definition() *mcp.Tool {
	return &mcp.Tool{Name: "made", Description: "Made.", InputSchema: object}
}

func (made) Handler(name string) mcp.ToolHandler { // tool: go-sdk made -> (made).Handler$1 on server "Made."
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return text(name), nil }
}

func serveMakers(makers []maker) {
	s := mcp.NewServer(impl, nil)
	for _, m := range makers {
		s.AddTool(m.Definition(), m.Handler("x"))
	}
}

// An executor has a method that is the handler, in a shape of its own.
type executor interface {
	Name() string
	Description() string
	Execute(ctx context.Context, args json.RawMessage) (string, error)
}

type echo struct{}

func (echo) Name() string        { return "echo" }
func (echo) Description() string { return "Say it again." }
func (echo) Execute(_ context.Context, args json.RawMessage) (string, error) {
	return string(args), nil
}

type count struct{ n int }

func (*count) Name() string                                               { return "count" }
func (*count) Description() string                                        { return "Count the calls." }
func (c *count) Execute(context.Context, json.RawMessage) (string, error) { c.n++; return "", nil }

func serveExecutors() {
	s := mcp.NewServer(impl, nil)
	for _, e := range []executor{
		echo{},
		&count{},
	} {
		s.AddTool(&mcp.Tool{Name: e.Name(), Description: e.Description(), InputSchema: object}, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) { // tool: go-sdk echo -> (echo).Execute via serveExecutors$1 on server "Say it again." | go-sdk count -> (*count).Execute via serveExecutors$1 on server "Count the calls."
			out, err := e.Execute(ctx, req.Params.Arguments)
			if err != nil {
				return nil, err
			}
			return text(out), nil
		})
	}
}

// A runner is an executor that a factory is given; functions can be one.
type runner interface {
	Run(ctx context.Context, args map[string]any, verbose bool) (string, error)
}

type runFunc func(ctx context.Context, args map[string]any, verbose bool) (string, error)

func (f runFunc) Run(ctx context.Context, args map[string]any, verbose bool) (string, error) {
	return f(ctx, args, verbose)
}

type shell struct{ path string }

func (s *shell) Run(context.Context, map[string]any, bool) (string, error) { return s.path, nil }

func newHandler(r runner, verbose bool) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var args map[string]any
		if err := json.Unmarshal(req.Params.Arguments, &args); err != nil {
			return nil, err
		}
		out, err := r.Run(ctx, args, verbose)
		if err != nil {
			return nil, err
		}
		return text(out), nil
	}
}

func ls(context.Context, map[string]any, bool) (string, error) { return "", nil }

func serveRunners() {
	s := mcp.NewServer(impl, nil)
	s.AddTool(&mcp.Tool{Name: "shell", InputSchema: object}, newHandler(&shell{"/bin/sh"}, true)) // tool: go-sdk shell -> (*shell).Run via newHandler$1 on server
	s.AddTool(&mcp.Tool{Name: "ls", InputSchema: object}, newHandler(runFunc(ls), false))         // known: missing go-sdk ls -> ls via newHandler$1, (runFunc).Run on server | wrong go-sdk ls -> interfaces.ls.Run() via newHandler$1 on server
}

// client is a service: calls of it are not handlers.
type client interface {
	Get(ctx context.Context, id string) (string, error)
}

type itemsIn struct {
	ID string `json:"id"`
}

type service struct{ client client }

func (sv *service) get(ctx context.Context, _ *mcp.CallToolRequest, in itemsIn) (*mcp.CallToolResult, string, error) {
	out, err := sv.client.Get(ctx, in.ID)
	return nil, out, err
}

func serveService(c client) {
	s := mcp.NewServer(impl, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "service"}, (&service{c}).get) // tool: go-sdk service -> (*service).get on server
}
