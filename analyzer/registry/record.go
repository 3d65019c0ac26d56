package registry

import (
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// record adds a tool whose handler is known. The same handler under the same
// name is one tool, however many ways lead to it: a bundle literal is joined
// with the call that hands it over.
func (s *search) record(fn *ssa.Function, l *leaf, at token.Pos) {
	k := l.sink
	t := &Tool{
		Entry: k.entry, SDK: k.sdk, Outer: k.binding,
		Pos: at, Sink: k.pos, Fn: fn, Bundle: k.literal,
		Wrappers: l.wrappers,
		Handler:  s.handler(l),
		site:     k.site,
	}
	if l.binding != nil && l.binding.Name == "any" && t.Handler.Binding.ResultIndex(sdk.Tool) < 0 {
		return // a function of any shape beside a name: a resource, a command
	}
	if k.literal && k.home == fn {
		t.Pos = k.pos
	}
	if t.SDK == "" && l.binding != nil {
		t.SDK = l.binding.SDK
	}
	if k.server != nil && !k.literal {
		t.Server = &Server{Term: k.server}
	}
	s.define(t, k)
	key := t.Handler.ID + "\x00" + t.Name
	if t.Name == "" {
		if def := k.tool; def != nil && def.Pos().IsValid() {
			key += strconv.Itoa(int(def.Pos()))
		} else {
			key += strconv.Itoa(int(t.Pos))
		}
	}
	have := s.found[key]
	if have == nil {
		s.found[key] = t
		s.order = append(s.order, key)
		return
	}
	join(have, t)
}

// join adds to a tool what another way to the same handler tells.
func join(have, t *Tool) {
	if have.Bundle && !t.Bundle {
		// The bundle is where the user looks; the sink says what wraps it.
		pos, fn := have.Pos, have.Fn
		wrappers := append(append([]*Wrapper(nil), t.Wrappers...), missing(have.Wrappers, t.Wrappers)...)
		*have = *t
		have.Wrappers = wrappers
		have.Pos, have.Fn = pos, fn
		have.Bundle = false
		return
	}
	if !have.Bundle && t.Bundle {
		have.Pos, have.Fn = t.Pos, t.Fn
		return
	}
	if t.Entry != have.Entry {
		have.others = append(have.others, t.Entry)
	}
	if len(t.Wrappers) > len(have.Wrappers) {
		have.Wrappers = t.Wrappers
	}
	if have.Server == nil {
		have.Server = t.Server
	}
}

func missing(ws, have []*Wrapper) []*Wrapper {
	var out []*Wrapper
next:
	for _, w := range ws {
		for _, h := range have {
			if h.ID == w.ID {
				continue next
			}
		}
		out = append(out, w)
	}
	return out
}

// handler describes the function at the end of a chain of wrappers.
func (s *search) handler(l *leaf) *Handler {
	h := &Handler{ID: l.fn.Str, Fn: s.Flow.Func(l.fn.Str), Term: l.fn, Binding: l.binding}
	var sig *types.Signature
	switch {
	case h.Fn != nil:
		sig = h.Fn.Signature
	case l.fn.Type() != nil:
		sig, _ = l.fn.Type().Underlying().(*types.Signature)
	}
	if sig != nil {
		h.Binding = fit(s.Flow.SDKs, noRecv(sig), l.binding)
	}
	return h
}

// fit is the binding of a handler as it is called, checked against its
// signature: generic and reflective registrars accept more than one shape.
func fit(sdks *sdk.Table, sig *types.Signature, b *sdk.Binding) *sdk.Binding {
	if b == nil {
		return adapted(sdks, sig, nil)
	}
	if len(b.Params) == sig.Params().Len() && len(b.Results) == sig.Results().Len() && b.Name != "any" && b.Name != "adapted" {
		return b
	}
	if len(b.Params) == sig.Params().Len()+1 && b.Params[0] == sdk.Other {
		return b // a method found through its interface
	}
	c := *b
	c.Params, c.Results = Roles(sdks, sig)
	return &c
}

// unresolved notes a registration whose handler cannot be followed, so that
// the inventory does not lose the tool.
func (s *search) unresolved(fn *ssa.Function, l *leaf, at token.Pos) {
	k := l.sink
	if k.literal || k.handler == nil {
		return
	}
	s.consume(k, l)
	if s.fromBundle(k) {
		return // its bundles are registrations already
	}
	if id := s.interfaceOf(k); id != "" {
		// The types that implement it are registrations where they are declared.
		s.addConsumer(&Consumer{Type: id, site: k.site, Wrappers: l.wrappers, Pos: k.pos, Binding: k.binding, server: k.server})
		return
	}
	t := &Tool{
		Entry: k.entry, SDK: k.sdk, Outer: k.binding, Pos: at, Sink: k.pos, Fn: fn, Wrappers: l.wrappers, site: k.site,
		Handler: &Handler{ID: k.handler.String(), Term: k.handler, Binding: l.binding},
	}
	if k.server != nil {
		t.Server = &Server{Term: k.server}
	}
	s.define(t, k)
	key := "?" + strconv.Itoa(int(at)) + t.Name
	if s.found[key] == nil {
		s.found[key] = t
		s.order = append(s.order, key)
	}
}

// fromBundle reports whether a handler is read from a bundle's field.
func (s *search) fromBundle(k *sink) bool {
	return k.handler.Has(func(t *flow.Term) bool {
		if t.Op != flow.Field {
			return false
		}
		b := s.bundleFor(t.Args[0])
		return b != nil && b.Handler == t.Str
	})
}

// interfaceOf is the program's own interface through which a handler is
// obtained, if that is where following it ended.
func (s *search) interfaceOf(k *sink) string {
	id := ""
	k.handler.Walk(func(t *flow.Term) bool {
		if (t.Op == flow.Method || t.Op == flow.Call && t.Invoke()) && t.Args[0].Type() != nil && s.ownInterface(t.Args[0].Type()) {
			id = flow.NamedID(t.Args[0].Type())
		}
		return id == ""
	})
	return id
}

// consume remembers that the handlers of a bundle type reach an SDK here, and
// through which wrappers.
func (s *search) consume(k *sink, l *leaf) {
	k.handler.Walk(func(t *flow.Term) bool {
		if t.Op == flow.Field {
			if b := s.bundleFor(t.Args[0]); b != nil && b.Handler == t.Str {
				s.addConsumer(&Consumer{Type: b.Type, site: k.site, Wrappers: l.wrappers, Pos: k.pos, Binding: k.binding, server: k.server})
				return false
			}
		}
		return true
	})
}

// addConsumer keeps one consumer per place and chain of wrappers.
func (s *search) addConsumer(c *Consumer) {
	if !s.cfg.Tests && s.inTest(c.Pos) {
		return
	}
	for _, have := range s.consumers {
		if have.Type == c.Type && have.Pos == c.Pos && have.dispatcher == c.dispatcher && sameWrappers(have.Wrappers, c.Wrappers) {
			return
		}
	}
	s.consumers = append(s.consumers, c)
}

func sameWrappers(a, b []*Wrapper) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].ID != b[i].ID {
			return false
		}
	}
	return true
}

