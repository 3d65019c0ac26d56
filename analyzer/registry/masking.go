package registry

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// judgeErrors tells what a wrapper makes of an error from below: passes it on,
// turns it into a result with its text, or replaces the text.
func (r *Result) judgeErrors(fn *ssa.Function, w *Wrapper, d *delegate) {
	if d.via != nil {
		// The helper it delegates to decides, unless fn adds something itself.
		w.Masks, w.MasksResult = d.via.Masks, d.via.MasksResult
	}
	m := &masking{r: r, call: d.call, errIndex: -1}
	if d.sig != nil {
		m.errIndex = flow.ErrIndex(d.sig)
	}
	if d.call.Str == "(reflect.Value).Call" {
		m.reflected = true
	}
	if m.errIndex < 0 && !m.reflected && !hasErrorField(d.sig) {
		w.Passes = true
		return
	}
	errOut := flow.ErrIndex(fn.Signature)
	replaced, raw := false, false
	for _, x := range r.Flow.Exits(fn) {
		for _, p := range x.Paths {
			if m.saysNil(p) {
				goto next
			}
		}
		for i, res := range x.Results {
			switch m.raw(res, x.Paths, 0) {
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
				if m.underError(x.Paths) || x.Block() == nil {
					replaced = true
					if i == errOut && !res.IsNil() {
						w.ReturnsErrors = true
					}
				}
			}
		}
	next:
	}
	if d.via == nil {
		w.Masks = replaced && !raw
		w.MasksResult = w.Masks && (m.errIndex >= 0 && r.readsErrorResult(fn))
	} else if raw && !d.via.Masks {
		w.Masks = false
	}
}

// readsErrorResult reports whether a middleware looks into error results, as
// one must where the SDK makes results of errors before the middleware runs.
func (r *Result) readsErrorResult(fn *ssa.Function) bool {
	found := false
	var look func(fn *ssa.Function)
	look = func(fn *ssa.Function) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case ssa.CallInstruction:
					if c := instr.Common().StaticCallee(); c != nil && c.Name() == "GetError" {
						found = true
					}
				case *ssa.FieldAddr:
					if sdkOfResult(instr.X.Type()) != nil && flow.FieldNameOf(instr) == "IsError" {
						found = true
					}
				}
			}
		}
		for _, a := range fn.AnonFuncs {
			look(a)
		}
	}
	look(fn)
	return found
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

// masking follows the error of one call through a wrapper's answers.
type masking struct {
	r         *Result
	call      *flow.Term
	errIndex  int
	reflected bool
}

// isErr reports whether a term is the error from below.
func (m *masking) isErr(t *flow.Term) bool {
	switch t.Op {
	case flow.Extract:
		return m.errIndex >= 0 && t.N == m.errIndex && flow.Equal(t.Args[0], m.call)
	case flow.Call:
		return m.errIndex == 0 && flow.Equal(t, m.call)
	case flow.Field:
		// result.Error: an error that travels in a field of the result.
		return t.Type() != nil && flow.IsError(t.Type()) && m.fromCall(t.Args[0])
	case flow.Assert:
		return m.reflected && t.Str == "error" && m.fromCall(t.Args[0])
	}
	return false
}

func (m *masking) fromCall(t *flow.Term) bool {
	return t.Has(func(t *flow.Term) bool { return flow.Equal(t, m.call) })
}

// saysNil reports whether a path is one on which the error is nil.
func (m *masking) saysNil(p flow.Path) bool {
	for _, c := range p {
		if e, isNil := nilTest(c); e != nil && m.isErr(e) {
			if isNil {
				return true
			}
		}
	}
	return false
}

// underError reports whether every path is one on which the error is not nil.
func (m *masking) underError(paths []flow.Path) bool {
	for _, p := range paths {
		ok := false
		for _, c := range p {
			if c.Term.Has(m.isErr) {
				if e, isNil := nilTest(c); e != nil && isNil && m.isErr(e) {
					continue
				}
				ok = true
			}
		}
		if !ok {
			return false
		}
	}
	return len(paths) > 0
}

// nilTest reads a condition that compares a term with nil.
func nilTest(c flow.Cond) (t *flow.Term, isNil bool) {
	b := c.Term
	if b.Op != flow.Bin || len(b.Args) != 2 || (b.Str != "==" && b.Str != "!=") {
		return nil, false
	}
	x, y := b.Args[0], b.Args[1]
	if x.IsNil() {
		x, y = y, x
	}
	if !y.IsNil() {
		return nil, false
	}
	return x, (b.Str == "==") != c.Neg
}

// raw tells whether a term carries the text of the error from below.
func (m *masking) raw(t *flow.Term, paths []flow.Path, depth int) rawness {
	if depth > 12 {
		return rawNone
	}
	if m.isErr(t) {
		if m.deliberate(paths, t) {
			return rawNo
		}
		return rawYes
	}
	switch t.Op {
	case flow.Const:
		return rawNo
	case flow.Out:
		if target := m.errorsAs(t.Args[0]); target {
			return m.typed(t.TypeName())
		}
	case flow.Assert:
		if m.isErr(t.Args[0]) {
			return m.typed(t.Str)
		}
	case flow.Field:
		if base := m.raw(t.Args[0], paths, depth+1); base == rawNo {
			return rawNo
		} else if base == rawYes && !m.fromCallResult(t) {
			return rawYes
		}
		return rawNone
	case flow.Call:
		return m.rawCall(t, paths, depth)
	case flow.Extract:
		if c := t.CallOf(); c != nil && !flow.Equal(c, m.call) {
			return m.rawCallResult(c, t.N, paths, depth)
		}
		return rawNone
	case flow.Struct, flow.List, flow.Map, flow.Bin, flow.Alt, flow.Elem:
		return m.worst(t.Args, paths, depth)
	}
	return rawNone
}

