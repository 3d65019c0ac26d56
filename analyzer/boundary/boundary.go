package boundary

import (
	_ "embed"
	"go/token"
	"slices"
	"sort"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/rule"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

//go:embed doc.go
var doc string

// New is the analyzer.
func New(outcomes *analysis.Analyzer, tests bool) *analysis.Analyzer {
	return rule.New("boundary", doc, outcomes, tests, run)
}

func run(pass *rule.Pass) {
	registrations(pass)
	reach(pass)
}

// A site is a place where registrations lack something, with the tools that
// are registered there.
type site struct {
	pos   token.Pos
	names []string
	lack  lack
}

// registrations reports the tools whose handlers have no working boundary. A
// loop, a helper of this package or a middleware that is short of being one is
// one report, where the fix belongs.
func registrations(pass *rule.Pass) {
	lacks := map[*registry.Tool]lack{}
	through := map[token.Pos]int{} // tools handed over by one call
	bare := map[token.Pos]int{}    // those of them that lack a boundary
	for _, t := range pass.Registry.Tools {
		through[t.Sink]++
		l := judge(pass.Registry, t)
		if l.kind != fine {
			lacks[t] = l
			bare[t.Sink]++
		}
	}
	behind := map[*registry.Wrapper]int{} // tools that an adapter of this package falls short for
	for _, l := range lacks {
		if l.adapter != nil {
			behind[l.adapter]++
		}
	}
	sites := map[token.Pos]*site{}
	add := func(pos token.Pos, name string, l lack) {
		s := sites[pos]
		if s == nil {
			s = &site{pos: pos, lack: l}
			sites[pos] = s
		}
		if !slices.Contains(s.names, name) {
			s.names = append(s.names, name)
		}
	}
	for _, t := range pass.Registry.Tools {
		l, ok := lacks[t]
		if !ok {
			continue
		}
		pos := t.Pos
		switch {
		case l.adapter != nil && !l.adapter.Pos.IsValid():
			continue // the package of the adapter reports it
		case l.adapter != nil && behind[l.adapter] >= several:
			pos = l.adapter.Pos
		case l.server && l.near != nil && l.near.Pos.IsValid():
			pos = l.near.Pos // the middleware is what falls short
		case t.Sink != t.Pos && t.Sink.IsValid() && !t.Bundle && bare[t.Sink] == through[t.Sink] && through[t.Sink] > 1:
			pos = t.Sink // a helper that wraps nothing, whoever calls it
		}
		add(pos, t.Label(), l)
	}
	for _, w := range pass.Registry.Wrappers() {
		// An adapter that others use to make their handlers.
		if w.Adapter && w.Flattens && !w.Masks && behind[w] == 0 {
			names, all := pass.Registry.Behind(w.ID)
			if all && len(names) == 0 {
				continue
			}
			for _, name := range names {
				add(w.Pos, name, lack{kind: missing, near: w})
			}
			if len(names) == 0 {
				add(w.Pos, "made by it", lack{kind: missing, near: w})
			}
		}
	}
	for _, c := range pass.Registry.Consumers() {
		server := pass.Registry.ConsumerServer(c)
		l := judgeChain(pass.Registry, c.Wrappers, server, c.Binding)
		if l.kind == fine || server == nil && !pass.Registry.NoBoundaryAnywhere() {
			continue
		}
		for _, name := range pass.Registry.ToolsOf(c.Type) {
			add(c.Pos, name, l)
		}
	}
	var order []*site
	for _, s := range sites {
		order = append(order, s)
	}
	sort.Slice(order, func(i, j int) bool { return order[i].pos < order[j].pos })
	for _, s := range order {
		pass.Report(s.pos, nil, "%s", s.lack.message(rule.Tools(s.names)))
	}
}

// several is the number of tools from which on a report stands at the wrapper
// that they share, rather than at each of them.
const several = 3

// A kind is what is wrong with what stands in front of a handler.
type kind uint8

const (
	fine kind = iota
	missing
	beneath   // something beneath the boundary flattens errors
	outside   // something outside the boundary flattens its errors
	unguarded // errors are masked, panics are not recovered
)

type lack struct {
	kind   kind
	near   *registry.Wrapper // what comes nearest to a boundary, or is in its way
	server bool              // near is middleware on the server
	bind   *sdk.Binding

	// adapter is a wrapper of the program's own that turns errors into results
	// for every handler it adapts: the place for a boundary.
	adapter *registry.Wrapper
}

// judge tells what a tool's handler lacks.
func judge(r *registry.Result, t *registry.Tool) lack {
	server := r.ServerOf(t)
	if t.Bundle && server == nil {
		// Nobody in sight hands the bundle over.
		if !r.NoBoundaryAnywhere() || r.HandedOver(t) {
			return lack{}
		}
	}
	l := judgeChain(r, t.Wrappers, server, t.Outer)
	if l.kind == fine {
		return l
	}
	if server == nil && l.kind == missing && hasMiddleware(t.SDK) && !noMiddleware(t.Outer) && !r.NoBoundaryAnywhere() {
		return lack{} // the server may have one
	}
	return l
}

func noMiddleware(b *sdk.Binding) bool { return b != nil && b.NoMiddleware }

func hasMiddleware(name string) bool {
	for _, s := range sdk.All() {
		if s.Name == name {
			return len(s.Middlewares) > 0
		}
	}
	return true
}

// judgeChain looks at wrappers and middleware, from the handler outwards.
func judgeChain(r *registry.Result, wrappers []*registry.Wrapper, server *registry.Server, bind *sdk.Binding) lack {
	l := lack{kind: missing, bind: bind}
	type link struct {
		w      *registry.Wrapper
		server bool
	}
	var chain []link
	for i := len(wrappers) - 1; i >= 0; i-- {
		chain = append(chain, link{wrappers[i], false})
	}
	if server != nil && !noMiddleware(bind) {
		for i := len(server.Middleware) - 1; i >= 0; i-- {
			chain = append(chain, link{server.Middleware[i], true})
		}
		if server.Open {
			return lack{}
		}
	}
	var flattener, boundary *registry.Wrapper
	recovered := bind != nil && bind.Panic == sdk.PanicRecovered
	for _, c := range chain {
		w := c.w
		if w.Unknown {
			return lack{}
		}
		recovered = recovered || w.Recovers || w.Boundary
		typed := c.server && bind != nil && bind.Error == sdk.Verbatim
		masks := w.Boundary || w.Masks && !typed || w.MasksResult && typed
		switch {
		case masks && boundary == nil:
			boundary = w
			l.near, l.server = w, c.server
		case boundary != nil && w.Flattens && boundary.ReturnsErrors && !masks:
			return lack{kind: outside, near: w, bind: bind}
		case w.Flattens && flattener == nil && boundary == nil:
			flattener = w
		}
		if boundary == nil && w.Adapter && w.Flattens && !w.SDK {
			l.adapter, l.near = w, w
		}
		if boundary == nil && (w.Flattens || w.Recovers || w.RecoverLost) && !w.Adapter {
			l.near, l.server = w, c.server
		}
	}
	switch {
	case boundary == nil:
		return l
	case flattener != nil:
		return lack{kind: beneath, near: flattener, bind: bind}
	case !recovered:
		return lack{kind: unguarded, near: boundary, server: l.server, bind: bind}
	}
	return lack{}
}
