package nilresult

import (
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/outcome"
)

// mayBeNil reports whether a list is seen to be nil on some way.
func (c *checker) mayBeNil(t *flow.Term, depth int) bool {
	if depth > 3 {
		return false
	}
	if t.IsNil() {
		return true
	}
	if phi, ok := t.Value().(*ssa.Phi); ok {
		return nilValue(phi, map[ssa.Value]bool{})
	}
	if t.Op == flow.Alt {
		return declaredNil(t)
	}
	call := t.CallOf()
	if call == nil || t.Op == flow.Out || call.Str == "append" {
		return false
	}
	exits, ok := c.Flow.Expand(call)
	if !ok {
		return false
	}
	for _, x := range exits {
		n := t.Index()
		if n >= len(x.Results) || x.Deferred {
			continue
		}
		// Only an answer beside a nil error is one, and one that is not decided
		// by what the helper was given.
		last := x.Results[len(x.Results)-1]
		if len(x.Results) > 1 && !last.IsNil() {
			continue
		}
		if guarded(x.Paths) {
			continue
		}
		if c.mayBeNil(x.Results[n], depth+1) {
			return true
		}
	}
	return false
}

// guarded reports whether an exit is for an input that is nil itself.
func guarded(paths []flow.Path) bool {
	for _, p := range paths {
		for _, cond := range p {
			if t := cond.Term; t.Op == flow.Bin && len(t.Args) == 2 && (t.Str == "==" && !cond.Neg || t.Str == "!=" && cond.Neg) && (t.Args[0].IsNil() || t.Args[1].IsNil()) &&
				t.Args[0].TypeName() != "error" {
				return true
			}
		}
	}
	return false
}

// declaredNil reports whether a variable begins as nil and is only appended to.
// One that is given an empty list somewhere is not.
func declaredNil(t *flow.Term) bool {
	isNil := false
	for _, a := range t.Args {
		switch {
		case a.IsNil():
			isNil = true
		case a.Op == flow.List && len(a.Args) == 0, a.Op == flow.Map, a.IsCall("make"):
			return false
		}
	}
	return isNil
}

// nilValue follows a merged value to a nil that nothing rules out.
func nilValue(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Const:
		return v.IsNil()
	case *ssa.ChangeType:
		return nilValue(v.X, seen)
	case *ssa.Phi:
		for i, e := range v.Edges {
			if ruledOut(v.Block().Preds[i], v.Block(), e) {
				continue
			}
			if nilValue(e, seen) {
				return true
			}
		}
	}
	return false
}

// ruledOut reports whether a value cannot be nil where one block goes on to the
// next: a test there says so.
func ruledOut(from, to *ssa.BasicBlock, v ssa.Value) bool {
	if len(from.Instrs) == 0 {
		return false
	}
	br, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	cmp, ok := br.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	for _, side := range []ssa.Value{cmp.X, cmp.Y} {
		if side == v || lengthOf(side) == v {
			return true // whichever way the test goes, it is the author's business
		}
	}
	return false
}

func lengthOf(v ssa.Value) ssa.Value {
	c, ok := v.(*ssa.Call)
	if !ok || len(c.Call.Args) != 1 {
		return nil
	}
	if b, ok := c.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" {
		return nil
	}
	return c.Call.Args[0]
}

// tested reports whether the way to an exit tests how long the list is, or
// whether it is nil. What a loop has appended to has no equal, so any list that
// begins as nil counts.
func tested(x *outcome.Exit, list *flow.Term) bool {
	same := func(t *flow.Term) bool {
		return t == list || t.Value() != nil && t.Value() == list.Value() || t.Op == flow.Alt && list.Op == flow.Alt && declaredNil(t)
	}
	for _, p := range x.Paths {
		for _, cond := range p {
			if cond.Term.Has(func(t *flow.Term) bool {
				return t.IsCall("len") && len(t.Args) == 1 && same(t.Args[0]) || t.Op == flow.Bin && len(t.Args) == 2 && t.Args[1].IsNil() && same(t.Args[0])
			}) {
				return true
			}
		}
	}
	return false
}

// escapes reports whether the address of a literal is given to a function, which
// may fill it in.
func escapes(v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	a, ok := v.(*ssa.Alloc)
	if !ok {
		return true
	}
	for _, ref := range *a.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr, *ssa.UnOp, *ssa.DebugRef, *ssa.Return, *ssa.Phi:
		case *ssa.Store:
			if ref.Val == a {
				return true
			}
		default:
			return true
		}
	}
	return false
}