// fromCallResult reports whether a term is taken from the value, not the
// error, that the call returned.
func (m *masking) fromCallResult(t *flow.Term) bool { return false }

func (m *masking) worst(ts []*flow.Term, paths []flow.Path, depth int) rawness {
	w := rawNone
	for _, t := range ts {
		w = max(w, m.raw(t, paths, depth+1))
	}
	return w
}

func (m *masking) rawCall(t *flow.Term, paths []flow.Path, depth int) rawness {
	if flow.Equal(t, m.call) {
		return rawNone
	}
	return m.rawCallResult(t, 0, paths, depth)
}

// rawCallResult looks into the functions that the wrapper hands the error to.
func (m *masking) rawCallResult(call *flow.Term, n int, paths []flow.Path, depth int) rawness {
	if !call.Has(m.isErr) {
		if isResultOrText(call) {
			return rawNo
		}
		return rawNone
	}
	switch call.Str {
	case "errors.Is", "errors.As":
		return rawNone
	}
	if exits, ok := m.r.Flow.Expand(call); ok {
		w := rawNone
		for _, x := range exits {
			feasible := false
			for _, p := range x.Paths {
				feasible = feasible || !m.saysNil(p)
			}
			if !feasible || n >= len(x.Results) {
				continue
			}
			all := append(append([]flow.Path(nil), x.Paths...), paths...)
			if len(x.Paths) == 0 {
				all = paths
			}
			w = max(w, m.raw(x.Results[n], all, depth+1))
		}
		return w
	}
	return max(rawNo, m.worst(call.Args, paths, depth))
}

// isResultOrText reports whether a call builds something the model may read.
func isResultOrText(call *flow.Term) bool {
	t := call.Type()
	return t == nil || !isTuple(t)
}

// errorsAs reports whether a call is errors.As of the error from below.
func (m *masking) errorsAs(call *flow.Term) bool {
	return call.IsCall("errors.As") && len(call.Args) == 2 && m.isErr(call.Args[0])
}

// typed tells whether text from a given error type is the program's own.
func (m *masking) typed(name string) rawness {
	id := strings.TrimLeft(name, "*")
	if isProtocolError(id) || m.r.sameProgram(flow.PackageOf(id)) {
		return rawNo
	}
	return rawYes
}

// deliberate reports whether every path to a return of the error has made sure
// that it is meant for the model, a protocol error, or a cancellation.
func (m *masking) deliberate(paths []flow.Path, err *flow.Term) bool {
	if len(paths) == 0 {
		return false
	}
	found := false
	for _, p := range paths {
		for _, c := range p {
			if !c.Neg && m.identifies(c.Term, 0) {
				found = true
			}
		}
	}
	return found
}

// identifies reports whether a condition that holds tells a deliberate error.
func (m *masking) identifies(t *flow.Term, depth int) bool {
	if depth > 4 {
		return false
	}
	switch t.Op {
	case flow.Call:
		switch {
		case m.errorsAs(t):
			if out := t.Args[1]; out.Type() != nil || out.TypeName() != "" {
				return m.typed(out.TypeName()) == rawNo
			}
			return false
		case t.IsCall("errors.Is") && len(t.Args) == 2 && m.isErr(t.Args[0]):
			return t.Args[1].Op == flow.Global && (t.Args[1].Str == "context.Canceled" || m.r.sameProgram(flow.PackageOf(t.Args[1].Str)))
		case t.Has(m.isErr):
			exits, ok := m.r.Flow.Expand(t)
			if !ok {
				return false
			}
			for _, x := range exits {
				if len(x.Results) == 0 {
					return false
				}
				if v, known := x.Results[0].Bool(); known {
					if !v {
						continue
					}
					for _, p := range x.Paths {
						for _, c := range p {
							if !c.Neg && m.identifies(c.Term, depth+1) {
								return true
							}
						}
					}
					continue
				}
				if m.identifies(x.Results[0], depth+1) {
					return true
				}
			}
		}
	case flow.Extract:
		if t.N == 1 && t.Args[0].Op == flow.Assert && m.isErr(t.Args[0].Args[0]) {
			return m.typed(t.Args[0].Str) == rawNo
		}
	case flow.Alt:
		for _, a := range t.Args {
			if m.identifies(a, depth+1) {
				return true
			}
		}
	}
	return false
}

// rawAt is where the text of the error goes into a result.
func (m *masking) rawAt(res *flow.Term, x *flow.Exit) (pos token.Pos, at string) {
	res.Walk(func(t *flow.Term) bool {
		if pos.IsValid() {
			return false
		}
		if t.Op == flow.Call && t.Pos().IsValid() && !flow.Equal(t, m.call) && t.Has(m.isErr) {
			pos = t.Pos()
		}
		return true
	})
	if !pos.IsValid() {
		pos = x.Pos()
	}
	return pos, m.r.Flow.At(pos)
}

func isProtocolError(id string) bool {
	for _, s := range sdk.All() {
		for _, p := range s.ProtocolErrors {
			if p == id {
				return true
			}
		}
	}
	return false
}

// SameProgram reports whether a package belongs to the program being checked.
func (r *Result) SameProgram(path string) bool { return r.sameProgram(path) }

// sameProgram reports whether a package belongs to the program being checked.
func (r *Result) sameProgram(path string) bool {
	if path == "" {
		return false
	}
	pass := r.Flow.Pass
	if path == pass.Pkg.Path() || (r.facts != nil && r.facts.known(path)) {
		return true
	}
	m := pass.Module
	return m != nil && m.Path != "" && (path == m.Path || strings.HasPrefix(path, m.Path+"/"))
}
