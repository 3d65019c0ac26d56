package iserror

import (
	_ "embed"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/repair"
	"github.com/toolvet/toolvet/analyzer/rule"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

//go:embed doc.go
var doc string

// New is the analyzer.
func New(outcomes *analysis.Analyzer, tests bool) *analysis.Analyzer {
	return rule.New("iserror", doc, outcomes, tests, run)
}

func run(pass *rule.Pass) {
	c := &checker{Pass: pass, constructors: map[string]*sdk.SDK{}, setters: map[string]*sdk.SDK{}, flags: map[string]*sdk.SDK{}}
	for _, s := range pass.Flow.SDKs.All {
		if s.ResultOnly {
			continue
		}
		for _, r := range s.Results {
			if r.IsError {
				c.constructors[r.Func] = s
			}
		}
		for _, r := range s.Setters {
			c.setters[r.Func] = s
		}
		if s.ErrorField != "" {
			c.flags[s.ResultType] = s
		}
	}
	for _, fn := range pass.Flow.Funcs {
		c.function(fn)
	}
	c.textAsSuccess()
	c.countedByError()
}

type checker struct {
	*rule.Pass
	constructors, setters, flags map[string]*sdk.SDK
}

// function reports the error results that one function builds.
func (c *checker) function(fn *ssa.Function) {
	if c.exempt(fn, 0) {
		return
	}
	for _, b := range fn.Blocks {
		if c.withError(fn, b) {
			continue
		}
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case ssa.CallInstruction:
				callee := instr.Common().StaticCallee()
				if callee == nil {
					continue
				}
				id := flow.FuncID(callee)
				if c.constructors[id] != nil || c.setters[id] != nil {
					c.report(fn, instr.Pos())
				}
			case *ssa.Store:
				if fa, ok := instr.Addr.(*ssa.FieldAddr); ok {
					c.flag(fn, fa, instr)
				}
			}
		}
	}
}

// withError reports whether a block ends in a return whose error is certainly
// not nil: the result beside it goes nowhere, or counts as the failure it is.
func (c *checker) withError(fn *ssa.Function, b *ssa.BasicBlock) bool {
	ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
	i := flow.ErrIndex(fn.Signature)
	if !ok || i < 0 || i >= len(ret.Results) {
		return false
	}
	for _, x := range c.Flow.Exits(fn) {
		if x.Pos() == ret.Pos() && i < len(x.Results) && !c.Outcome.NoError(x.Results[i]) {
			return c.Outcome.SurelyError(x, i)
		}
	}
	return false
}

// flag reports a store that sets a result's error flag.
func (c *checker) flag(fn *ssa.Function, fa *ssa.FieldAddr, st *ssa.Store) {
	s := c.flags[flow.ElemID(fa.X.Type())]
	if s == nil || flow.FieldNameOf(fa) != s.ErrorField {
		return
	}
	v := c.Flow.Eval(st.Val)
	if b, ok := v.Bool(); ok && !b || v.IsNil() {
		return
	}
	if v.Op == flow.Call && len(v.Args) == 1 {
		if b, ok := v.Args[0].Bool(); ok && !b {
			return
		}
	}
	if c.forwarded(v) || c.declared(fa.X) {
		return
	}
	pos := st.Pos()
	if !pos.IsValid() {
		pos = fa.Pos()
	}
	c.report(fn, pos)
}

// forwarded reports whether a flag is that of another result: a proxy's.
func (c *checker) forwarded(v *flow.Term) bool {
	return v.Has(func(t *flow.Term) bool {
		return t.Op == flow.Field && (t.Str == "IsError" || t.Str == "Iserror" || t.Str == "is_error")
	})
}

// declared reports whether a result's structured content says what became of
// the call: a status, or how many of a batch succeeded. That is an answer.
func (c *checker) declared(addr ssa.Value) bool {
	declares := func(t *flow.Term) bool {
		if t.Op == flow.Map {
			for i := 0; i+1 < len(t.Args); i += 2 {
				if key, ok := t.Args[i].Text(); ok && statusKey(key) {
					return true
				}
			}
		}
		if t.Op == flow.Struct {
			for _, k := range t.Keys {
				if statusKey(k) {
					return true
				}
			}
		}
		return false
	}
	return c.Flow.Eval(addr).Has(declares)
}

func statusKey(key string) bool {
	switch strings.ToLower(key) {
	case "status", "state", "succeeded", "failed", "outcome", "results":
		return true
	}
	return false
}

func (c *checker) report(fn *ssa.Function, pos token.Pos) {
	where := "this failure"
	if f := c.Outcome.Reach.Of(fn); f != nil && len(f.Names()) > 0 {
		if f.Handler != nil || len(f.Names()) == 1 {
			where = rule.Tools(f.Names()) + ": this failure"
		} else {
			where = rule.Tools(f.Names()) + ": every failure built here"
		}
	}
	c.Report(pos, repair.ErrorResult(c.Pass, pos), "%s counts as a success in the server's hooks and log; return an error made for the model and let the boundary build the result", where)
}

// sdkAnswers reports whether the SDK itself turns the errors of such a handler
// into error results, so that a wrapper has no reason to.
func (c *checker) sdkAnswers(fn *ssa.Function) bool {
	b := registry.ShapeOf(c.Flow.SDKs, fn.Signature)
	return b != nil && b.Error == sdk.Verbatim
}

// exempt reports whether a function is one that may build error results: a
// wrapper of handlers, what such a wrapper alone calls, or a literal within
// one.
func (c *checker) exempt(fn *ssa.Function, depth int) bool {
	for p := fn; p != nil; p = p.Parent() {
		if w := c.Registry.Wrapper(flow.FuncID(p)); w != nil && (w.Masks || w.Boundary || !c.sdkAnswers(p)) {
			return true
		}
	}
	if depth > 3 || fn.Parent() != nil {
		return false
	}
	callers := c.Registry.CallersOf(fn)
	if len(callers) == 0 {
		return false
	}
	for _, caller := range callers {
		if caller == fn || !c.exempt(caller, depth+1) {
			return false
		}
	}
	return true
}
