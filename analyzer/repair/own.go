package repair

import (
	"go/types"

	"github.com/toolvet/toolvet/analyzer/edit"
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/rule"
)

// What fixes have to know of constructors that the user has named.

// Signature is that of a function in this package or in one that it can see.
func Signature(pass *rule.Pass, f edit.Func) *types.Signature {
	pkg := pass.Pkg
	if pkg.Path() != f.Path {
		pkg = find(pass.Pkg.Imports(), f.Path, map[*types.Package]bool{})
	}
	if pkg == nil {
		return nil
	}
	fn, ok := pkg.Scope().Lookup(f.Name).(*types.Func)
	if !ok {
		return nil
	}
	return fn.Signature()
}

func find(pkgs []*types.Package, path string, seen map[*types.Package]bool) *types.Package {
	for _, p := range pkgs {
		if p.Path() == path {
			return p
		}
	}
	for _, p := range pkgs {
		if !seen[p] {
			seen[p] = true
			if found := find(p.Imports(), path, seen); found != nil {
				return found
			}
		}
	}
	return nil
}

// printfLike reports whether a function takes a format and operands, and
// returns an error.
func printfLike(pass *rule.Pass, f edit.Func) bool {
	sig := Signature(pass, f)
	if sig == nil || !sig.Variadic() || sig.Params().Len() != 2 || sig.Results().Len() != 1 {
		return false
	}
	format, ok := sig.Params().At(0).Type().Underlying().(*types.Basic)
	if !ok || format.Kind() != types.String {
		return false
	}
	operand := sig.Params().At(1).Type().(*types.Slice).Elem()
	return types.IsInterface(operand) && flow.ImplementsError(sig.Results().At(0).Type())
}

// hasBecause reports whether what a function returns can be given a cause.
func hasBecause(pass *rule.Pass, f edit.Func) bool {
	sig := Signature(pass, f)
	if sig == nil || sig.Results().Len() != 1 {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(sig.Results().At(0).Type(), false, pass.Pkg, "Because")
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	s := fn.Signature()
	return s.Params().Len() == 1 && s.Results().Len() == 1 && flow.IsError(s.Params().At(0).Type()) && flow.ImplementsError(s.Results().At(0).Type())
}
