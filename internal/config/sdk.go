package config

import (
	"fmt"

	"github.com/toolvet/toolvet/analyzer/sdk"
)

// An SDK describes a package that gives tools to a server or a model, as data.
// Positions of arguments are counted from 0; for a method, the receiver is 0.
// What is left out is not there.
type SDK struct {
	// What it is called in reports. It is none that toolvet knows.
	Name string `yaml:"name"`

	// The import paths that belong to it. They are not analysed.
	Packages []string `yaml:"packages"`

	// An SDK that toolvet knows and that this one is built on, such as go-sdk
	// or mcp-go. Its ways of calling handlers can be named here, and its
	// middleware counts.
	Extends string `yaml:"extends"`

	// The ways in which it calls a handler.
	Handlers []Handler `yaml:"handlers"`

	// Functions that give tools to a server or a model.
	Registrars []Registrar `yaml:"registrars"`

	// Functions that make a handler of one kind out of one of another.
	Adapters []Adapter `yaml:"adapters"`

	// Structs that hold a tool and its handler.
	Bundles []Bundle `yaml:"bundles"`

	// Structs that describe a tool.
	Tools []Tool `yaml:"tools"`

	// Functions that build the description of a tool.
	Builders []Builder `yaml:"builders"`

	// Functions that make a server.
	Servers []Server `yaml:"servers"`

	// Functions that put wrappers around all tools of a server.
	Middleware []Middleware `yaml:"middleware"`

	// The struct of a tool result, and its field that marks an error.
	Result Result `yaml:"result"`

	// Functions that build a tool result.
	Results []Constructor `yaml:"results"`

	// Types of the request that a handler is given.
	Requests []string `yaml:"requests"`

	// Functions that read an argument of the call.
	Accessors []Accessor `yaml:"accessors"`

	// Error types, and functions that make errors, which stay errors of the
	// protocol by design.
	ProtocolErrors []string `yaml:"protocolerrors"`

	// Functions that serve over standard input and output.
	Stdio []string `yaml:"stdio"`

	// Only results are seen by the model: a returned error ends the run.
	ResultOnly bool `yaml:"resultonly"`
}

// A Handler is one way in which an SDK calls handlers.
type Handler struct {
	// A name for it, which the keys "calls" refer to.
	Name string `yaml:"name"`

	// Its named function type, if it has one.
	Type string `yaml:"type"`

	// What its parameters are, without a receiver.
	Params []Role `yaml:"params"`

	// What its results are.
	Results []Role `yaml:"results"`

	// What becomes of an error that it returns: a tool error with the error's
	// text (verbatim), one made before any middleware sees it (flattened), an
	// error of the protocol, or the end of the run (abort).
	Error Fate `yaml:"error"`

	// What a panic ends: the process (crash), that or not by transport, or the
	// call alone (recovered).
	Panic Panic `yaml:"panic"`

	// What the SDK puts before the text of an error.
	Prefix string `yaml:"prefix"`
}

// A Role is what a parameter or result is for.
type Role string

func (Role) enum() []string {
	return []string{"context", "request", "args", "result", "output", "error", "other"}
}

// A Fate is what becomes of an error.
type Fate string

func (Fate) enum() []string { return []string{"verbatim", "protocol", "flattened", "abort", "unknown"} }

// A Panic is what becomes of a panic.
type Panic string

func (Panic) enum() []string { return []string{"crash", "transport", "recovered", "unknown"} }

// A Registrar gives tools to a server or a model.
type Registrar struct {
	// The function.
	Func string `yaml:"func"`

	// The server.
	Server *int `yaml:"server"`

	// The description of the tool.
	Tool *int `yaml:"tool"`

	// The name, where it is an argument.
	Name *int `yaml:"name"`

	// The text that describes it, where it is an argument.
	Description *int `yaml:"description"`

	// The handler.
	Handler *int `yaml:"handler"`

	// Bundles, one or many, in place of a handler.
	Bundles *int `yaml:"bundles"`

	// How the handler is called: a name from handlers, or one of the SDK that
	// this one extends.
	Calls string `yaml:"calls"`

	// It returns an error that says that the tool is missing.
	Fails bool `yaml:"fails"`
}

