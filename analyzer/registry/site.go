package registry

import (
	"go/token"
	"go/types"
	"slices"
	"sort"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// A report about many tools stands at the one place that they all go through.
// There are three kinds: the call that hands them to the SDK, an adapter that
// calls handlers of another shape, and a dispatcher of the program's own that
// calls the handlers of a bundle type.

// siteOf names a call that hands tools to an SDK so that other packages can
// speak of it, and remembers where it is.
func (s *search) siteOf(c ssa.CallInstruction) string {
	prefix := flow.FuncID(c.Parent()) + "#"
	for n := 0; ; n++ {
		key := prefix + strconv.Itoa(n)
		if pos, ok := s.sites[key]; !ok || pos == c.Pos() {
			s.sites[key] = c.Pos()
			return key
		}
	}
}

// Sites lists the calls of this package that hand tools to an SDK, in source
// order.
func (r *Result) Sites() []string {
	var keys []string
	for key := range r.sites {
		keys = append(keys, key)
	}
	sort.Slice(keys, func(i, j int) bool {
		if a, b := r.sites[keys[i]], r.sites[keys[j]]; a != b {
			return a < b
		}
		return keys[i] < keys[j]
	})
	return keys
}

// SitePos is where a site is, if that is in this package.
func (r *Result) SitePos(site string) token.Pos { return r.sites[site] }

// Site is the call that hands a tool to the SDK, in whichever package it is.
func (t *Tool) Site() string { return t.site }

// Through lists the tools that a site hands over: of the whole program, or else
// of this package.
func (r *Result) Through(site string) []*Tool {
	if r.world != nil {
		return r.world.through[site]
	}
	return r.those(func(t *Tool) bool { return t.site == site && r.sites[site].IsValid() })
}

// Around lists the tools that a wrapper is around: of the whole program, or
// else of this package.
func (r *Result) Around(wrapper string) []*Tool {
	if r.world != nil {
		return r.world.around[wrapper]
	}
	return r.those(func(t *Tool) bool {
		return slices.ContainsFunc(t.Wrappers, func(w *Wrapper) bool { return w.ID == wrapper })
	})
}

func (r *Result) those(want func(*Tool) bool) []*Tool {
	var out []*Tool
	for _, t := range r.Tools {
		if want(t) {
			out = append(out, t)
		}
	}
	return out
}

// A dispatcher is a function that calls the handlers of a bundle type of the
// program's own.
type dispatcher struct {
	Type, Fn string
}

// findDispatchers finds the functions that call the handler which a bundle
// holds. Those with the handler's own shape are wrappers, and those that an SDK
// is given are consumers already.
func (s *search) findDispatchers() {
	taken := map[string]bool{}
	for _, t := range s.Tools {
		for _, w := range t.Wrappers {
			taken[w.ID] = true
		}
	}
	for _, c := range s.consumers {
		for _, w := range c.Wrappers {
			taken[w.ID] = true
		}
	}
	for _, fn := range s.Flow.All() {
		id := flow.FuncID(fn)
		if taken[id] || !s.cfg.Tests && s.inTest(fn.Pos()) {
			continue
		}
		if typ := s.dispatches(fn); typ != "" {
			c := &Consumer{Type: typ, Pos: fn.Pos(), Binding: shapeOfSignature(s.Flow.SDKs, noRecv(fn.Signature)), dispatcher: id}
			if w := s.wrapper(id); w != nil {
				c.Wrappers = []*Wrapper{w}
			} else if ok, _ := s.recovers(fn); ok {
				continue
			}
			s.addConsumer(c)
		}
	}
}

// dispatches is the bundle type whose handlers a function calls, or "".
func (s *search) dispatches(fn *ssa.Function) string {
	for c := range calls(fn) {
		common := c.Common()
		if common.IsInvoke() || common.StaticCallee() != nil || !callsHandler(common.Signature()) {
			continue
		}
		b := handlerOf(s.Flow.SDKs, common.Value)
		if b == nil || b.Makes || !s.sameRepository(flow.PackageOf(b.Type)) || s.Flow.SDKs.Owns(flow.PackageOf(b.Type)) {
			continue
		}
		if types.Identical(noRecv(common.Signature()), noRecv(fn.Signature)) {
			continue
		}
		return b.Type
	}
	return ""
}

// findOutside finds the dispatchers that run without a handler having been
// called first: from functions that nothing in sight calls.
func (w *World) findOutside(packages []*Digest, edges, methods map[string][]string) {
	w.outside = map[string]bool{}
	wanted := map[string]bool{}
	for _, d := range packages {
		for _, c := range d.Consumes {
			if c.Dispatcher != "" {
				wanted[c.Dispatcher] = true
			}
		}
	}
	if len(wanted) == 0 {
		return
	}
	handler := map[string]bool{}
	called := map[string]bool{}
	next := func(id string) []string {
		var out []string
		for _, to := range edges[id] {
			if ids, ok := methods[to]; ok {
				out = append(out, ids...)
			} else {
				out = append(out, to)
			}
		}
		return out
	}
	var all []string
	for _, d := range packages {
		for _, t := range d.Tools {
			handler[t.Handler] = true
		}
		for _, e := range d.Calls {
			all = append(all, e.From)
			for _, to := range next(e.From) {
				called[to] = true
			}
		}
	}
	for id := range wanted {
		all = append(all, id)
	}
	seen := map[string]bool{}
	var visit func(id string)
	visit = func(id string) {
		if seen[id] || handler[id] {
			return
		}
		seen[id] = true
		for _, to := range next(id) {
			visit(to)
		}
	}
	for _, id := range all {
		if !called[id] {
			visit(id)
		}
	}
	for id := range wanted {
		w.outside[id] = seen[id]
	}
}

// handlerOf is the bundle type whose handler field a value is read from.
func handlerOf(sdks *sdk.Table, v ssa.Value) *sdk.Bundle {
	switch v := v.(type) {
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL {
			if b := bundleOfType(sdks, fa.X.Type()); b != nil && b.Handler == flow.FieldNameOf(fa) {
				return b
			}
		}
	case *ssa.Field:
		b := bundleOfType(sdks, v.X.Type())
		if st, ok := v.X.Type().Underlying().(*types.Struct); ok && b != nil && st.Field(v.Field).Name() == b.Handler {
			return b
		}
	}
	return nil
}
