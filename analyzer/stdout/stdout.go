package stdout

import (
	_ "embed"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
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
	for _, f := range pass.Outcome.Reach.Frames {
		for _, b := range f.Fn.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(ssa.CallInstruction); ok && prints(pass, c) {
					pass.Report(c.Pos(), nil, "%s: this prints on standard output, where the server speaks its protocol; write to standard error", rule.Tools(f.Names()))
				}
				if st, ok := instr.(*ssa.Store); ok {
					child(pass, f, st)
				}
			}
		}
	}
	for _, fn := range pass.Flow.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(ssa.CallInstruction); ok && setsUpLogger(pass, c) {
					pass.Report(c.Pos(), nil, "this logger writes to standard output, where the server speaks its protocol; give it standard error")
				}
			}
		}
	}
}

// prints reports whether a call writes to standard output.
func prints(pass *rule.Pass, c ssa.CallInstruction) bool {
	callee := c.Common().StaticCallee()
	if callee == nil {
		return false
	}
	args := c.Common().Args
	switch id := flow.FuncID(callee); id {
	case "fmt.Print", "fmt.Printf", "fmt.Println":
		return true
	case "fmt.Fprint", "fmt.Fprintf", "fmt.Fprintln", "io.WriteString", "io.Copy":
		return len(args) > 0 && isStdout(pass, args[0])
	case "(*os.File).Write", "(*os.File).WriteString", "(*os.File).WriteAt", "(*os.File).ReadFrom":
		return len(args) > 0 && isStdout(pass, args[0])
	}
	return false
}

func isStdout(pass *rule.Pass, v ssa.Value) bool {
	t := pass.Flow.Eval(v)
	return t.Op == flow.Global && t.Str == "os.Stdout"
}

// child reports a command whose output is the server's own.
func child(pass *rule.Pass, f *outcome.Frame, st *ssa.Store) {
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok || flow.ElemID(fa.X.Type()) != "os/exec.Cmd" || flow.FieldNameOf(fa) != "Stdout" || !isStdout(pass, st.Val) {
		return
	}
	pos := st.Pos()
	if !pos.IsValid() {
		pos = fa.Pos()
	}
	pass.Report(pos, nil, "%s: this command writes to the standard output on which the server speaks its protocol; give it standard error, or a buffer", rule.Tools(f.Names()))
}

// setsUpLogger reports whether a call makes a logger, a handler or a writer of
// log records that goes to standard output.
func setsUpLogger(pass *rule.Pass, c ssa.CallInstruction) bool {
	callee := c.Common().StaticCallee()
	if callee == nil {
		return false
	}
	id := flow.FuncID(callee)
	if !logPackage(flow.PackageOf(id)) {
		return false
	}
	name := flow.NameOf(id)
	if !strings.HasPrefix(name, "New") && name != "SetOutput" && name != "Output" && name != "Lock" && name != "AddSync" {
		return false
	}
	for _, a := range c.Common().Args {
		if isStdout(pass, a) {
			return true
		}
	}
	return false
}

func logPackage(path string) bool {
	switch path {
	case "log", "log/slog", "go.uber.org/zap/zapcore", "github.com/sirupsen/logrus", "github.com/rs/zerolog", "github.com/charmbracelet/log", "charm.land/log/v2", "github.com/hashicorp/go-hclog":
		return true
	}
	return false
}
