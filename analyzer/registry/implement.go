package registry

import (
	"go/types"

	"github.com/toolvet/toolvet/analyzer/flow"
)

// implementers lists the types of this package and its imports that can stand
// behind an interface value of which nothing else is known.
func (s *search) implementers(recv *flow.Term, methodName string) (*flow.Term, []option) {
	if recv.Type() == nil || recv.Op == flow.Instance || recv.Op == flow.Param || recv.Op == flow.Free {
		return nil, nil
	}
	iface, ok := recv.Type().Underlying().(*types.Interface)
	if !ok || iface.Empty() || !s.ownInterface(recv.Type()) {
		return nil, nil
	}
	var out []option
	for _, t := range s.namedTypes() {
		if types.IsInterface(t) {
			continue
		}
		switch {
		case types.Implements(t, iface):
			out = append(out, option{term: flow.NewInstance(t)})
		case types.Implements(types.NewPointer(t), iface):
			out = append(out, option{term: flow.NewInstance(types.NewPointer(t))})
		}
	}
	if len(out) == 0 {
		return nil, nil
	}
	return recv, out
}

// ownInterface reports whether an interface belongs to the program: every type
// implements some interface of the standard library.
func (s *search) ownInterface(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	return s.sameProgram(n.Obj().Pkg().Path())
}

// namedTypes lists the types declared in this package and in the packages of
// the program that it imports.
func (s *search) namedTypes() []types.Type {
	var out []types.Type
	add := func(p *types.Package) {
		scope := p.Scope()
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() {
				continue
			}
			if n, ok := tn.Type().(*types.Named); ok && n.TypeParams().Len() == 0 {
				out = append(out, n)
			}
		}
	}
	add(s.pass.Pkg)
	seen := map[*types.Package]bool{s.pass.Pkg: true}
	var visit func(p *types.Package)
	visit = func(p *types.Package) {
		for _, imp := range p.Imports() {
			if seen[imp] || !s.sameProgram(imp.Path()) {
				continue
			}
			seen[imp] = true
			add(imp)
			visit(imp)
		}
	}
	visit(s.pass.Pkg)
	return out
}