// A Consumer is a place that hands the handlers of a bundle type to an SDK,
// without its being known which they are.
type Consumer struct {
	Type     string
	Wrappers []*Wrapper
	Binding  *sdk.Binding
	Pos      token.Pos
	Server   *Server

	server     *flow.Term
	onParam    string
	site       string
	dispatcher string // the function that calls the handlers itself
}

// Consumers lists the places of this package that hand bundles from elsewhere to
// an SDK, or call their handlers as an SDK does. What is handed over through a
// function of another package belongs to that package, where all packages are
// in sight.
func (r *Result) Consumers() []*Consumer {
	if r.world == nil {
		return r.consumers
	}
	var out []*Consumer
	seen := map[string]bool{}
	add := func(c *Consumer) {
		key := c.Type + " " + strconv.Itoa(int(c.Pos))
		for _, w := range c.Wrappers {
			key += " " + w.ID
		}
		if !seen[key] {
			seen[key] = true
			out = append(out, c)
		}
	}
	for _, c := range r.consumers {
		switch {
		case c.dispatcher != "" && !r.world.outside[c.dispatcher]:
			// What calls the handler that runs it stands around it.
		case c.site == "" || r.sites[c.site].IsValid():
			add(c)
		}
	}
	for _, site := range r.Sites() {
		for _, c := range r.world.consumers[site] {
			add(&Consumer{
				Type: c.Type, Pos: r.sites[site], Wrappers: c.Wrappers, Server: c.Server, onParam: c.OnParam,
				Binding: bindingByName(r.Flow.SDKs, c.Binding[0], c.Binding[1]), site: site,
			})
		}
	}
	return out
}
