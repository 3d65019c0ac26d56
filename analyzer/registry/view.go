package registry

import (
	"math"
	"strings"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// ServerOf is the server that a tool lands on: the one in sight, or else, when
// the whole program is, the one its package is given. nil means not known.
func (r *Result) ServerOf(t *Tool) *Server { return r.server(t.Server, t.onParam) }

// ConsumerServer is the same for a consumer.
func (r *Result) ConsumerServer(c *Consumer) *Server { return r.server(c.Server, c.onParam) }

func (r *Result) server(have *Server, key string) *Server {
	if have != nil || r.world == nil || key == "" {
		return have
	}
	return r.world.serversAt(key, 0)
}

// NumTools is the number of tools that are counted for this package.
func (r *Result) NumTools() int {
	if r.world != nil && r.Flow.Pass != nil {
		return r.world.owned[r.Flow.Pass.Pkg.Path()]
	}
	return len(r.Tools)
}

// SetWorld gives a package's result the view of the whole program.
func (r *Result) SetWorld(w *World) { r.world = w }

// WholeProgram reports whether all packages of the program are in sight.
func (r *Result) WholeProgram() bool { return r.world != nil }

// NoBoundaryAnywhere reports that no part of the program puts a boundary around
// any handler, so that one whose server is not in sight has none either.
func (r *Result) NoBoundaryAnywhere() bool { return r.world != nil && !r.world.boundary }

// ToolNames lists the names of all tools of the program. ok is false where only
// one package is in sight.
func (r *Result) ToolNames() (names map[string]bool, ok bool) {
	if r.world == nil {
		return nil, false
	}
	return r.world.names, true
}

// ReachedFrom names the tools whose handlers run a function of this package
// from another one. ok is false if none is known to.
func (r *Result) ReachedFrom(id string) (names []string, ok bool) {
	if r.world == nil {
		return nil, false
	}
	tools, ok := r.world.reached[id]
	for i, name := range r.world.labels {
		if tools.has(i) {
			names = append(names, name)
		}
	}
	return names, ok
}

// Distance is the number of calls between the nearest handler and a function
// that one runs, where the whole program is in sight.
func (r *Result) Distance(id string) int {
	if r.world == nil {
		return 0
	}
	for {
		if d, ok := r.world.distance[id]; ok {
			return d
		}
		// A literal is as far as the function around it.
		i := strings.LastIndexByte(id, '$')
		if i < 0 {
			return math.MaxInt // no way there is known
		}
		id = id[:i]
	}
}

// Registered finds where a handler is given to an SDK, in whichever package
// that is, and the server it lands on. It gives nil where only one package is
// in sight.
func (r *Result) Registered(id string) (*Tool, *Server) {
	if r.world == nil || r.world.linked[id] == nil {
		return nil, nil
	}
	d := r.world.linked[id]
	return d.tool(r.Flow.SDKs), r.server(d.Server, d.OnParam)
}

// HandlerName is the tool that a handler is registered as in another package.
func (r *Result) HandlerName(id string) string {
	if r.world == nil {
		return ""
	}
	return r.world.handlers[id]
}

// usesBoundary reports whether a boundary is around any of the package's
// tools, or on any of its servers.
func (r *Result) usesBoundary() bool {
	for id, w := range r.wrappers {
		if w == nil || w.SDK || !w.Boundary && !w.Masks {
			continue
		}
		// Others wrap other things: an HTTP transport, a command.
		if fn := r.Flow.Func(id); fn != nil && mentionsSDK(r.Flow.SDKs, fn.Signature) {
			return true
		}
	}
	for _, t := range r.Tools {
		for _, w := range t.Wrappers {
			if w.Boundary || w.Masks || w.Unknown && w.ID != "loop" {
				return true
			}
		}
		if t.Server != nil {
			for _, w := range t.Server.Middleware {
				if w.Boundary || w.Masks || w.Unknown {
					return true
				}
			}
		}
	}
	return false
}

// HandedOver reports whether some package gives a bundle's tool to an SDK: what
// is wrong with that is reported there.
func (r *Result) HandedOver(t *Tool) bool {
	if r.world == nil {
		return false
	}
	handed := r.world.handed[t.Handler.ID] || r.world.handed[t.Entry]
	for _, entry := range t.others {
		handed = handed || r.world.handed[entry]
	}
	return handed
}

// ToolsOf lists the tools that this package and its imports have in a bundle
// type, or behind an interface.
func (r *Result) ToolsOf(entry string) []string {
	if r.world != nil {
		return r.world.entries[entry]
	}
	var out []string
	for _, t := range r.Tools {
		if t.Entry == entry && t.Bundle {
			out = append(out, t.Label())
		}
	}
	if r.facts != nil {
		out = append(out, r.facts.tools(entry)...)
	}
	return out
}

// Raw reports whether a wrapper of this package that forwards the text of errors
// gets any that nothing beneath it has replaced. One that nothing in sight uses
// is in use elsewhere, as far as can be told: nothing else calls a handler.
func (r *Result) Raw(w *Wrapper) bool {
	used := false
	for _, t := range r.Tools {
		chain := t.Wrappers
		if server := r.ServerOf(t); server != nil {
			chain = append(append([]*Wrapper(nil), server.Middleware...), chain...)
		}
		for i, have := range chain {
			if have.ID != w.ID {
				continue
			}
			used = true
			masked := false
			for _, inner := range chain[i+1:] {
				masked = masked || inner.Masks || inner.Boundary
			}
			if !masked {
				return true
			}
		}
	}
	for _, c := range r.consumers {
		for _, have := range c.Wrappers {
			if have.ID == w.ID {
				return true
			}
		}
	}
	fn := r.Flow.Func(w.ID)
	return !used && fn != nil && sdkOfResults(r.Flow.SDKs, fn.Signature) != nil
}

// BoundaryState says in a word whether a boundary is around a tool: "yes",
// "no", or "unknown".
func (t *Tool) BoundaryState(r *Result) string {
	masks, recovers, unknown := false, false, false
	look := func(ws []*Wrapper, typed bool) {
		for _, w := range ws {
			masks = masks || w.Boundary || w.Masks && !typed || w.MasksResult && typed
			recovers = recovers || w.Boundary || w.Recovers
			unknown = unknown || w.Unknown
		}
	}
	look(t.Wrappers, false)
	server := r.ServerOf(t)
	if server != nil {
		look(server.Middleware, t.Outer != nil && t.Outer.Error == sdk.Verbatim)
		unknown = unknown || server.Open
	}
	switch {
	case masks && recovers:
		return "yes"
	case unknown, server == nil && !r.NoBoundaryAnywhere():
		return "unknown"
	}
	return "no"
}

// Behind lists the tools that a wrapper of this package is around, anywhere in
// the program. ok is false where only this package is in sight.
func (r *Result) Behind(id string) (names []string, ok bool) {
	if r.world == nil {
		for _, t := range r.Tools {
			for _, w := range t.Wrappers {
				if w.ID == id {
					names = append(names, t.Label())
				}
			}
		}
		return names, false
	}
	for _, t := range r.world.around[id] {
		names = append(names, t.Label())
	}
	return names, true
}

// Wrappers lists the wrappers that this package declares, in source order.
func (r *Result) Wrappers() []*Wrapper {
	var out []*Wrapper
	for _, fn := range r.Flow.Funcs {
		if w := r.wrapper(flow.FuncID(fn)); w != nil && !w.SDK && mentionsSDK(r.Flow.SDKs, fn.Signature) {
			out = append(out, w)
		}
	}
	return out
}

// DeclaredElsewhere reports whether another package, which this one imports,
// declares a tool that is only handed over here. What is wrong with its name,
// its description or its annotations is reported there.
func (r *Result) DeclaredElsewhere(t *Tool) bool {
	if t.Name == "" || r.facts == nil || t.Handler.Fn != nil {
		return false
	}
	return r.facts.declares(t.Name, t.Handler.ID)
}

// SameServer reports whether two tools of this package are given to one server.
func (r *Result) SameServer(a, b *Tool) bool {
	if a.Server != nil && b.Server != nil {
		return a.Server.Term != nil && b.Server.Term != nil && flow.Equal(a.Server.Term, b.Server.Term)
	}
	return a.Server == nil && b.Server == nil && a.onParam != "" && a.onParam == b.onParam
}
