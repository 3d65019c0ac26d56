package outcome

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/registry"
)

// Questions that rules ask of functions and exits.

// MadePlain reports whether an exit's error is plain and decided on where the
// exit is: made on the spot, an SDK accessor's, or identified by a test and
// passed on all the same.
func (r *Result) MadePlain(x *Exit) bool {
	r.judge.begin(r.Reach.Of(x.Target.Handler.Fn))
	cases := r.judge.errCases(x.Err)
	if len(cases) == 0 {
		return false
	}
	for _, c := range cases {
		switch c.kind {
		case errMade, errAccessor:
			if c.kind == errMade && !flow.Equal(c.term, x.Err) {
				return false
			}
		case errForeign, errSentinel:
			// Only a test that names the error decides on it.
			if x.Verdict.Err == nil || !flow.Equal(x.Verdict.Err, x.Err) || c.sure && c.call != "" {
				return false
			}
			if !identifies(x.Paths, x.Err) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// identifies reports whether every path has a test that names the error.
func identifies(paths []flow.Path, err *flow.Term) bool {
next:
	for _, p := range paths {
		for _, c := range p {
			if t, _ := nilTest(c); t != nil {
				continue
			}
			if !c.Neg && c.Term.Has(func(t *flow.Term) bool { return flow.Equal(t, err) }) {
				continue next
			}
		}
		return false
	}
	return len(paths) > 0
}

// ErrPos is where an exit's error is made, or its return statement.
func (r *Result) ErrPos(x *Exit) token.Pos {
	if x.Err != nil && x.Err.Op == flow.Call && x.Err.Pos().IsValid() {
		return x.Err.Pos()
	}
	return x.Pos
}

// OnlyFails reports whether every way on from a block ends in a failure.
func (r *Result) OnlyFails(fn *ssa.Function, b *ssa.BasicBlock) bool {
	errIndex := flow.ErrIndex(fn.Signature)
	exits := r.Flow.Exits(fn)
	seen := map[*ssa.BasicBlock]bool{}
	any := false
	var visit func(b *ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		if seen[b] {
			return true
		}
		seen[b] = true
		if n := len(b.Instrs); n > 0 {
			if ret, ok := b.Instrs[n-1].(*ssa.Return); ok {
				any = true
				return r.failing(ret, exits, errIndex, seen)
			}
		}
		for _, s := range b.Succs {
			if !visit(s) {
				return false
			}
		}
		return true
	}
	return visit(b) && any
}

// failing reports whether all of a return's exits that come by way of the
// blocks in seen answer with an error.
func (r *Result) failing(ret *ssa.Return, exits []*flow.Exit, errIndex int, seen map[*ssa.BasicBlock]bool) bool {
	found := false
	for _, x := range exits {
		if x.Return() != ret || !seen[x.Block()] && x.Block() != ret.Block() {
			continue
		}
		if errIndex >= 0 && errIndex < len(x.Results) && !r.judge.noError(x.Results[errIndex]) {
			found = true
			continue
		}
		isError := false
		for _, res := range x.Results {
			if res.Type() != nil && registry.IsToolResult(res.Type()) || res.Op == flow.Call {
				isError = isError || r.judge.resultInfo(r.Flow.Reduce(res), ret.Pos()).isError || r.judge.resultInfo(res, ret.Pos()).isError
			}
			if r.judge.carriedError(res) != nil {
				isError = true
			}
		}
		if !isError {
			return false
		}
		found = true
	}
	return found
}

// BuildsFailures reports whether a function makes the error or the error result
// that a handler answers with, from what it is given.
func (r *Result) BuildsFailures(fn *ssa.Function) bool {
	errIndex := flow.ErrIndex(fn.Signature)
	hasResult := false
	for v := range fn.Signature.Results().Variables() {
		hasResult = hasResult || registry.IsToolResult(v.Type())
	}
	if !hasResult && errIndex < 0 {
		return false
	}
	exits := r.Flow.Exits(fn)
	for _, x := range exits {
		if errIndex >= 0 && errIndex < len(x.Results) && !r.judge.noError(x.Results[errIndex]) {
			continue
		}
		isError := false
		for _, res := range x.Results {
			isError = isError || r.judge.resultInfo(r.Flow.Reduce(res), token.NoPos).isError || r.judge.resultInfo(res, token.NoPos).isError
		}
		if !isError {
			return false
		}
	}
	return len(exits) > 0
}

// CallsOf lists the calls of fn in a frame.
func (r *Result) CallsOf(f *Frame, fn *ssa.Function) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	for _, b := range f.Fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if callee := c.Common().StaticCallee(); callee != nil && r.Flow.Func(flow.FuncID(callee)) == fn {
				out = append(out, c)
			}
		}
	}
	return out
}

// Computes reports whether one of the program's functions computes from its
// arguments alone, asking nobody.
func (r *Result) Computes(call *flow.Term) bool { return r.judge.pureOwn(call) }
