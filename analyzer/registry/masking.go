package registry

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// judgeErrors tells what a wrapper makes of an error from below: passes it on,
// turns it into a result with its text, or replaces the text.
func (r *Result) judgeErrors(fn *ssa.Function, w *Wrapper, d *delegate) {
	m := newMasking(r, fn, d)
	w.errors = m
	if m.errIndex < 0 && !m.reflected && !hasErrorField(d.sig) {
		w.Passes = true
		if d.via != nil {
			w.Masks, w.MasksResult = d.via.Masks, d.via.MasksResult
		}
		return
	}
	errOut := flow.ErrIndex(fn.Signature)
	replaced, raw := false, false
	for _, x := range r.Flow.Exits(fn) {
		paths := m.relevant(x.Paths)
		if len(x.Paths) > 0 && len(paths) == 0 {
			continue
		}
		for i, res := range x.Results {
			switch m.raw(res, paths, 0) {
			case rawYes:
				raw = true
				if i == errOut {
					w.Passes = true
				} else {
					w.Flattens = true
					if !w.RawPos.IsValid() {
						w.RawPos, w.RawAt = m.rawAt(res, x)
					}
				}
			case rawNo:
				if m.underError(paths) || x.Block() == nil || m.about(res) {
					replaced = true
					if i == errOut && !res.IsNil() {
						w.ReturnsErrors = true
					}
				}
			}
		}
	}
	looks := m.errIndex >= 0 && r.readsErrorResult(fn)
	w.Masks = replaced && !raw
	w.MasksResult = w.Masks && looks
	if d.via != nil && d.via.Masks {
		// What is passed on has been replaced by the helper that it comes from.
		w.Masks = true
		w.MasksResult = d.via.MasksResult
		w.Passes, w.Flattens = w.Passes && !raw, w.Flattens && !raw
	}
}

// readsErrorResult reports whether a middleware looks into error results, as
// one must where the SDK makes results of errors before the middleware runs.
func (r *Result) readsErrorResult(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case ssa.CallInstruction:
				if c := instr.Common().StaticCallee(); c != nil && isErrorOf(r.Flow.SDKs, flow.FuncID(c)) {
					return true
				}
			case *ssa.FieldAddr:
				if s := sdkOfResult(r.Flow.SDKs, instr.X.Type()); s != nil && flow.FieldNameOf(instr) == s.ErrorField {
					return true
				}
			}
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, r.readsErrorResult)
}

func isErrorOf(sdks *sdk.Table, id string) bool {
	return slices.ContainsFunc(sdks.All, func(s *sdk.SDK) bool { return slices.Contains(s.ErrorOf, id) })
}

// hasErrorField reports whether a handler returns a result of the program's
// own that carries its error in a field.
func hasErrorField(sig *types.Signature) bool {
	if sig == nil {
		return false
	}
	for v := range sig.Results().Variables() {
		t := v.Type()
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		if s, ok := t.Underlying().(*types.Struct); ok {
			for f := range s.Fields() {
				if flow.IsError(f.Type()) {
					return true
				}
			}
		}
	}
	return false
}

type rawness uint8

const (
	rawNone rawness = iota // has nothing to do with the error
	rawNo                  // made in place of the error
	rawYes                 // carries the error's own text
)

// masking follows the error of a handler's call through a wrapper's answers.
type masking struct {
	r         *Result
	fn        *ssa.Function
	calls     []ssa.Value // the calls of the handler
	errIndex  int
	reflected bool
	literals  []string // literals of the wrapper that make the call
}

func newMasking(r *Result, fn *ssa.Function, d *delegate) *masking {
	m := &masking{r: r, fn: fn, errIndex: -1, reflected: d.call.Str == "(reflect.Value).Call"}
	if d.sig != nil {
		m.errIndex = flow.ErrIndex(d.sig)
	}
	m.calls = append(m.calls, d.call.Value())
	for _, t := range d.others {
		m.calls = append(m.calls, t.Value())
	}
	for lit := d.nested; lit != nil && lit != fn; lit = lit.Parent() {
		m.literals = append(m.literals, flow.FuncID(lit))
	}
	return m
}

// isCall reports whether a term is a call of the handler. The instruction tells,
// wherever the term has been carried.
func (m *masking) isCall(t *flow.Term) bool {
	return t.Op == flow.Call && t.Value() != nil && slices.Contains(m.calls, t.Value())
}

// isErr reports whether a term is the error from below.
func (m *masking) isErr(t *flow.Term) bool {
	switch t.Op {
	case flow.Extract:
		return m.errIndex >= 0 && t.N == m.errIndex && m.isCall(t.Args[0])
	case flow.Call:
		if isErrorOf(m.r.Flow.SDKs, t.Str) && len(t.Args) > 0 {
			return m.fromCall(t.Args[0]) // the error that became an error result
		}
		return m.errIndex == 0 && m.isCall(t)
	case flow.Field:
		// result.Error: an error that travels in a field of the result.
		return t.Type() != nil && flow.IsError(t.Type()) && m.fromCall(t.Args[0])
	case flow.Assert:
		return m.reflected && t.Str == "error" && m.fromCall(t.Args[0])
	}
	return false
}

func (m *masking) fromCall(t *flow.Term) bool { return t.Has(m.isCall) }

