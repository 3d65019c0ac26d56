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
	handed   map[string]bool // handlers, and bundle types, that reach an SDK
	owned    map[string]int  // tools counted for a package
	boundary bool
	complete bool
}

// NewWorld links the registrations of all packages of a program.
func NewWorld(results []*Result) *World {
	w := &World{names: map[string]bool{}, handlers: map[string]string{}, handed: map[string]bool{}, owned: map[string]int{}, complete: true}
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
			}
		}
		for _, c := range r.consumers {
			w.handed[c.Type] = true
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
	for _, w := range r.wrappers {
		if w != nil && !w.SDK && (w.Boundary || w.Masks) {
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

// InUse reports whether a wrapper is around some handler. Where only a part of
// the program is in sight, one that this package's own tools do not use may be
// in use elsewhere: then it counts, since nothing else calls a handler.
func (r *Result) InUse(w *Wrapper) bool {
	for _, t := range r.Tools {
		for _, have := range t.Wrappers {
			if have.ID == w.ID {
				return true
			}
		}
		if t.Server != nil {
			for _, have := range t.Server.Middleware {
				if have.ID == w.ID {
					return true
				}
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
	return fn != nil && (sdkOfResults(fn.Signature) != nil)
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
	if t.Server != nil {
		look(t.Server.Middleware, t.Outer != nil && t.Outer.Error == sdk.Verbatim)
		unknown = unknown || t.Server.Open
	}
	switch {
	case masks && recovers:
		return "yes"
	case unknown, t.Server == nil && !r.NoBoundaryAnywhere():
		return "unknown"
	}
	return "no"
}
