package driver

import (
	"fmt"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// facts are what one analyzer said about one package and its objects. They are
// kept with the package that they are about: an importer finds them by the
// package of the object, so nothing is copied from package to package.
type facts struct {
	objects []analysis.ObjectFact // in the order of export
	index   map[objectKey]int
	pkg     []analysis.Fact
}

type objectKey struct {
	obj types.Object
	typ reflect.Type
}

func (f *facts) setObject(obj types.Object, fact analysis.Fact) {
	key := objectKey{obj, reflect.TypeOf(fact)}
	if i, ok := f.index[key]; ok {
		f.objects[i].Fact = fact
		return
	}
	if f.index == nil {
		f.index = map[objectKey]int{}
	}
	f.index[key] = len(f.objects)
	f.objects = append(f.objects, analysis.ObjectFact{Object: obj, Fact: fact})
}

func (f *facts) object(obj types.Object, ptr analysis.Fact) bool {
	i, ok := f.index[objectKey{obj, reflect.TypeOf(ptr)}]
	return ok && copyFact(ptr, f.objects[i].Fact)
}

func (f *facts) setPackage(fact analysis.Fact) {
	for i, old := range f.pkg {
		if reflect.TypeOf(old) == reflect.TypeOf(fact) {
			f.pkg[i] = fact
			return
		}
	}
	f.pkg = append(f.pkg, fact)
}

func (f *facts) packageFact(ptr analysis.Fact) bool {
	for _, fact := range f.pkg {
		if reflect.TypeOf(fact) == reflect.TypeOf(ptr) {
			return copyFact(ptr, fact)
		}
	}
	return false
}

func copyFact(to, from analysis.Fact) bool {
	reflect.ValueOf(to).Elem().Set(reflect.ValueOf(from).Elem())
	return true
}

// owners finds the unit of a package that an object belongs to.
type owners struct{ m sync.Map }

func (o *owners) set(u *unit) { o.m.Store(u.types, u) }

func (o *owners) unit(pkg *types.Package) *unit {
	u, _ := o.m.Load(pkg)
	if u == nil {
		return nil
	}
	return u.(*unit)
}

// factsOf are the facts that act may read about a package.
func (act *action) factsOf(pkg *types.Package) *facts {
	if pkg == act.unit.types {
		return &act.facts
	}
	owner := act.run.loader.owners.unit(pkg)
	if owner == nil {
		return nil
	}
	if other := owner.actions[act.analyzer]; other != nil {
		return &other.facts
	}
	return nil
}

// addFacts gives a pass its access to facts.
func (act *action) addFacts(pass *analysis.Pass) {
	declared := map[reflect.Type]bool{}
	for _, f := range act.analyzer.FactTypes {
		declared[reflect.TypeOf(f)] = true
	}
	check := func(fact analysis.Fact) {
		if !declared[reflect.TypeOf(fact)] {
			panic(fmt.Sprintf("fact type %T is not in FactTypes", fact))
		}
	}
	pass.ImportObjectFact = func(obj types.Object, ptr analysis.Fact) bool {
		check(ptr)
		if obj == nil {
			panic("nil object")
		}
		if obj.Pkg() != act.unit.types && !exported(obj) {
			return false
		}
		f := act.factsOf(obj.Pkg())
		return f != nil && f.object(obj, ptr)
	}
	pass.ExportObjectFact = func(obj types.Object, fact analysis.Fact) {
		check(fact)
		if obj == nil || obj.Pkg() != act.unit.types {
			panic(fmt.Sprintf("fact %T about %v, which is not of package %s", fact, obj, act.unit.path()))
		}
		act.facts.setObject(obj, fact)
	}
	pass.ImportPackageFact = func(pkg *types.Package, ptr analysis.Fact) bool {
		check(ptr)
		if pkg == nil {
			panic("nil package")
		}
		f := act.factsOf(pkg)
		return f != nil && f.packageFact(ptr)
	}
	pass.ExportPackageFact = func(fact analysis.Fact) {
		check(fact)
		act.facts.setPackage(fact)
	}
	pass.AllObjectFacts = func() []analysis.ObjectFact {
		var all []analysis.ObjectFact
		act.eachBelow(func(below *action) {
			for _, of := range below.facts.objects {
				if exported(of.Object) {
					all = append(all, of)
				}
			}
		})
		return append(all, act.facts.objects...)
	}
	pass.AllPackageFacts = func() []analysis.PackageFact {
		var all []analysis.PackageFact
		add := func(a *action) {
			for _, fact := range a.facts.pkg {
				all = append(all, analysis.PackageFact{Package: a.unit.types, Fact: fact})
			}
		}
		act.eachBelow(add)
		add(act)
		return all
	}
}

// eachBelow visits the same analyzer on all packages that this one depends on,
// dependencies first.
func (act *action) eachBelow(f func(*action)) {
	seen := map[*unit]bool{act.unit: true}
	var visit func(u *unit)
	visit = func(u *unit) {
		for _, dep := range u.below {
			if !seen[dep] {
				seen[dep] = true
				visit(dep)
				if other := dep.actions[act.analyzer]; other != nil {
					f(other)
				}
			}
		}
	}
	visit(act.unit)
}

// exported reports whether importers of its package can reach an object, by
// the rules of the other drivers: facts about the rest are dropped.
func exported(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Exported() || obj.Signature().Recv() != nil
	case *types.Var, *types.TypeName, *types.Const:
		return true
	}
	return false
}
