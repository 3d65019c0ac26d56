package outcome

import (
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// A Fate is what becomes of a plain error that a handler returns, after its
// wrappers, the server's middleware and the SDK have had it.
type Fate struct {
	Masked   bool // a boundary replaces its text
	Verbatim bool // its text reaches the model
	Protocol bool // it becomes a protocol error
	Abort    bool // it ends the agent's run
	Known    bool // false: something on the way cannot be looked into

	// Flattener is the first wrapper that turns errors into results with their
	// text, whoever is outside of it.
	Flattener *registry.Wrapper
	Beneath   bool // a boundary outside of the flattener never sees the error
	// Boundary is the wrapper that masks.
	Boundary *registry.Wrapper
}

// Fate is what becomes of a plain error that a target's handler returns.
func (r *Result) Fate(t *Target) Fate {
	if t.fate == nil {
		f := Fate{}
		tool, server := r.Registry.Registered(t.Handler.ID)
		switch {
		case t.Tool != nil && (!t.Tool.Bundle || tool == nil):
			f = r.fateOf(t.Tool, r.Registry.ServerOf(t.Tool))
		case tool != nil:
			f = r.fateOf(tool, server)
		default:
			f = r.orphanFate(t.Handler)
		}
		t.fate = &f
	}
	return *t.fate
}

// fateOf follows a plain error outwards from a tool's handler.
func (r *Result) fateOf(t *registry.Tool, server *registry.Server) Fate {
	f := Fate{Known: true}
	for i := len(t.Wrappers) - 1; i >= 0; i-- {
		if f.through(t.Wrappers[i], false) {
			for _, w := range t.Wrappers[:i] {
				f.Beneath = f.Beneath || f.Flattener != nil && (w.Boundary || w.Masks)
			}
			return f
		}
	}
	outer := t.Outer
	if outer == nil {
		outer = t.Handler.Binding
	}
	if outer == nil {
		f.Known = false
		return f
	}
	switch {
	case server != nil && !outer.NoMiddleware:
		typed := outer.Error == sdk.Verbatim
		for i := len(server.Middleware) - 1; i >= 0; i-- {
			if f.through(server.Middleware[i], typed) {
				return f
			}
		}
		if server.Open {
			f.Known = false
		}
	case server == nil && !outer.NoMiddleware && mayHaveMiddleware(r.Flow.SDKs, t):
		if !r.Registry.NoBoundaryAnywhere() {
			f.Known = false
		}
	}
	f.land(outer.Error)
	return f
}

// mayHaveMiddleware reports whether the tool's SDK has servers with middleware
// at all.
func mayHaveMiddleware(sdks *sdk.Table, t *registry.Tool) bool {
	for _, s := range sdks.All {
		if s.Name == t.SDK {
			return len(s.Middlewares) > 0
		}
	}
	return true
}

// through applies one wrapper. It reports whether the error ends there. typed
// says that the SDK has made a result of the error before.
func (f *Fate) through(w *registry.Wrapper, typed bool) bool {
	switch {
	case w.Boundary || w.Masks && !typed || w.MasksResult && typed:
		f.Masked, f.Boundary = true, w
		return true
	case w.Unknown:
		f.Known = false
		return true
	case w.Flattens && !typed:
		f.Flattener, f.Verbatim = w, true
		return true
	}
	return false
}

func (f *Fate) land(fate sdk.Fate) {
	switch fate {
	case sdk.Verbatim, sdk.Flattened:
		f.Verbatim = true
	case sdk.Protocol:
		f.Protocol = true
	case sdk.Abort:
		f.Abort = true
	default:
		f.Known = false
	}
}

// orphanFate is the fate of an error of a handler whose registration is in
// another package.
func (r *Result) orphanFate(h *registry.Handler) Fate {
	f := Fate{Known: r.Registry.NoBoundaryAnywhere()}
	if h.Binding != nil {
		f.land(h.Binding.Error)
	}
	return f
}
