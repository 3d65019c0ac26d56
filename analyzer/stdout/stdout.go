package stdout

import (
	_ "embed"
	"go/types"
	"strings"

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
	return rule.New("stdout", doc, outcomes, tests, run)
}

func run(pass *rule.Pass) {
	if !pass.Registry.ServesStdio() {
		return
	}
	s := &start{pass, pass.Registry.Serving()}
	for _, fn := range pass.Flow.Funcs {
		if replaces(fn) {
			continue // what is written there goes elsewhere
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if loggers(pass, instr) && s.matters(fn, instr) {
					pass.Report(posOf(instr), nil, "this logger writes to standard output, where the server speaks its protocol; give it standard error")
				}
			}
		}
	}
	for _, f := range pass.Outcome.Reach.Frames {
		if !replaces(f.Fn) {
			reached(pass, f)
		}
	}
	callbacks(pass)
	s.run()
}

// callbacks reports what the server runs besides handlers, while it serves:
// functions that are given to the SDK for notifications, resources, prompts,
// hooks.
func callbacks(pass *rule.Pass) {
	for _, fn := range pass.Flow.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if !forSDK(pass, instr) || registry.OtherTransport(pass.Flow.Paths(b)) {
					continue
				}
				var buf [8]*ssa.Value
				for _, op := range instr.Operands(buf[:0]) {
					if given := registry.FuncOf(*op); given != nil && !overHTTP(given.Signature) {
						during(pass, pass.Flow.Func(flow.FuncID(given)), 0)
					}
				}
			}
		}
	}
}

// forSDK reports whether an instruction gives values to an SDK: a call of one
// of its functions, or a field of one of its types.
func forSDK(pass *rule.Pass, instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case ssa.CallInstruction:
		c := instr.Common()
		if callee := c.StaticCallee(); callee != nil {
			return pass.Flow.SDKs.Owns(flow.PackageOf(flow.FuncID(callee)))
		}
		return c.IsInvoke() && c.Method.Pkg() != nil && pass.Flow.SDKs.Owns(c.Method.Pkg().Path())
	case *ssa.Store:
		fa, ok := instr.Addr.(*ssa.FieldAddr)
		return ok && pass.Flow.SDKs.Owns(flow.PackageOf(flow.ElemID(fa.X.Type())))
	}
	return false
}

// overHTTP reports whether a function serves another transport, or a request of
// one.
func overHTTP(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if strings.HasPrefix(flow.ElemID(v.Type()), "net/http.") || strings.HasPrefix(flow.NamedID(v.Type()), "net/http.") {
			return true
		}
	}
	return false
}

// during reports what a function writes that runs while the server does.
func during(pass *rule.Pass, fn *ssa.Function, depth int) {
	if fn == nil || depth > maxDepth || replaces(fn) || pass.Outcome.Reach.Of(fn) != nil {
		return
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if prints(pass, instr) || inherits(pass, instr) {
				pass.Report(posOf(instr), nil, "the server runs this while it speaks its protocol on standard output; write to standard error")
			} else if c, ok := instr.(ssa.CallInstruction); ok && c.Common().StaticCallee() != nil {
				during(pass, pass.Flow.Func(flow.FuncID(c.Common().StaticCallee())), depth+1)
			}
		}
	}
}

// reached reports what a function writes when a handler runs it.
func reached(pass *rule.Pass, f *outcome.Frame) {
	for _, b := range f.Fn.Blocks {
		for _, instr := range b.Instrs {
			switch {
			case prints(pass, instr):
				pass.Report(posOf(instr), nil, "%s: this prints on standard output, where the server speaks its protocol; write to standard error", rule.Tools(f.Names()))
			case inherits(pass, instr):
				pass.Report(posOf(instr), nil, "%s: this command writes to the standard output on which the server speaks its protocol; give it standard error, or a buffer", rule.Tools(f.Names()))
			}
		}
	}
}

// replaces reports whether a function puts something else in the place of
// standard output.
func replaces(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if st, ok := instr.(*ssa.Store); ok {
				if g, ok := st.Addr.(*ssa.Global); ok && g.Name() == "Stdout" && g.Pkg != nil && g.Pkg.Pkg.Path() == "os" {
					return true
				}
			}
		}
	}
	return false
}