// runs reports whether a call runs one of the wrapper's literals that call the
// handler: directly, or by handing it to a helper.
func (m *masking) runs(call *flow.Term) bool {
	if len(m.literals) == 0 || call.Op != flow.Call {
		return false
	}
	return slices.ContainsFunc(call.Args, func(t *flow.Term) bool {
		return t.Op == flow.Func && slices.Contains(m.literals, t.Str)
	}) || slices.Contains(m.literals, call.Str)
}

// about reports whether a term depends on the error from below.
func (m *masking) about(t *flow.Term) bool {
	return t.Has(func(t *flow.Term) bool { return m.isErr(t) || m.runs(t) })
}

// raw tells whether a term carries the text of the error from below.
func (m *masking) raw(t *flow.Term, paths []flow.Path, depth int) rawness {
	if depth > 12 {
		return rawNone
	}
	if m.isErr(t) {
		if m.deliberate(paths) {
			return rawNo
		}
		return rawYes
	}
	switch t.Op {
	case flow.Const, flow.Global:
		return rawNo
	case flow.Out:
		if m.errorsAs(t.Args[0]) {
			return m.typed(t.TypeName())
		}
	case flow.Assert:
		if m.about(t.Args[0]) && (t.Type() == nil || flow.ImplementsError(t.Type())) {
			return m.typed(t.Str)
		}
		return m.raw(t.Args[0], paths, depth+1)
	case flow.Field:
		return m.rawField(t, paths, depth)
	case flow.Call:
		if m.isCall(t) {
			return rawNone
		}
		return m.rawCall(t, 0, paths, depth)
	case flow.Extract:
		if c := t.CallOf(); c != nil && !m.isCall(c) {
			return m.rawCall(c, t.N, paths, depth)
		}
	case flow.Struct:
		if t.Type() != nil && flow.ImplementsError(t.Type()) {
			// An error shows what its method renders, not what it keeps.
			text := flow.NewCall(flow.NewMethod(t, "Error"))
			if _, ok := m.r.Flow.Expand(text); ok {
				return max(rawNo, m.rawCall(text, 0, paths, depth))
			}
		}
		return m.worst(t.Args, paths, depth)
	case flow.List, flow.Map, flow.Bin, flow.Alt, flow.Elem:
		return m.worst(t.Args, paths, depth)
	}
	return rawNone
}

func (m *masking) rawField(t *flow.Term, paths []flow.Path, depth int) rawness {
	w := rawNone
	for _, base := range m.values(t.Args[0], depth) {
		if base.Op == flow.Struct {
			if f := base.Get(t.Str); f != nil {
				w = max(w, m.raw(f, paths, depth+1))
				continue
			}
		}
		w = max(w, m.raw(base, paths, depth+1))
	}
	return w
}

// values are what a term can be, results of the program's functions included.
func (m *masking) values(t *flow.Term, depth int) []*flow.Term {
	if t.Op == flow.Alt {
		var out []*flow.Term
		for _, a := range t.Args {
			out = append(out, m.values(a, depth+1)...)
		}
		return out
	}
	if c := t.CallOf(); c != nil && t.Op != flow.Out && !m.isCall(c) && depth < 8 {
		if exits, ok := m.r.Flow.Expand(c); ok {
			var out []*flow.Term
			for _, x := range exits {
				if t.Index() < len(x.Results) && (len(x.Paths) == 0 || len(m.relevant(x.Paths)) > 0) {
					out = append(out, m.values(x.Results[t.Index()], depth+1)...)
				}
			}
			return out
		}
	}
	return []*flow.Term{t}
}

func (m *masking) worst(ts []*flow.Term, paths []flow.Path, depth int) rawness {
	w := rawNone
	for _, t := range ts {
		w = max(w, m.raw(t, paths, depth+1))
	}
	return w
}

// rawCall looks into the functions that the wrapper hands the error to.
func (m *masking) rawCall(call *flow.Term, n int, paths []flow.Path, depth int) rawness {
	if !m.about(call) {
		if isResultOrText(call) {
			return rawNo
		}
		return rawNone
	}
	switch call.Str {
	case "errors.Is", "errors.As":
		return rawNone
	}
	exits, ok := m.r.Flow.Expand(call)
	if !ok {
		return max(rawNo, m.worst(call.Args, paths, depth))
	}
	w := rawNone
	for _, x := range exits {
		within := m.relevant(x.Paths)
		if len(x.Paths) > 0 && len(within) == 0 || n >= len(x.Results) {
			continue
		}
		w = max(w, m.raw(x.Results[n], joined(within, paths), depth+1))
	}
	return w
}

// joined are the paths to an exit of a function, together with those to its
// call.
func joined(within, before []flow.Path) []flow.Path {
	if len(within) == 0 {
		return before
	}
	if len(before) == 0 {
		return within
	}
	var out []flow.Path
	for _, b := range before {
		for _, w := range within {
			out = append(out, append(slices.Clone(b), w...))
		}
	}
	return out
}

// isResultOrText reports whether a call builds something the model may read.
func isResultOrText(call *flow.Term) bool {
	t := call.Type()
	return t == nil || !isTuple(t)
}

// rawAt is where the text of the error goes into a result.
func (m *masking) rawAt(res *flow.Term, x *flow.Exit) (pos token.Pos, at string) {
	res.Walk(func(t *flow.Term) bool {
		if pos.IsValid() {
			return false
		}
		if t.Op == flow.Call && t.Pos().IsValid() && !m.isCall(t) && t.Has(m.isErr) {
			pos = t.Pos()
		}
		return true
	})
	if !pos.IsValid() {
		pos = x.Pos()
	}
	return pos, m.r.Flow.At(pos)
}
