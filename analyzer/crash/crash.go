package crash

import (
	_ "embed"
	"go/token"
	"go/types"
	"reflect"
	"strings"
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
	c := newChecker(pass)
	for _, f := range pass.Outcome.Reach.Frames {
		c.reached(f)
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

// reached reports what a function does with arguments that panics.
func (c *checker) reached(f *outcome.Frame) {
	if c.Outcome.PanicsAnswered(f) {
		return
	}
	for _, b := range f.Fn.Blocks {
		for _, instr := range b.Instrs {
			c.indexes(f, instr)
			switch instr := instr.(type) {
			case *ssa.Call:
				c.compiled(f, instr)
			case *ssa.TypeAssert:
				c.asserted(f, instr)
			case *ssa.UnOp:
				if instr.Op == token.MUL {
					c.missing(f, instr, instr.X)
				}
			case *ssa.FieldAddr:
				c.missing(f, instr, instr.X)
			case *ssa.MapUpdate:
				c.missing(f, instr, instr.Map)
			}
		}
	}
}

// asserted reports an assertion on an argument, or on what the client answered,
// that nobody checks.
func (c *checker) asserted(f *outcome.Frame, a *ssa.TypeAssert) {
	if a.CommaOk {
		return
	}
	if name, ok := c.Outcome.Argument(f, a.X); ok {
		if !succeeded(c.Pass, a) {
			c.Report(a.Pos(), nil, "%s: %s of another type, or none, panics here; check the assertion and say what was wrong", rule.Tools(f.Names()), described(name))
		}
		return
	}
	t := c.Flow.Eval(a.X)
	for t.Op == flow.Field || t.Op == flow.Elem {
		t = t.Args[0]
	}
	if call := t.CallOf(); call != nil && c.Flow.SDKs.Replies[call.Str] && !succeeded(c.Pass, a) {
		c.Report(a.Pos(), nil, "%s: a client that answers %s with something else, or with nothing, panics here; check the assertion", rule.Tools(f.Names()), flow.NameOf(call.Str))
	}
}

// missing reports a pointer or map from the request, which may have been left
// out, that is used without a look.
func (c *checker) missing(f *outcome.Frame, instr ssa.Instruction, v ssa.Value) {
	ld, ok := v.(*ssa.UnOp)
	if !ok || ld.Op != token.MUL {
		return
	}
	switch ld.Type().Underlying().(type) {
	case *types.Pointer, *types.Map:
	default:
		return
	}
	t := c.Flow.Eval(ld)
	if t.Op != flow.Field {
		return
	}
	if path := c.Outcome.RequestPath(f, t); path != "" {
		if c.Flow.SDKs.Optional[path] && !c.checked(f, c.Flow.Paths(instr.Block()), t, notNil, 0) && c.once(f, path) {
			c.Report(instr.Pos(), nil, "%s: %s is nil in most calls, and this panics then; look at it first", rule.Tools(f.Names()), path)
		}
		return
	}
	name, ok := c.Outcome.ArgumentTerm(f, t)
	if !ok || !c.sent(t) || c.required(f, ld) || c.checked(f, c.Flow.Paths(instr.Block()), t, notNil, 0) || !c.once(f, name) {
		return
	}
	c.Report(instr.Pos(), nil, "%s: %s may be left out, and this panics then; look at it first", rule.Tools(f.Names()), described(name))
}

// required reports whether an SDK refuses calls without a field.
func (c *checker) required(f *outcome.Frame, ld *ssa.UnOp) bool {
	for _, t := range f.Targets {
		if t.Handler == nil || t.Handler.Binding == nil || !t.Handler.Binding.Validates {
			return false
		}
	}
	fa, ok := ld.X.(*ssa.FieldAddr)
	if !ok {
		return true
	}
	st, ok := fa.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	return !ok || !strings.Contains(reflect.StructTag(st.Tag(fa.Field)).Get("json"), ",omit")
}

// compiled reports a text from the arguments that must be well formed.
func (c *checker) compiled(f *outcome.Frame, call *ssa.Call) {
	callee := call.Common().StaticCallee()
	if callee == nil || callee.Signature.Recv() != nil || len(call.Common().Args) == 0 {
		return
	}
	id := flow.FuncID(callee)
	kind, must := strings.CutPrefix(callee.Name(), "Must")
	if !must || kind == "" || !unicode.IsUpper([]rune(kind)[0]) || c.Registry.SameProgram(flow.PackageOf(id)) {
		return
	}
	text := call.Common().Args[0]
	if b, ok := text.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsString == 0 {
		return
	}
	name, ok := c.Outcome.Argument(f, text)
	if !ok || c.Flow.Eval(text).Has(func(t *flow.Term) bool { return reworked(c.Pass, t) }) {
		return // what a function makes of it, such as a quotation, may always do
	}
	if c.checked(f, c.Flow.Paths(call.Block()), c.Flow.Eval(text), func(flow.Path, *flow.Term) bool { return false }, 0) {
		return
	}
	c.Report(call.Pos(), nil, "%s: %s that %s refuses panics here; use what returns an error instead, and say what was wrong", rule.Tools(f.Names()), described(name), callee.Name())
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

// succeeded reports whether the same assertion has succeeded on the way.
func succeeded(pass *rule.Pass, a *ssa.TypeAssert) bool {
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
