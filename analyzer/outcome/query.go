package outcome

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/sdk"
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
			if res.Type() != nil && registry.IsToolResult(r.Flow.SDKs, res.Type()) || res.Op == flow.Call {
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
		hasResult = hasResult || registry.IsToolResult(r.Flow.SDKs, v.Type())
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

// ContextError reports whether an exit's error is the end of the call's own
// context.
func (r *Result) ContextError(x *Exit) bool {
	if x.Verdict.Class == known.Cancelled {
		return true
	}
	r.judge.begin(r.Reach.Of(x.Target.Handler.Fn))
	cases := r.judge.errCases(x.Err)
	for _, c := range cases {
		if c.call != "(context.Context).Err" && c.call != "context.Cause" {
			return false
		}
	}
	return len(cases) > 0
}

// WrapsProtocol reports whether an exit's error wraps a protocol error.
func (r *Result) WrapsProtocol(x *Exit) bool {
	if x.Err == nil || !x.Err.IsCall("fmt.Errorf") {
		return false
	}
	r.judge.begin(r.Reach.Of(x.Target.Handler.Fn))
	for _, c := range r.judge.errCases(x.Err) {
		for _, w := range c.wraps {
			if w.kind == errProtocol {
				return true
			}
		}
	}
	return false
}

// BuiltResult reports whether an exit's result was made for it, rather than
// being what came with the error.
func (r *Result) BuiltResult(x *Exit) bool {
	res := x.Result
	if res.Type() != nil && !registry.IsToolResult(r.Flow.SDKs, res.Type()) {
		return false
	}
	call := res.CallOf()
	switch {
	case res.Op == flow.Struct:
		return len(res.Keys) > 0
	case call == nil:
		return false
	case x.Err != nil && x.Err.CallOf() != nil && flow.Equal(call, x.Err.CallOf()):
		return false
	}
	return r.judge.results[call.Str] != nil || res.Op == flow.Call
}

// Argument reports whether a value in a frame comes from the call's arguments,
// and the argument's name.
func (r *Result) Argument(f *Frame, v ssa.Value) (name string, ok bool) {
	r.judge.begin(f)
	return r.judge.argument(r.Flow.Eval(v))
}

// PanicsAnswered reports whether a panic in a frame's function is answered for
// all handlers that reach it, or what would panic is ruled out before: a
// boundary recovers, or the server checks arguments. Where that cannot be told
// the answer is yes.
func (r *Result) PanicsAnswered(f *Frame) bool {
	for _, t := range f.Targets {
		if t.Handler == nil {
			if r.Registry.Exposed([]string{t.label}) {
				return false
			}
		} else if !r.recovered(t) {
			return false
		}
	}
	return !r.Registry.Exposed(f.also)
}

func (r *Result) recovered(t *Target) bool {
	tool, server := t.Tool, (*registry.Server)(nil)
	if linked, s := r.Registry.Registered(t.Handler.ID); linked != nil && (tool == nil || tool.Bundle) {
		tool, server = linked, s
	} else if tool != nil {
		server = r.Registry.ServerOf(tool)
	}
	if tool == nil {
		return !r.Registry.Exposed([]string{t.label})
	}
	if server == nil && !mayHaveMiddleware(r.Flow.SDKs, tool) {
		server = &registry.Server{}
	}
	return r.Registry.PanicsAnswered(tool.Wrappers, server)
}

// Shapes reports whether an error is the answer of a function that is given an
// error: it tells outcomes apart itself.
func (r *Result) Shapes(err *flow.Term) bool {
	call := err.CallOf()
	if call == nil || call.Str == "fmt.Errorf" {
		return false
	}
	for _, a := range call.Args {
		if isErrorTerm(a) && !a.IsNil() {
			return true
		}
	}
	return false
}

// ErrorText is the error whose text a call searches, or nil.
func ErrorText(call *flow.Term) *flow.Term {
	for _, a := range call.Args {
		if e := errorText(a); e != nil {
			return e
		}
	}
	return nil
}

// A WrapperExit is one answer of a wrapper.
type WrapperExit struct {
	Pos         token.Pos
	SendsOutput bool // an error result beside a structured output
}

// WrapperExits lists the answers of a wrapper of handlers.
func (r *Result) WrapperExits(fn *ssa.Function) []WrapperExit {
	b := registry.ShapeOf(r.Flow.SDKs, fn.Signature)
	if b == nil || !b.OutputOnError {
		return nil
	}
	out, res := b.ResultIndex(sdk.Output), b.ResultIndex(sdk.Tool)
	var exits []WrapperExit
	for _, x := range r.Flow.Exits(fn) {
		if out < 0 || res < 0 || out >= len(x.Results) || res >= len(x.Results) {
			continue
		}
		info := r.judge.resultInfo(x.Results[res], x.Pos())
		sends := info.isError && !x.Results[out].IsNil() && !types.IsInterface(fn.Signature.Results().At(out).Type())
		exits = append(exits, WrapperExit{Pos: x.Pos(), SendsOutput: sends})
	}
	return exits
}

// ArgumentTerm is [Result.Argument] for a term.
func (r *Result) ArgumentTerm(f *Frame, t *flow.Term) (name string, ok bool) {
	r.judge.begin(f)
	return r.judge.argument(t)
}

// RequestPath is the path of fields from the handler's raw request to a term in
// a frame, such as "Params.Meta", or "" if that is not where it comes from.
func (r *Result) RequestPath(f *Frame, t *flow.Term) string {
	var path []string
	for t.Op == flow.Field {
		path = append(path, t.Str)
		t = t.Args[0]
	}
	if len(path) == 0 || !f.isRequest(t) {
		return ""
	}
	slices.Reverse(path)
	return strings.Join(path, ".")
}
