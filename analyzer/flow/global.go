package flow

import (
	"golang.org/x/tools/go/ssa"
)

// GlobalValue is what a package-level variable is initialised with, or nil.
func (r *Result) GlobalValue(name string) *Term {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.globalValue(name)
}

// globalValue is what a package-level variable is initialised with, if
// nothing in its package assigns it again. nil means not known.
func (r *Result) globalValue(name string) *Term {
	if t, ok := r.globalMemo[name]; ok {
		return t
	}
	r.globalMemo[name] = nil
	t := r.computeGlobal(name)
	r.globalMemo[name] = t
	return t
}

func (r *Result) computeGlobal(name string) *Term {
	if PackageOf(name) != r.Pkg.Pkg.Path() {
		return r.importedGlobal(name)
	}
	g, ok := r.Pkg.Members[NameOf(name)].(*ssa.Global)
	if !ok {
		return nil
	}
	stores := r.globalStores[g]
	if len(stores) == 0 {
		// Struct-valued globals are initialised field by field.
		if init := r.Pkg.Func("init"); init != nil && r.globalFields[g] {
			return r.evaluator(init).globalStruct(g)
		}
		return nil
	}
	if len(stores) > 1 {
		return nil
	}
	return r.evaluator(stores[0].Parent()).eval(stores[0].Val)
}

// indexGlobals finds the stores to package-level variables once.
func (r *Result) indexGlobals() {
	for _, fn := range r.all {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				s, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				addr := s.Addr
				direct := true
				for {
					switch a := addr.(type) {
					case *ssa.FieldAddr:
						addr, direct = a.X, false
						continue
					case *ssa.IndexAddr:
						addr, direct = a.X, false
						continue
					}
					break
				}
				if g, ok := addr.(*ssa.Global); ok {
					if direct {
						r.globalStores[g] = append(r.globalStores[g], s)
					} else {
						r.globalFields[g] = true
						r.globalFieldStores[g] = append(r.globalFieldStores[g], s)
					}
				}
			}
		}
	}
}

// globalStruct is a struct variable that the package initialiser fills field by field.
func (e *evaluator) globalStruct(g *ssa.Global) *Term {
	t := &Term{Op: Struct, typ: g.Type(), pos: g.Pos(), val: g}
	for _, s := range e.r.globalFieldStores[g] {
		fa, ok := s.Addr.(*ssa.FieldAddr)
		if !ok || fa.X != ssa.Value(g) || s.Parent() != e.fn {
			return nil
		}
		t.Keys = append(t.Keys, fieldName(fa.X.Type(), fa.Field))
		t.Args = append(t.Args, e.eval(s.Val))
	}
	return t
}
