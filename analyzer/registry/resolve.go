package registry

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

const (
	maxSteps  = 48    // rewrites of one handler value
	maxLeaves = 20000 // handlers of one package
)

// settle records what a sink registers, as far as it can be told within fn,
// and returns the sinks that fn's callers have to complete.
func (s *search) settle(fn *ssa.Function, k *sink, at token.Pos) []*sink {
	if k.apply != nil {
		if spineOpen(k.apply, 0) {
			return []*sink{k}
		}
		return nil
	}
	var open []*sink
	if k.many != nil {
		for _, one := range s.each(k, k.many, maxSteps) {
			if one.handler == nil {
				if one.many != nil && spineOpen(one.many, 0) {
					open = append(open, one)
				}
				continue
			}
			open = append(open, s.settle(fn, one, at)...)
		}
		return open
	}
	for _, leaf := range s.resolve(k) {
		switch {
		case leaf.fn != nil:
			if s.namedByCaller(fn, leaf.sink) {
				k := *leaf.sink
				k.wrappers, k.binding = leaf.wrappers, leaf.binding
				open = append(open, &k)
				if fn.Parent() != nil || len(s.CallersOf(fn)) > 0 {
					continue
				}
				// Only other packages can call it, and perhaps none does.
			}
			s.record(fn, leaf, at)
		case leaf.sink.open():
			open = append(open, leaf.sink)
		default:
			s.unresolved(fn, leaf, at)
		}
	}
	return open
}

// namedByCaller reports whether the callers of fn say what a tool is called: one
// helper then registers as many tools as it is called for, all with one handler.
func (s *search) namedByCaller(fn *ssa.Function, k *sink) bool {
	name := s.namedBy(k)
	switch {
	case name == nil:
		return false
	case fn.Parent() != nil && mentionsOp(name, flow.Free):
		return true // the function around the literal knows
	case !mentionsOp(name, flow.Param):
		return false
	}
	return len(s.CallersOf(fn)) > 0 || fn.Parent() == nil && token.IsExported(fn.Name())
}

func mentionsOp(t *flow.Term, op flow.Op) bool {
	return t != nil && t.Has(func(t *flow.Term) bool { return t.Op == op })
}

// each splits a list of bundles into sinks for one bundle.
func (s *search) each(k *sink, many *flow.Term, steps int) []*sink {
	if steps <= 0 {
		return nil
	}
	t := s.Flow.Reduce(many)
	switch t.Op {
	case flow.List:
		var out []*sink
		for _, a := range t.Args {
			out = append(out, s.each(k, a, steps-1)...)
		}
		return out
	case flow.Map:
		var out []*sink
		for i := 1; i < len(t.Args); i += 2 {
			out = append(out, s.each(k, t.Args[i], steps-1)...)
		}
		return out
	case flow.Alt:
		var out []*sink
		for _, a := range t.Args {
			out = append(out, s.each(k, a, steps-1)...)
		}
		return out
	case flow.Const:
		return nil
	}
	b := k.bundle
	if b == nil {
		b = s.bundleFor(t)
	}
	if b == nil {
		c := *k
		c.many = t
		return []*sink{&c}
	}
	return []*sink{fromBundle(k, b, t)}
}

// fromBundle is the sink of one bundle value.
func fromBundle(k *sink, b *sdk.Bundle, t *flow.Term) *sink {
	c := *k
	c.many = nil
	c.binding = b.Binding
	field := func(name string) *flow.Term {
		if name == "" {
			return nil
		}
		if f := t.Get(name); f != nil {
			return f
		}
		return flow.NewField(t, name)
	}
	c.handler = field(b.Handler)
	if b.Makes {
		c.handler = flow.NewCall(c.handler, flow.NewUnknown())
	}
	c.tool, c.name, c.desc = field(b.Tool), field(b.Name), field(b.Desc)
	return &c
}

// A leaf is where following a handler ended: a function, or a sink that could
// not be followed further.
type leaf struct {
	sink     *sink
	fn       *flow.Term // Func term
	wrappers []*Wrapper // outermost first
	binding  *sdk.Binding
}

