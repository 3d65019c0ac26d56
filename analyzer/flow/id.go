package flow

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// An ID names a function the same way in every package of a program:
// "path.Func", "(path.T).Method", "(*path.T).Method", and "parent$1" for a
// function literal. Type arguments are left out.

// ObjectID is the ID of a declared function or method.
func ObjectID(fn *types.Func) string {
	fn = fn.Origin()
	sig := fn.Signature()
	if recv := sig.Recv(); recv != nil {
		t := types.Unalias(recv.Type())
		star := ""
		if p, ok := t.(*types.Pointer); ok {
			star, t = "*", types.Unalias(p.Elem())
		}
		return "(" + star + NamedID(t) + ")." + fn.Name()
	}
	if fn.Pkg() == nil {
		return fn.Name()
	}
	return fn.Pkg().Path() + "." + fn.Name()
}

// NamedID is the package path and name of a named type, without type
// arguments, and "" for any other type.
func NamedID(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		obj := t.Obj()
		if obj.Pkg() == nil {
			return obj.Name()
		}
		return obj.Pkg().Path() + "." + obj.Name()
	case *types.TypeParam:
		return t.Obj().Name()
	}
	return ""
}

// ElemID is NamedID after one pointer has been taken off.
func ElemID(t types.Type) string {
	if t == nil {
		return ""
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	return NamedID(t)
}

// FuncID is the ID of a function, literal or instance.
func FuncID(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if p := fn.Parent(); p != nil {
		name := fn.Name()
		return FuncID(p) + name[strings.LastIndex(name, "$"):]
	}
	if obj, ok := fn.Object().(*types.Func); ok && obj.Name() != "init" {
		return ObjectID(obj)
	}
	if fn.Pkg != nil {
		return fn.Pkg.Pkg.Path() + "." + fn.Name()
	}
	return fn.Name()
}

// BaseID strips the literal suffixes off an ID: the declared function that
// lexically contains the literal.
func BaseID(id string) string {
	base, _, _ := strings.Cut(id, "$")
	return base
}

// PackageOf is the package path within an ID.
func PackageOf(id string) string {
	id = BaseID(id)
	if strings.HasPrefix(id, "(") {
		id, _, _ = strings.Cut(strings.TrimLeft(id, "(*"), ")")
	}
	if dot := strings.LastIndexByte(id, '.'); dot >= 0 {
		return id[:dot]
	}
	return ""
}

// NameOf is the unqualified name within an ID: "Func", "Method", "Func$1".
func NameOf(id string) string {
	base := BaseID(id)
	if dot := strings.LastIndexByte(base, '.'); dot >= 0 {
		return id[dot+1:]
	}
	return id
}