// An Adapter turns a handler of one kind into one of another.
type Adapter struct {
	// The function.
	Func string `yaml:"func"`

	// The handler that it is given.
	Handler *int `yaml:"handler"`

	// How it calls that handler.
	Calls string `yaml:"calls"`
}

// A Bundle is a struct that holds a tool and its handler.
type Bundle struct {
	// The type.
	Type string `yaml:"type"`

	// The field of the description; without it, the bundle has the fields of one.
	Tool string `yaml:"tool"`

	// The field of the name, where there is no description.
	Name string `yaml:"name"`

	// The field of the text that describes it, in the same way.
	Description string `yaml:"description"`

	// The field of the handler.
	Handler string `yaml:"handler"`

	// How the handler is called.
	Calls string `yaml:"calls"`
}

// A Tool is a struct that describes a tool, by its fields.
type Tool struct {
	// The type.
	Type string `yaml:"type"`

	// The field of the name.
	Name string `yaml:"name"`

	// The field of the text that describes it.
	Description string `yaml:"description"`

	// The field of the input schema.
	Input string `yaml:"input"`

	// The field of the output schema.
	Output string `yaml:"output"`

	// The field of the annotations.
	Annotations string `yaml:"annotations"`
}

// A Builder is a function that builds the description of a tool.
type Builder struct {
	// The function.
	Func string `yaml:"func"`

	// The name.
	Name *int `yaml:"name"`

	// The text that describes it.
	Description *int `yaml:"description"`

	// The input schema.
	Schema *int `yaml:"schema"`
}

// A Server is a function that makes one.
type Server struct {
	// The function.
	Func string `yaml:"func"`
}

// A Middleware is a function that puts wrappers around all tools of a server.
type Middleware struct {
	// The function.
	Func string `yaml:"func"`

	// The server.
	Server *int `yaml:"server"`

	// The wrapper, or the first of several.
	Wrapper *int `yaml:"wrapper"`

	// It recovers panics and does nothing else; it has no wrapper.
	Recovers bool `yaml:"recovers"`
}

// A Result is the struct of a tool result.
type Result struct {
	// The type.
	Type string `yaml:"type"`

	// The field that marks an error.
	Error string `yaml:"error"`
}

// A Constructor is a function that builds a tool result.
type Constructor struct {
	// The function.
	Func string `yaml:"func"`

	// The result is an error.
	Error bool `yaml:"error"`

	// The text.
	Text *int `yaml:"text"`

	// The text is a format, and its values follow.
	Format bool `yaml:"format"`

	// An error whose text is added.
	Cause *int `yaml:"cause"`

	// Data that is shown as JSON.
	Value *int `yaml:"value"`
}

// An Accessor reads an argument of the call.
type Accessor struct {
	// The function.
	Func string `yaml:"func"`

	// How it answers for an argument that is missing or of another type: it
	// returns an error (require) or a default, it fills a struct or returns an
	// error (bind), or it returns the arguments as they came (raw).
	Kind Access `yaml:"kind"`

	// The name of the argument.
	Key *int `yaml:"key"`
}

// An Access is a kind of accessor.
type Access string

func (Access) enum() []string { return []string{"require", "default", "bind", "raw"} }

