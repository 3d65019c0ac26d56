package iserror

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// textAsSuccess reports successful results whose text is that of a failure.
func (c *checker) textAsSuccess() {
	for _, t := range c.Outcome.Targets {
		for _, x := range c.Outcome.Exits(t) {
			if x.Convey != outcome.ConveyResult || x.Fn == nil || c.exempt(x.Fn, 0) {
				continue
			}
			pos := x.Pos
			if x.Result != nil && x.Result.Pos().IsValid() && x.Result.Op != flow.Extract {
				pos = x.Result.Pos()
			} else if x.Result != nil {
				if call := x.Result.CallOf(); call != nil && call.Pos().IsValid() {
					pos = call.Pos()
				}
			}
			if !c.failureText(x) {
				continue
			}
			if x.Message != nil && len(x.Message.Parts) > 0 && x.Message.Parts[0].Pos > x.Fn.Pos() {
				pos = x.Message.Parts[0].Pos
			}
			c.Report(pos, nil, "tool %s: a failure is returned as a successful result; return an error made for the model", t.Label())
		}
	}
}

// failureText reports whether a successful result tells of a failure: its text
// carries an error, or says that something failed where something did.
func (c *checker) failureText(x *outcome.Exit) bool {
	if c.Outcome.DeclaresOutcome(x.Output) || c.Outcome.DeclaresOutcome(x.Result) {
		return false // an answer, whatever it says
	}
	failed := x.Verdict.Err != nil || x.Verdict.Class != 0
	if x.Message != nil {
		for _, p := range x.Message.Parts {
			if p.Prov == outcome.Foreign && failed {
				return true
			}
		}
		if text := strings.TrimSpace(x.Message.Literal()); text != "" {
			if outcome.SaysFailure(text) && (failed || outcome.StartsWithFailure(text)) {
				return true
			}
		}
	}
	if failed && failureBody(c.Flow.SDKs, x.Output) {
		return true
	}
	return failed && failureBody(c.Flow.SDKs, x.Result)
}

// failureBody reports whether a structured answer says that it failed. A status
// with a code that its type declares is an answer, not a failure.
func failureBody(sdks *sdk.Table, t *flow.Term) bool {
	if t == nil {
		return false
	}
	switch t.Op {
	case flow.Map:
		for i := 0; i+1 < len(t.Args); i += 2 {
			key, ok := t.Args[i].Text()
			if !ok {
				continue
			}
			switch strings.ToLower(key) {
			case "error":
				if s, isText := t.Args[i+1].Text(); !isText || s != "" {
					return true
				}
			case "success", "ok":
				if b, isBool := t.Args[i+1].Bool(); isBool && !b {
					return true
				}
			}
		}
	case flow.Call, flow.Extract:
		call := t.CallOf()
		if call == nil {
			return false
		}
		if _, shows := known.Shows(call.Str); !shows && !registry.BuildsResult(sdks, call.Str) {
			return false
		}
		for _, a := range call.Args {
			if failureBody(sdks, a) {
				return true
			}
		}
	}
	return false
}

// countedByError reports wrappers that log or count a call's success by its Go
// error, and so count every error result as a success.
func (c *checker) countedByError() {
	for _, fn := range c.Flow.Funcs {
		w := c.Registry.Wrapper(flow.FuncID(fn))
		if w == nil || w.Adapter || w.Masks || w.Flattens || w.SDK || c.readsFlag(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			if len(b.Instrs) == 0 {
				continue
			}
			br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
			if !ok {
				continue
			}
			cond := c.Flow.Eval(br.Cond)
			if !w.TestsError(cond) || !c.logs(b.Succs[0]) || !c.logs(b.Succs[1]) {
				continue
			}
			c.Report(condPos(br), nil, "this middleware tells failures by the Go error alone, so a result with the error flag counts as a success; look at the result's flag too")
		}
		c.loggedOutcome(fn, w)
	}
}

func condPos(br *ssa.If) token.Pos {
	if br.Cond.Pos().IsValid() {
		return br.Cond.Pos()
	}
	return br.Pos()
}

// loggedOutcome reports err == nil as a logged value.
func (c *checker) loggedOutcome(fn *ssa.Function, w interface{ TestsError(*flow.Term) bool }) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			op, ok := instr.(*ssa.BinOp)
			if !ok || !w.TestsError(c.Flow.Eval(op)) {
				continue
			}
			for _, ref := range *op.Referrers() {
				if _, isValue := ref.(*ssa.MakeInterface); isValue {
					c.Report(op.Pos(), nil, "this middleware tells failures by the Go error alone, so a result with the error flag counts as a success; look at the result's flag too")
				}
			}
		}
	}
}

// logs reports whether a block, or the straight line it begins, logs.
func (c *checker) logs(b *ssa.BasicBlock) bool {
	for range 4 {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && c.Outcome.IsLog(call) {
				return true
			}
		}
		if len(b.Succs) != 1 {
			return false
		}
		b = b.Succs[0]
	}
	return false
}

// readsFlag reports whether a function reads a result's error flag.
func (c *checker) readsFlag(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if fa, ok := instr.(*ssa.FieldAddr); ok && c.flags[flow.ElemID(fa.X.Type())] != nil && flow.FieldNameOf(fa) == "IsError" {
				return true
			}
			if call, ok := instr.(ssa.CallInstruction); ok {
				if callee := call.Common().StaticCallee(); callee != nil && callee.Name() == "GetError" {
					return true
				}
			}
		}
	}
	return false
}
