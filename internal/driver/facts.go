package driver

import (
	"fmt"
	"go/types"
	"reflect"

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

// factsOf are the facts that one analyzer has about a package other than the
// one it is at, or nil.
func (l *load) factsOf(u *unit, a *analysis.Analyzer) *facts {
	if p := l.pkgs[u]; p != nil && p.full {
		if act := p.actions[a]; act != nil {
			return &act.facts
		}
		return nil
	}
	if u.out == nil {
		return nil
	}
	return u.out.factsOf(l, u, a)
}

// factsAbout are the facts that act may read about a package.
func (act *action) factsAbout(pkg *types.Package) *facts {
	if pkg == act.pkg.types {
		return &act.facts
	}
	if owner, ok := act.pkg.load.owners.Load(pkg); ok {
		return act.pkg.load.factsOf(owner.(*unit), act.analyzer)
	}
	return nil
}

// typesOf is a package as types, or as little as its name if it is not loaded.
func (l *load) typesOf(u *unit) *types.Package {
	if p := l.pkgs[u]; p != nil && p.types != nil {
		return p.types
	}
	stub, ok := l.stubs.Load(u)
	if !ok {
		empty := types.NewPackage(u.path(), u.name())
		empty.MarkComplete()
		if stub, ok = l.stubs.LoadOrStore(u, empty); !ok {
			l.owners.Store(empty, u)
		}
	}
	return stub.(*types.Package)
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
		if obj.Pkg() != act.pkg.types && !exported(obj) {
			return false
		}
		f := act.factsAbout(obj.Pkg())
		return f != nil && f.object(obj, ptr)
	}
	pass.ExportObjectFact = func(obj types.Object, fact analysis.Fact) {
		check(fact)
		if obj == nil || obj.Pkg() != act.pkg.types {
			panic(fmt.Sprintf("fact %T about %v, which is not of package %s", fact, obj, act.pkg.path()))
		}
		act.facts.setObject(obj, fact)
	}
	pass.ImportPackageFact = func(pkg *types.Package, ptr analysis.Fact) bool {
		check(ptr)
		if pkg == nil {
			panic("nil package")
		}
		f := act.factsAbout(pkg)
		return f != nil && f.packageFact(ptr)
	}
	pass.ExportPackageFact = func(fact analysis.Fact) {
		check(fact)
		act.facts.setPackage(fact)
	}
	pass.AllObjectFacts = func() []analysis.ObjectFact {
		var all []analysis.ObjectFact
		act.eachBelow(func(_ *unit, f *facts) {
			for _, of := range f.objects {
				if exported(of.Object) {
					all = append(all, of)
				}
			}
		})
		return append(all, act.facts.objects...)
	}
	pass.AllPackageFacts = func() []analysis.PackageFact {
		var all []analysis.PackageFact
		act.eachBelow(func(u *unit, f *facts) {
			for _, fact := range f.pkg {
				all = append(all, analysis.PackageFact{Package: act.pkg.load.typesOf(u), Fact: fact})
			}
		})
		for _, fact := range act.facts.pkg {
			all = append(all, analysis.PackageFact{Package: act.pkg.types, Fact: fact})
		}
		return all
	}
}

// eachBelow visits the facts of the same analyzer about all packages that this
// one depends on, dependencies first.
func (act *action) eachBelow(visit func(*unit, *facts)) {
	act.pkg.eachBelow(func(u *unit) {
		if f := act.pkg.load.factsOf(u, act.analyzer); f != nil {
			visit(u, f)
		}
	})
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