// table is the SDK as the analyzers take it. Its names have been checked.
func (s *SDK) table() *sdk.SDK {
	base := known(s.Extends)
	out := &sdk.SDK{
		Name: s.Name, Packages: s.Packages, ResultOnly: s.ResultOnly, HandlerTypes: map[string]*sdk.Binding{},
		ResultType: s.Result.Type, ErrorField: s.Result.Error, RequestTypes: s.Requests,
		ProtocolErrors: s.ProtocolErrors, Stdio: s.Stdio,
	}
	if base != nil {
		out.Middlewares = base.Middlewares
		out.ResultOnly = out.ResultOnly || base.ResultOnly
	}
	bindings := s.bindings()
	for _, h := range s.Handlers {
		if h.Type != "" {
			out.HandlerTypes[h.Type] = bindings[h.Name]
		}
	}
	for _, r := range s.Registrars {
		binding := bindings[r.Calls]
		if binding == nil {
			binding = &sdk.Binding{SDK: s.Name, Name: "bundled"} // the bundle says more
		}
		out.Registrars = append(out.Registrars, sdk.Registrar{
			Func: r.Func, Server: at(r.Server), Tool: at(r.Tool), Name: at(r.Name), Desc: at(r.Description),
			Handler: at(r.Handler), Bundles: at(r.Bundles), Binding: binding, Fails: r.Fails,
		})
	}
	for _, a := range s.Adapters {
		out.Adapters = append(out.Adapters, sdk.Adapter{Func: a.Func, Handler: at(a.Handler), Inner: bindings[a.Calls]})
	}
	for _, b := range s.Bundles {
		out.Bundles = append(out.Bundles, sdk.Bundle{Type: b.Type, Tool: b.Tool, Name: b.Name, Desc: b.Description, Handler: b.Handler, Binding: bindings[b.Calls]})
	}
	for _, t := range s.Tools {
		out.Tools = append(out.Tools, sdk.ToolType{Type: t.Type, Name: t.Name, Desc: t.Description, Input: t.Input, Output: t.Output, Annotations: t.Annotations})
	}
	for _, b := range s.Builders {
		out.ToolFuncs = append(out.ToolFuncs, sdk.ToolFunc{Func: b.Func, Name: at(b.Name), Desc: at(b.Description), Schema: at(b.Schema), Options: -1})
	}
	for _, x := range s.Servers {
		out.Servers = append(out.Servers, sdk.Server{Func: x.Func, Options: -1})
	}
	for _, m := range s.Middleware {
		out.Middlewares = append(out.Middlewares[:len(out.Middlewares):len(out.Middlewares)], sdk.Middleware{Func: m.Func, Server: at(m.Server), Arg: at(m.Wrapper), PanicOnly: m.Recovers})
	}
	for _, r := range s.Results {
		out.Results = append(out.Results, sdk.ResultFunc{Func: r.Func, IsError: r.Error, Text: at(r.Text), Format: r.Format, Err: at(r.Cause), Value: at(r.Value)})
	}
	for _, a := range s.Accessors {
		kind := map[Access]sdk.AccessKind{"require": sdk.Require, "default": sdk.Default, "bind": sdk.Bind, "raw": sdk.Raw}[a.Kind]
		out.Accessors = append(out.Accessors, sdk.Accessor{Func: a.Func, Kind: kind, Key: at(a.Key)})
	}
	return out
}

// at is a position, or -1 for none.
func at(n *int) int {
	if n == nil {
		return -1
	}
	return *n
}

// bindings are the ways of calling handlers by name: those of the SDK that this
// one extends, and its own.
func (s *SDK) bindings() map[string]*sdk.Binding {
	m := map[string]*sdk.Binding{}
	if base := known(s.Extends); base != nil {
		for _, b := range base.Bindings() {
			m[b.Name] = b
		}
	}
	roles := map[Role]sdk.Role{"context": sdk.Context, "request": sdk.Request, "args": sdk.Args, "result": sdk.Tool, "output": sdk.Output, "error": sdk.Err}
	fates := map[Fate]sdk.Fate{"verbatim": sdk.Verbatim, "protocol": sdk.Protocol, "flattened": sdk.Flattened, "abort": sdk.Abort}
	panics := map[Panic]sdk.Panic{"crash": sdk.PanicCrash, "transport": sdk.PanicTransport, "recovered": sdk.PanicRecovered}
	for _, h := range s.Handlers {
		b := &sdk.Binding{SDK: s.Name, Name: h.Name, Error: fates[h.Error], Panic: panics[h.Panic], Prefix: h.Prefix}
		for _, r := range h.Params {
			b.Params = append(b.Params, roles[r])
		}
		for _, r := range h.Results {
			b.Results = append(b.Results, roles[r])
		}
		if b.ResultIndex(sdk.Err) < 0 {
			b.Error = sdk.NoError
		}
		m[h.Name] = b
	}
	return m
}

// known is an SDK that toolvet knows, or nil.
func known(name string) *sdk.SDK {
	for _, s := range sdk.Known.All {
		if s.Name == name && name != "" {
			return s
		}
	}
	return nil
}

func item(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }
