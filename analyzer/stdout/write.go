package stdout

import (
	"go/token"
	"go/types"
	"path"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/rule"
)

// printers write to standard output without being told to.
var printers = map[string]bool{
	"fmt.Print": true, "fmt.Printf": true, "fmt.Println": true,
	"github.com/davecgh/go-spew/spew.Dump": true, "github.com/davecgh/go-spew/spew.Print": true,
	"github.com/davecgh/go-spew/spew.Printf": true, "github.com/davecgh/go-spew/spew.Println": true,
	"github.com/fatih/color.Print": true, "github.com/fatih/color.Printf": true, "github.com/fatih/color.Println": true,
}

// prints reports whether an instruction writes to standard output: it is a
// call of what prints there, of one of the file's own methods, or of anything
// that takes a writer and is given this one.
func prints(pass *rule.Pass, instr ssa.Instruction) bool {
	c, ok := instr.(ssa.CallInstruction)
	if !ok || registry.Stdio(pass.Flow.SDKs, instr) {
		return false
	}
	callee := c.Common().StaticCallee()
	if callee == nil {
		return false
	}
	id := flow.FuncID(callee)
	if printers[id] {
		return true
	}
	args := c.Common().Args
	if len(args) == 0 {
		return false
	}
	switch id {
	case "(*os.File).Write", "(*os.File).WriteString", "(*os.File).WriteAt", "(*os.File).ReadFrom":
		return isStdout(pass, args[0])
	case "io.WriteString", "io.Copy", "io.CopyN", "io.CopyBuffer":
		return isStdout(pass, args[0])
	}
	// A function that is given a writer and answers with nothing, a count or
	// an error has no other use for it.
	if !onlyWrites(callee.Signature.Results()) {
		return false
	}
	offset := len(args) - callee.Signature.Params().Len()
	for i, a := range args {
		if i < offset {
			continue
		}
		if isWriter(callee.Signature.Params().At(i-offset).Type()) && isStdout(pass, a) && strings.HasPrefix(flow.NameOf(id), "Fprint") {
			return true
		}
	}
	if encoder(id) && toStdout(pass.Flow.Eval(args[0]), 0) {
		return true
	}
	return false
}

// encoder reports whether a method writes to the writer that its receiver was
// made with.
func encoder(id string) bool {
	switch id {
	case "(*encoding/json.Encoder).Encode", "(*encoding/xml.Encoder).Encode", "(*bufio.Writer).WriteString", "(*bufio.Writer).Flush", "(*bufio.Writer).Write", "(*encoding/csv.Writer).Write", "(*text/tabwriter.Writer).Flush":
		return true
	}
	return false
}

func onlyWrites(res *types.Tuple) bool {
	for v := range res.Variables() {
		if b, ok := v.Type().Underlying().(*types.Basic); !flow.IsError(v.Type()) && (!ok || b.Info()&types.IsInteger == 0) {
			return false
		}
	}
	return true
}

func isWriter(t types.Type) bool { return flow.NamedID(t) == "io.Writer" }

func isStdout(pass *rule.Pass, v ssa.Value) bool {
	return isStdoutTerm(pass.Flow.Eval(v))
}

func isStdoutTerm(t *flow.Term) bool { return t.Op == flow.Global && t.Str == "os.Stdout" }

// toStdout reports whether a writer is standard output, or made of it. One that
// may be something else is not.
func toStdout(t *flow.Term, depth int) bool {
	if isStdoutTerm(t) {
		return true
	}
	if depth > 5 {
		return false
	}
	switch t.Op {
	case flow.Call:
		if strings.HasPrefix(t.Str, "(*os.File)") {
			return false
		}
	case flow.Struct, flow.List, flow.Extract:
	default:
		return false
	}
	for _, a := range t.Args {
		if toStdout(a, depth+1) {
			return true
		}
	}
	return false
}

// inherits reports whether an instruction gives standard output to a command.
func inherits(pass *rule.Pass, instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Store:
		fa, ok := instr.Addr.(*ssa.FieldAddr)
		return ok && flow.ElemID(fa.X.Type()) == "os/exec.Cmd" && flow.FieldNameOf(fa) == "Stdout" && toStdout(pass.Flow.Eval(instr.Val), 0)
	case *ssa.Call:
		callee := instr.Common().StaticCallee()
		if callee == nil || flow.FuncID(callee) != "os.StartProcess" {
			return false
		}
		for _, a := range pass.Flow.CallTerm(instr).Args {
			if a.Has(isStdoutTerm) {
				return true
			}
		}
	}
	return false
}

// loggers reports whether an instruction sets up what writes log records to
// standard output: a call of a logging package that is given it, or a field of
// a type of one.
func loggers(pass *rule.Pass, instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case ssa.CallInstruction:
		callee := instr.Common().StaticCallee()
		if callee == nil {
			return false
		}
		id := flow.FuncID(callee)
		if id == "go.uber.org/zap.NewExample" {
			return true // it always writes there
		}
		if !logging(flow.PackageOf(id)) {
			return false
		}
		for _, a := range instr.Common().Args {
			if t := pass.Flow.Eval(a); toStdout(t, 0) && !madeByLogging(t) {
				return true
			}
		}
	case *ssa.Store:
		fa, ok := instr.Addr.(*ssa.FieldAddr)
		if !ok {
			return false
		}
		id := flow.ElemID(fa.X.Type())
		if !logging(flow.PackageOf(id)) {
			return false
		}
		t := pass.Flow.Eval(instr.Val)
		if id == "go.uber.org/zap.Config" && flow.FieldNameOf(fa) == "OutputPaths" {
			return listed(t, "stdout")
		}
		return toStdout(t, 0) && !madeByLogging(t)
	}
	return false
}

// listed reports whether a list certainly has a text in it.
func listed(t *flow.Term, text string) bool {
	if t.Op != flow.List {
		return false
	}
	for _, a := range t.Args {
		if s, ok := a.Text(); ok && s == text {
			return true
		}
	}
	return false
}

// madeByLogging reports whether a value has gone through a logging package
// already: it is reported there.
func madeByLogging(t *flow.Term) bool {
	if isStdoutTerm(t) {
		return false
	}
	return t.Has(func(t *flow.Term) bool {
		switch t.Op {
		case flow.Call:
			return logging(flow.PackageOf(t.Str))
		case flow.Struct:
			return t.Type() != nil && logging(flow.PackageOf(strings.TrimLeft(flow.NamedID(t.Type()), "*")))
		}
		return false
	})
}

// logging reports whether a package is one for logging, which says so in its
// name: log, slog, zerolog, logrus, hclog, klog; zap and its zapcore do not.
func logging(pkg string) bool {
	for pkg != "" && pkg != "." && pkg != "/" {
		base := path.Base(pkg)
		switch {
		case base == "zap" || base == "zapcore" || base == "zapio":
			return true
		case strings.HasPrefix(base, "log") && base != "login" && base != "logical", strings.HasSuffix(base, "log"), strings.HasSuffix(base, "logger"), strings.HasSuffix(base, "logging"):
			return true
		}
		if !(len(base) > 1 && base[0] == 'v' && base[1] >= '0' && base[1] <= '9') {
			return false
		}
		pkg = path.Dir(pkg) // a major version
	}
	return false
}

// posOf is where an instruction stands.
func posOf(instr ssa.Instruction) token.Pos {
	if p := instr.Pos(); p.IsValid() {
		return p
	}
	if st, ok := instr.(*ssa.Store); ok {
		if fa, ok := st.Addr.(*ssa.FieldAddr); ok {
			return fa.Pos()
		}
	}
	return token.NoPos
}
