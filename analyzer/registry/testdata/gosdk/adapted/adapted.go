// Package adapted makes handlers of go-sdk from functions of other shapes.
package adapted

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	ID string `json:"id"`
}

type out struct {
	Text string `json:"text"`
}

var (
	impl   = &mcp.Implementation{Name: "items"}
	object = map[string]any{"type": "object"}
)

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

// byHand wraps a typed handler into a raw one.
func byHand[In, Out any](h mcp.ToolHandlerFor[In, Out]) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in In
		if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
			return nil, err
		}
		res, _, err := h(ctx, req, in)
		return res, err
	}
}

func typed(_ context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, out, error) {
	return text(in.ID), out{in.ID}, nil
}

// plain makes a handler of a function that knows nothing of the SDK.
func plain[In, Out any](fn func(context.Context, In) (Out, error)) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		out, err := fn(ctx, in)
		return nil, out, err
	}
}

func get(_ context.Context, in in) (out, error) { return out{in.ID}, nil }

type store struct{ name string }

func (s *store) put(_ context.Context, in in) (string, error) { return s.name + in.ID, nil }

// words makes a handler of a function that returns text.
func words[T any](fn func(context.Context, T) (string, error)) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in T
		if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
			return nil, err
		}
		s, err := fn(ctx, in)
		if err != nil {
			return nil, err
		}
		return text(s), nil
	}
}

func serve(st *store) {
	s := mcp.NewServer(impl, nil)
	s.AddTool(&mcp.Tool{Name: "by_hand", InputSchema: object}, byHand(typed))                                         // tool: go-sdk by_hand -> typed via byHand$1 on server
	mcp.AddTool(s, &mcp.Tool{Name: "plain"}, plain(get))                                                              // tool: go-sdk plain -> get via plain$1 on server
	mcp.AddTool(s, &mcp.Tool{Name: "method"}, plain(st.put))                                                          // tool: go-sdk method -> (*store).put via plain$1 on server
	s.AddTool(&mcp.Tool{Name: "words", InputSchema: object}, words(st.put))                                           // tool: go-sdk words -> (*store).put via words$1 on server
	s.AddTool(&mcp.Tool{Name: "literal", InputSchema: object}, words(func(_ context.Context, in in) (string, error) { // tool: go-sdk literal -> serve$1 via words$1 on server
		return in.ID, nil
	}))
}

// deps is what the handlers of a kit with dependencies work with.
type deps interface{ Store() *store }

// A tool of the program's own: its handler is made of the dependencies.
type tool struct {
	def     mcp.Tool
	handler func(deps) mcp.ToolHandler
}

func newTool[In, Out any](def mcp.Tool, fn func(context.Context, deps, *mcp.CallToolRequest, In) (*mcp.CallToolResult, Out, error)) tool {
	return tool{def: def, handler: func(d deps) mcp.ToolHandler {
		return byHand(func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
			return fn(ctx, d, req, in)
		})
	}}
}

func injected(_ context.Context, d deps, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, out, error) {
	return nil, out{d.Store().name + in.ID}, nil
}

func all() []tool {
	return []tool{
		newTool(mcp.Tool{Name: "injected", Description: "With dependencies.", InputSchema: object}, injected), // tool: go-sdk injected -> injected via byHand$1, newTool$1$1 on server "With dependencies."
		newTool(mcp.Tool{Name: "inline", InputSchema: object}, func(_ context.Context, _ deps, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, out, error) { // tool: go-sdk inline -> all$1 via byHand$1, newTool$1$1 on server
			return nil, out{in.ID}, nil
		}),
	}
}

func inject(d deps) {
	s := mcp.NewServer(impl, nil)
	for _, t := range all() {
		s.AddTool(&t.def, t.handler(d))
	}
}

// reflected finds out the shape of a function when it runs.
func reflected(name, desc string, fn any) (*mcp.Tool, mcp.ToolHandler) {
	v := reflect.ValueOf(fn)
	argType := v.Type().In(1)
	return &mcp.Tool{Name: name, Description: desc, InputSchema: object}, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		arg := reflect.New(argType)
		if err := json.Unmarshal(req.Params.Arguments, arg.Interface()); err != nil {
			return nil, err
		}
		results := v.Call([]reflect.Value{reflect.ValueOf(ctx), arg.Elem()})
		if err, _ := results[1].Interface().(error); err != nil {
			return nil, err
		}
		return text(fmt.Sprint(results[0].Interface())), nil
	}
}

func reflection(st *store) {
	s := mcp.NewServer(impl, nil)
	s.AddTool(reflected("reflected", "By reflection.", get)) // tool: go-sdk reflected -> get via reflected$1 on server "By reflection."
	t, h := reflected("reflected_method", "", st.put)
	s.AddTool(t, h) // tool: go-sdk reflected_method -> (*store).put via reflected$1 on server
}

// A row has a handler of any shape, and a switch that knows which.
type row struct {
	tool    *mcp.Tool
	handler any
}

func switched() {
	s := mcp.NewServer(impl, nil)
	rows := []row{
		{&mcp.Tool{Name: "switched_typed"}, typed},                            // tool: go-sdk switched_typed -> typed on server
		{&mcp.Tool{Name: "switched_raw", InputSchema: object}, byHand(typed)}, // tool: go-sdk switched_raw -> typed via byHand$1 on server
	}
	for _, r := range rows {
		switch h := r.handler.(type) {
		case func(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, out, error):
			mcp.AddTool(s, r.tool, h)
		case mcp.ToolHandler:
			s.AddTool(r.tool, h)
		}
	}
}
