package crash

import (
	_ "embed"
	"go/types"
	"unicode"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/rule"
)

//go:embed doc.go
var doc string

// New is the analyzer.
func New(outcomes *analysis.Analyzer, tests bool) *analysis.Analyzer {
	return rule.New("crash", doc, outcomes, tests, run)
}

func run(pass *rule.Pass) {
	for _, f := range pass.Outcome.Reach.Frames {
		assertions(pass, f)
	}
	for _, t := range pass.Outcome.Targets {
		if b := t.Handler.Binding; b == nil || !b.NilIsCrash {
			continue
		}
		for _, x := range pass.Outcome.Exits(t) {
			if x.Convey == outcome.ConveyResult && x.Result != nil && x.Result.IsNil() && x.Err != nil && x.Err.IsNil() && !x.Deferred {
				pass.Report(x.Pos, nil, "tool %s: no result and no error end the server: the SDK reads the result all the same; return an empty result", t.Label())
			}
		}
	}
	for _, fn := range pass.Flow.Funcs {
		function(pass, fn)
	}
}

// assertions reports unchecked assertions on arguments.
func assertions(pass *rule.Pass, f *outcome.Frame) {
	if pass.Outcome.PanicsAnswered(f) {
		return
	}
	for _, b := range f.Fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.Call); ok {
				compiled(pass, f, c)
				continue
			}
			a, ok := instr.(*ssa.TypeAssert)
			if !ok || a.CommaOk {
				continue
			}
			name, ok := pass.Outcome.Argument(f, a.X)
			if !ok || checked(pass, a) {
				continue
			}
			pass.Report(a.Pos(), nil, "%s: %s of another type, or none, panics here; check the assertion and say what was wrong", rule.Tools(f.Names()), described(name))
		}
	}
}

// compiled reports a pattern from the arguments that must compile.
func compiled(pass *rule.Pass, f *outcome.Frame, c *ssa.Call) {
	callee := c.Common().StaticCallee()
	if callee == nil {
		return
	}
	switch flow.FuncID(callee) {
	case "regexp.MustCompile", "regexp.MustCompilePOSIX":
	default:
		return
	}
	pattern := c.Common().Args[0]
	name, ok := pass.Outcome.Argument(f, pattern)
	if !ok || pass.Flow.Eval(pattern).Has(func(t *flow.Term) bool { return reworked(pass, t) }) {
		return // what a function makes of it, such as a quotation, may always compile
	}
	pass.Report(c.Pos(), nil, "%s: %s that is no pattern panics here; use regexp.Compile and say what was wrong", rule.Tools(f.Names()), described(name))
}

// reworked reports whether a text was put together by a function that may see to
// it that it always compiles.
func reworked(pass *rule.Pass, t *flow.Term) bool {
	if t.Op != flow.Call {
		return false
	}
	switch pkg := flow.PackageOf(t.Str); pkg {
	case "regexp", "strings", "bytes", "fmt":
		return true
	default:
		return pkg == "" || pass.Registry.SameProgram(pkg)
	}
}

// described names an argument, if it has a name that the model knows: an index
// is none.
func described(name string) string {
	if name == "" || !unicode.IsLetter([]rune(name)[0]) && name[0] != '_' {
		return "an argument"
	}
	return "argument " + name
}

// checked reports whether the same assertion has succeeded on the way.
func checked(pass *rule.Pass, a *ssa.TypeAssert) bool {
	x := pass.Flow.Eval(a.X)
	want := flow.TypeName(a.AssertedType)
	for _, p := range pass.Flow.Paths(a.Block()) {
		ok := false
		for _, c := range p {
			t := c.Term
			if !c.Neg && t.Op == flow.Extract && t.N == 1 && t.Args[0].Op == flow.Assert && t.Args[0].Str == want && sameValue(t.Args[0].Args[0], x) {
				ok = true
			}
			if n, isNil := outcome.NilTest(c); n != nil && !isNil && sameValue(n, x) && types.IsInterface(a.AssertedType) {
				ok = true
			}
		}
		if !ok {
			return false
		}
	}
	return len(pass.Flow.Paths(a.Block())) > 0
}

// sameValue compares what is asserted on, two reads of one map entry included.
func sameValue(a, b *flow.Term) bool {
	if flow.Equal(a, b) {
		return true
	}
	return a.Op == flow.Elem && b.Op == flow.Elem && len(a.Args) == 2 && len(b.Args) == 2 && flow.Equal(a.Args[1], b.Args[1]) && a.String() == b.String()
}

// function reports what is wrong wherever it stands.
func function(pass *rule.Pass, fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case ssa.CallInstruction:
				setNil(pass, instr)
				ignored(pass, instr)
			case *ssa.FieldAddr:
				typedNil(pass, fn, instr)
			}
		}
	}
}

// setNil reports a setter that is given nil.
func setNil(pass *rule.Pass, c ssa.CallInstruction) {
	callee := c.Common().StaticCallee()
	if callee == nil {
		return
	}
	set := registry.Setter(pass.Flow.SDKs, flow.FuncID(callee))
	if set == nil || set.Err < 0 || set.Err >= len(c.Common().Args) {
		return
	}
	if pass.Flow.Eval(c.Common().Args[set.Err]).IsNil() {
		pass.Report(c.Pos(), nil, "%s panics on nil; leave it out where there is no error", callee.Name())
	}
}

// ignored reports a registration whose error nobody looks at.
func ignored(pass *rule.Pass, c ssa.CallInstruction) {
	callee := c.Common().StaticCallee()
	id := ""
	if callee != nil {
		id = flow.FuncID(callee)
	} else if c.Common().IsInvoke() {
		id = flow.ObjectID(c.Common().Method)
	}
	reg := registry.Registrar(pass.Flow.SDKs, id)
	if reg == nil || !reg.Fails {
		return
	}
	v, ok := c.(*ssa.Call)
	if !ok || errorRead(v) {
		return
	}
	pass.Report(c.Pos(), nil, "the error of %s says that the tool is missing, and nobody looks at it; check it", flow.NameOf(id))
}

// errorRead reports whether anything reads the error that a call returns.
func errorRead(v *ssa.Call) bool {
	tuple, ok := v.Type().(*types.Tuple)
	if !ok {
		return len(*v.Referrers()) > 0
	}
	for _, ref := range *v.Referrers() {
		x, ok := ref.(*ssa.Extract)
		if !ok {
			return true // passed on whole
		}
		if flow.IsError(tuple.At(x.Index).Type()) && len(*x.Referrers()) > 0 {
			return true
		}
	}
	return false
}

// typedNil reports a middleware that reads a result without having looked at
// the error that came with it.
func typedNil(pass *rule.Pass, fn *ssa.Function, fa *ssa.FieldAddr) {
	if !registry.IsToolResult(pass.Flow.SDKs, fa.X.Type()) {
		return
	}
	t := pass.Flow.Eval(fa.X)
	if t.Op != flow.Assert {
		return
	}
	res := t.Args[0]
	call := res.CallOf()
	if call == nil || res.Op != flow.Extract || call.Str != "" || !returnsInterface(fn) {
		return
	}
	for _, p := range pass.Flow.Paths(fa.Block()) {
		safe := false
		for _, c := range p {
			n, isNil := outcome.NilTest(c)
			if n == nil {
				continue
			}
			if isNil && n.Op == flow.Extract && n.N == 1 && flow.Equal(n.Args[0], call) {
				safe = true // no error: the result is there
			}
			if !isNil && n.Op == flow.Assert {
				safe = true
			}
		}
		if !safe {
			pass.Report(fa.Pos(), nil, "after an error the result is an interface that holds a nil pointer, and reading it panics; look at the error first")
			return
		}
	}
}

// returnsInterface reports whether a function is a middleware over results of
// all methods, which come as an interface.
func returnsInterface(fn *ssa.Function) bool {
	res := fn.Signature.Results()
	return res.Len() == 2 && types.IsInterface(res.At(0).Type()) && flow.IsError(res.At(1).Type())
}