// resolve follows a sink's handler to the functions it can be.
func (s *search) resolve(k *sink) []*leaf {
	var out []*leaf
	type state struct {
		sink  *sink
		wraps []*Wrapper
		bind  *sdk.Binding
		steps int
		seen  []string
	}
	work := []state{{sink: k, wraps: k.wrappers, bind: k.binding}}
	for len(work) > 0 {
		st := work[len(work)-1]
		work = work[:len(work)-1]
		stop := func() {
			c := *st.sink
			c.wrappers = st.wraps
			out = append(out, &leaf{sink: &c, wrappers: st.wraps, binding: st.bind})
		}
		if st.steps > maxSteps || s.leaves > maxLeaves {
			stop()
			continue
		}
		st.steps++
		h := st.sink.handler
		push := func(sk *sink, wraps []*Wrapper, bind *sdk.Binding) {
			work = append(work, state{sk, wraps, bind, st.steps, st.seen})
		}
		with := func(h *flow.Term) *sink {
			c := *st.sink
			c.handler = h
			return &c
		}
		switch h.Op {
		case flow.Const, flow.Unknown:
			if h.Op == flow.Unknown {
				stop()
			}
			continue
		case flow.Func:
			if w := s.wrapper(h.Str); w != nil && w.Inner != nil && !slices.Contains(st.seen, h.Str) {
				var params []*flow.Term
				free := h.Args
				if flow.BaseID(h.Str) == h.Str && len(h.Args) == 1 {
					params, free = h.Args, nil // a method value: its receiver
				}
				inner := flow.Substitute(w.Inner, params, free)
				st.seen = append(st.seen[:len(st.seen):len(st.seen)], h.Str)
				c := with(inner)
				if params != nil && st.sink.tool != nil {
					c.tool = st.sink.tool
				}
				push(c, append(st.wraps[:len(st.wraps):len(st.wraps)], w), adaptedBy(s.Flow.SDKs, w, st.bind))
				continue
			}
			s.leaves++
			c := *st.sink
			out = append(out, &leaf{sink: &c, fn: h, wrappers: st.wraps, binding: st.bind})
			continue
		case flow.Call:
			if ad := adapterByID(s.Flow.SDKs, h.Str); ad != nil && ad.Handler < len(h.Args) {
				w := &Wrapper{ID: h.Str, Pos: h.Pos(), At: s.Flow.TextPos(h), Adapter: true, Flattens: ad.Inner.Error == sdk.Flattened, Passes: ad.Inner.Error != sdk.Flattened, SDK: true}
				push(with(h.Args[ad.Handler]), append(st.wraps[:len(st.wraps):len(st.wraps)], w), ad.Inner)
				continue
			}
			if inner := reflected(h); inner != nil {
				push(with(inner), st.wraps, st.bind)
				continue
			}
		}
		alts := s.split(st.sink)
		if alts == nil {
			if w, inner := s.opaque(h); w != nil {
				push(with(inner), append(st.wraps[:len(st.wraps):len(st.wraps)], w), st.bind)
				continue
			}
			stop()
			continue
		}
		wraps := st.wraps
		if kept := unwound(alts); len(kept) > 0 && len(kept) < len(alts) {
			// A loop puts more wrappers around it, an unknown number of times.
			alts = kept
			wraps = append(wraps[:len(wraps):len(wraps)], &Wrapper{ID: "loop", Unknown: true, At: s.Flow.TextPos(h)})
		}
		for i := len(alts) - 1; i >= 0; i-- { // keep source order
			push(alts[i], wraps, st.bind)
		}
	}
	return out
}

// reflected is the function behind a reflect.Value, or the value behind one.
func reflected(call *flow.Term) *flow.Term {
	switch call.Str {
	case "reflect.ValueOf", "(reflect.Value).Interface":
		if len(call.Args) == 1 {
			return call.Args[0]
		}
	case "reflect.MakeFunc":
		if len(call.Args) == 2 {
			return call.Args[1]
		}
	}
	return nil
}

// unwound drops the alternatives that wrap what a loop has built so far.
func unwound(alts []*sink) []*sink {
	var kept []*sink
	for _, k := range alts {
		h := k.handler
		if h.Op == flow.Call && h.Str == "" {
			around := false
			for _, a := range h.Args[1:] {
				around = around || a.Op == flow.Unknown
			}
			if around {
				continue
			}
		}
		kept = append(kept, k)
	}
	return kept
}

// adaptedBy is the binding of what a wrapper calls.
func adaptedBy(sdks *sdk.Table, w *Wrapper, outer *sdk.Binding) *sdk.Binding {
	if !w.Adapter || w.innerSig == nil {
		return outer
	}
	return adapted(sdks, w.innerSig, outer)
}

// opaque treats a call that cannot be looked into, but takes and returns a
// handler, as a wrapper of which nothing is known.
func (s *search) opaque(h *flow.Term) (*Wrapper, *flow.Term) {
	if h.Op != flow.Call && h.Op != flow.Extract {
		return nil, nil
	}
	call := h.CallOf()
	if call == nil || call.Str == "" || h.Type() == nil {
		return nil, nil
	}
	if fn := s.Flow.Func(call.Str); fn != nil {
		return nil, nil
	}
	for _, a := range call.Args {
		if a.Type() == nil {
			continue
		}
		if types.Identical(a.Type().Underlying(), h.Type().Underlying()) && isFunc(a.Type()) {
			return &Wrapper{ID: call.Str, At: s.Flow.TextPos(call), Unknown: true}, a
		}
	}
	return nil, nil
}

func isFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// split takes one step into what the handler is made of. The same step is
// taken in the tool's definition, so that both stay those of one tool. nil
// means that no step is possible.
func (s *search) split(k *sink) []*sink {
	redex, options := s.redex(k.handler, 0)
	if redex == nil {
		return nil
	}
	var out []*sink
	for _, o := range options {
		c := *k
		for _, t := range c.terms() {
			if *t == nil {
				continue
			}
			if o.exit != nil {
				*t = replaceResults(*t, redex, o.exit)
			} else {
				*t = flow.Replace(*t, redex, o.term)
			}
		}
		out = append(out, &c)
	}
	return out
}

// An option is one thing that a term can be.
type option struct {
	term *flow.Term
	exit *flow.Exit // for a call: all of its results together
}

// redex finds the innermost part, along the spine of a term, that can be
// rewritten, and what it can be rewritten to.
func (s *search) redex(t *flow.Term, depth int) (*flow.Term, []option) {
	if depth > 24 {
		return nil, nil
	}
	switch t.Op {
	case flow.Field, flow.Elem, flow.Assert, flow.Method, flow.Extract:
		if len(t.Args) > 0 {
			if r, o := s.redex(t.Args[0], depth+1); r != nil {
				return r, o
			}
		}
	}
	switch t.Op {
	case flow.Alt:
		return t, terms(t.Args)
	case flow.Assert:
		return t, terms(t.Args[:1])
	case flow.Field:
		if b := t.Args[0]; b.Op == flow.Struct {
			if f := b.Get(t.Str); f != nil {
				return t, terms([]*flow.Term{f})
			}
			if base := b.Get(""); base != nil {
				return t, terms([]*flow.Term{t.With(0, base)})
			}
			return t, nil
		}
	case flow.Elem:
		if t.Str == "key" {
			return nil, nil
		}
		b := t.Args[0]
		switch b.Op {
		case flow.List:
			if len(b.Args) > 0 {
				return t, terms(b.Args)
			}
		case flow.Map:
			var vals []*flow.Term
			for i := 1; i < len(b.Args); i += 2 {
				vals = append(vals, b.Args[i])
			}
			if len(vals) > 0 {
				return t, terms(vals)
			}
		}
	case flow.Global:
		if v := s.Flow.GlobalValue(t.Str); v != nil && v.Op != flow.Unknown {
			return t, terms([]*flow.Term{v})
		}
	case flow.Method:
		if f := s.Flow.Reduce(t); f != t {
			return t, terms([]*flow.Term{f})
		}
		return s.implementers(t.Args[0], t.Str)
	case flow.Extract, flow.Call:
		return s.redexCall(t)
	}
	return nil, nil
}

func terms(ts []*flow.Term) []option {
	out := make([]option, len(ts))
	for i, t := range ts {
		out[i] = option{term: t}
	}
	return out
}

// redexCall rewrites a call to the results of its exits.
func (s *search) redexCall(t *flow.Term) (*flow.Term, []option) {
	call := t.CallOf()
	if call == nil {
		return nil, nil
	}
	if exits, ok := s.Flow.Expand(call); ok {
		n := t.Index()
		var out []option
		for _, x := range exits {
			if n < len(x.Results) && !x.Results[n].IsNil() {
				out = append(out, option{exit: x})
			}
		}
		if len(out) > 0 {
			return call, out
		}
		return nil, nil
	}
	if call.Str == "" && !call.Invoke() {
		// What is called is itself made of something.
		if r, o := s.redex(call.Args[0], 1); r != nil {
			return r, o
		}
	}
	if call.Invoke() {
		if r, o := s.redex(call.Args[0], 1); r != nil {
			return r, o
		}
		return s.implementers(call.Args[0], flow.NameOf(call.Str))
	}
	return nil, nil
}

// replaceResults puts the results of an exit in for those of a call.
func replaceResults(t, call *flow.Term, x *flow.Exit) *flow.Term {
	if len(x.Results) == 1 {
		return flow.Replace(t, call, x.Results[0])
	}
	for i, r := range x.Results {
		t = flow.Replace(t, flow.NewExtract(call, i), r)
	}
	return t
}

func adapterByID(sdks *sdk.Table, id string) *sdk.Adapter { return sdks.Adapters[id] }
