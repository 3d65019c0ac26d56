package registry

import (
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// A World is what the whole program adds to what one package knows. A driver
// that sees all packages fills it in between finding the tools and judging
// them; one that analyses package by package has none.
type World struct {
	names    map[string]bool
	handlers map[string]string
	handed   map[string]bool        // handlers, and bundle types, that reach an SDK
	owned    map[string]int         // tools counted for a package
	servers  map[string][]serverUse // what goes into a parameter that takes a server
	wrapped  map[string][]string    // the tools that a wrapper is around
	tools    map[string]linked      // where a handler is given to an SDK
	envs     map[string]bool
	boundary bool
	complete bool
}

// linked is a tool with the package that registers it.
type linked struct {
	tool *Tool
	in   *Result
}

// NewWorld links the registrations of all packages of a program.
func NewWorld(results []*Result) *World {
	w := &World{names: map[string]bool{}, handlers: map[string]string{}, handed: map[string]bool{}, owned: map[string]int{}, servers: map[string][]serverUse{}, wrapped: map[string][]string{}, tools: map[string]linked{}, envs: map[string]bool{}, complete: true}
	for _, r := range results {
		for _, t := range r.Tools {
			if t.Name != "" {
				w.names[t.Name] = true
				if _, ok := w.handlers[t.Handler.ID]; !ok {
					w.handlers[t.Handler.ID] = t.Name
				}
			}
		}
		for _, t := range r.Tools {
			if !t.Bundle {
				w.handed[t.Handler.ID] = true
				w.tools[t.Handler.ID] = linked{t, r}
			}
			for _, wr := range t.Wrappers {
				w.wrapped[wr.ID] = append(w.wrapped[wr.ID], t.Label())
			}
		}
		for _, c := range r.consumers {
			w.handed[c.Type] = true
		}
		for _, n := range r.envs {
			w.envs[n] = true
		}
		for _, use := range r.given {
			w.servers[use.key] = append(w.servers[use.key], use)
		}
		if r.usesBoundary() {
			w.boundary = true
		}
	}
	w.count(results)
	return w
}

// count gives each tool to the first package that registers it: a bundle and
// the place that hands it over are one tool.
func (w *World) count(results []*Result) {
	seen := map[string]bool{}
	for _, r := range results {
		for _, t := range r.Tools {
			if t.Name == "" && w.handlers[t.Handler.ID] != "" {
				continue
			}
			key := t.Handler.ID + "\x00" + t.Name
			if seen[key] {
				continue
			}
			seen[key] = true
			w.owned[r.Flow.Pass.Pkg.Path()]++
		}
	}
}

// serversAt are the servers that a parameter is given anywhere in the program,
// merged into one that has what all of them have. nil means not known.
func (w *World) serversAt(key string, depth int) *Server {
	uses := w.servers[key]
	if len(uses) == 0 || depth > 8 {
		return nil
	}
	var merged *Server
	for _, use := range uses {
		srv := use.server
		if srv == nil && use.from != "" {
			srv = w.serversAt(use.from, depth+1)
		}
		if srv == nil {
			return nil
		}
		if merged == nil || len(srv.Middleware) < len(merged.Middleware) {
			merged = srv // the one with the least in front of its tools
		}
	}
	return merged
}

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

// NoBoundaryAnywhere reports that no part of the program puts a boundary around
// any handler, so that one whose server is not in sight has none either.
func (r *Result) NoBoundaryAnywhere() bool { return r.world != nil && !r.world.boundary }

// ToolNames lists the names of all tools of the program, and whether the list
// is complete.
func (r *Result) ToolNames() (names map[string]bool, complete bool) {
	if r.world != nil {
		return r.world.names, r.world.complete
	}
	return nil, false
}

// Registered finds where a handler is given to an SDK, in whichever package
// that is. It gives nil where only one package is in sight.
func (r *Result) Registered(id string) (*Tool, *Result) {
	if r.world == nil {
		return nil, nil
	}
	l := r.world.tools[id]
	return l.tool, l.in
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
		if fn := r.Flow.Func(id); fn != nil && mentionsSDK(fn.Signature) {
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
	return r.world != nil && (r.world.handed[t.Handler.ID] || r.world.handed[t.Entry])
}

// ToolsOf lists the tools that this package and its imports have in a bundle
// type, or behind an interface.
func (r *Result) ToolsOf(entry string) []string {
	var out []string
	for _, t := range r.Tools {
		if t.Entry == entry && t.Bundle {
			out = append(out, t.Label())
		}
	}
	if r.facts != nil {
		out = append(out, r.facts.tools(entry)...)
	}
	if len(out) == 0 {
		out = append(out, "of type "+flow.NameOf(entry))
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
	return !used && fn != nil && sdkOfResults(fn.Signature) != nil
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
	return r.world.wrapped[id], true
}

// Wrappers lists the wrappers that this package declares, in source order.
func (r *Result) Wrappers() []*Wrapper {
	var out []*Wrapper
	for _, fn := range r.Flow.Funcs {
		if w := r.wrapper(flow.FuncID(fn)); w != nil && !w.SDK && mentionsSDK(fn.Signature) {
			out = append(out, w)
		}
	}
	return out
}
