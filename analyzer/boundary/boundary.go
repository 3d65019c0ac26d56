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

// registrations reports the tools whose handlers have no working boundary. A
// loop, a helper, an adapter, a dispatcher or a middleware that is short of
// being one is one report, where the fix belongs.
func registrations(pass *rule.Pass) {
	r := pass.Registry
	found := &sites{byPos: map[token.Pos]*site{}}
	shared := &places{r: r, adapters: map[string][]bare{}, calls: map[string][]bare{}, handlers: map[string]bool{}}
	through := map[token.Pos]int{} // tools handed over by one call
	short := map[token.Pos]int{}   // those of them that lack a boundary
	lacks := map[*registry.Tool]lack{}
	for _, t := range r.Tools {
		through[t.Sink]++
		if l := judge(r, t); l.kind != fine {
			lacks[t] = l
			short[t.Sink]++
		}
	}
	for _, t := range r.Tools {
		l, ok := lacks[t]
		if !ok {
			continue
		}
		if t.Name == "" && shared.repeated(t) {
			continue // the other branch hands over the same
		}
		pos := t.Pos
		switch {
		case l.server && l.near != nil && l.near.Pos.IsValid():
			pos = l.near.Pos // the middleware is what falls short
		case l.adapter != nil && !r.WholeProgram() && !l.adapter.Pos.IsValid():
			continue // the package of the adapter reports it
		case shared.has(t, l):
			continue // reported at the place
		case t.Sink != t.Pos && t.Sink.IsValid() && !t.Bundle && short[t.Sink] == through[t.Sink] && through[t.Sink] > 1:
			pos = t.Sink // a helper that wraps nothing, whoever calls it
		}
		found.add(pos, t.Label(), l)
	}
	for _, w := range r.Wrappers() {
		if !w.Adapter || w.Masks {
			continue
		}
		for _, t := range shared.behind(w.ID) {
			found.add(w.Pos, t.tool.Label(), t.lack)
		}
		if !r.WholeProgram() && w.Flattens && len(r.Around(w.ID)) == 0 {
			found.add(w.Pos, "", lack{kind: missing, near: w})
		}
	}
	for _, key := range r.Sites() {
		for _, t := range shared.through(key) {
			found.add(r.SitePos(key), t.tool.Label(), t.lack)
		}
	}
	for _, c := range r.Consumers() {
		server := r.ConsumerServer(c)
		l := judgeChain(r, c.Wrappers, server, c.Binding)
		if l.kind == fine || server == nil && !r.NoBoundaryAnywhere() {
			continue
		}
		for _, name := range r.ToolsOf(c.Type) {
			found.add(c.Pos, name, l)
		}
	}
	for _, s := range found.inOrder() {
		pass.Report(s.pos, fixes(pass, s), "%s", s.lack.message(rule.Tools(s.names)))
	}
}

// A site is a place where registrations lack something, with the tools that
// are registered there.
type site struct {
	pos   token.Pos
	names []string
	lack  lack
}

type sites struct {
	byPos map[token.Pos]*site
}

func (x *sites) add(pos token.Pos, name string, l lack) {
	s := x.byPos[pos]
	if s == nil {
		s = &site{pos: pos, lack: l}
		x.byPos[pos] = s
	}
	if name != "" && !slices.Contains(s.names, name) {
		s.names = append(s.names, name)
	}
}

func (x *sites) inOrder() []*site {
	var order []*site
	for _, s := range x.byPos {
		order = append(order, s)
	}
	sort.Slice(order, func(i, j int) bool { return order[i].pos < order[j].pos })
	return order
}

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
	if server == nil && l.kind == missing && hasMiddleware(r.Flow.SDKs, t.SDK) && !noMiddleware(t.Outer) && !r.NoBoundaryAnywhere() {
		return lack{} // the server may have one
	}
	return l
}

func noMiddleware(b *sdk.Binding) bool { return b != nil && b.NoMiddleware }

func hasMiddleware(sdks *sdk.Table, name string) bool {
	for _, s := range sdks.All {
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
		if boundary == nil && w.Adapter && !w.SDK && (w.Flattens || w.Passes && r.WholeProgram()) {
			l.adapter = w
			if w.Flattens {
				l.near = w
			}
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
