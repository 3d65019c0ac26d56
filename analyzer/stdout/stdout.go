package stdout

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/outcome"
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
	s := newStart(pass)
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
	s.run()
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
