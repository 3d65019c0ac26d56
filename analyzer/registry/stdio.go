package registry

import (
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// Stdio reports whether an instruction serves over standard input and output,
// or makes what does.
func Stdio(sdks *sdk.Table, instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case ssa.CallInstruction:
		callee := instr.Common().StaticCallee()
		return callee != nil && sdks.Stdio[flow.FuncID(callee)]
	case *ssa.Alloc:
		return sdks.StdioTypes[flow.ElemID(instr.Type())]
	}
	return false
}

// ServesStdio reports whether a program of which the package is a part, as far
// as it is in sight, serves over standard input and output.
func (r *Result) ServesStdio() bool {
	return r.stdio || r.world != nil && r.Flow.Pass != nil && r.world.stdio[r.Flow.Pass.Pkg.Path()]
}

// stdioPackages are the packages of the programs that serve over standard input
// and output. A program is what a package that nobody imports brings together:
// what one example of a module does says nothing of the next.
func stdioPackages(packages []*Digest) map[string]bool {
	byPath, imported := map[string]*Digest{}, map[string]bool{}
	for _, d := range packages {
		byPath[d.Package] = d
		for _, p := range d.Imports {
			imported[p] = true
		}
	}
	out := map[string]bool{}
	for _, d := range packages {
		if imported[d.Package] {
			continue
		}
		parts, serves := map[string]bool{}, false
		var visit func(*Digest)
		visit = func(d *Digest) {
			if d == nil || parts[d.Package] {
				return
			}
			parts[d.Package] = true
			serves = serves || d.Stdio
			for _, p := range d.Imports {
				visit(byPath[p])
			}
		}
		visit(d)
		if serves {
			for p := range parts {
				out[p] = true
			}
		}
	}
	return out
}
