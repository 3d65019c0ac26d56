package flow

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/known"
)

// build makes SSA form for this package alone. Imported functions have no
// bodies: what is known of them comes from facts.
func (r *Result) build() error {
	pass := r.Pass
	files, info := pass.Files, pass.TypesInfo
	whole := len(pass.TypeErrors) == 0
	if !whole {
		files, info = compiling(pass)
	}
	pkg, err := buildSSA(pass, files, info)
	if err != nil && whole {
		// Then it is something imported that does not compile.
		files, info = compiling(pass)
		pkg, err = buildSSA(pass, files, info)
	}
	if err != nil {
		return err
	}
	r.Pkg = pkg

	var add func(fn *ssa.Function, source bool)
	add = func(fn *ssa.Function, source bool) {
		if source {
			r.Funcs = append(r.Funcs, fn)
		}
		r.all = append(r.all, fn)
		r.funcs[FuncID(fn)] = fn
		for _, anon := range fn.AnonFuncs {
			add(anon, true)
		}
	}
	if init := r.Pkg.Func("init"); init != nil {
		add(init, false)
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			decl, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			obj, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
			if !ok {
				continue
			}
			if fn := pkg.Prog.FuncValue(obj); fn != nil {
				add(fn, true)
			}
		}
	}
	return nil
}

func buildSSA(pass *analysis.Pass, files []*ast.File, info *types.Info) (pkg *ssa.Package, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("building SSA form of %s: %v", pass.Pkg.Path(), v)
		}
	}()
	prog := ssa.NewProgram(pass.Fset, ssa.BuilderMode(0))
	prog.SetNoReturn(func(fn *types.Func) bool { return known.NoReturn(ObjectID(fn)) })
	for _, p := range pass.Pkg.Imports() {
		prog.CreatePackage(p, nil, nil, true)
	}
	pkg = prog.CreatePackage(pass.Pkg, files, info, false)
	pkg.Build()
	return pkg, nil
}

// compiling are the files and types of a package without the functions and
// variables that mention what the type checker could not make sense of: the
// functions lose their bodies, the variables their values. The SSA builder
// expects types that are whole, and the rest of the package is worth reading.
func compiling(pass *analysis.Pass) ([]*ast.File, *types.Info) {
	info := *pass.TypesInfo
	whole := func(n ast.Node) bool {
		ok := !slices.ContainsFunc(pass.TypeErrors, func(e types.Error) bool {
			return n.Pos() <= e.Pos && e.Pos < n.End()
		})
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BadDecl, *ast.BadExpr, *ast.BadStmt:
				ok = false
			case *ast.Ident:
				if obj := info.ObjectOf(n); obj != nil {
					switch obj.(type) {
					case *types.PkgName, *types.Builtin, *types.Label: // have no type
					default:
						ok = ok && !broken(obj.Type(), 0)
					}
				} else if _, known := info.Defs[n]; !known {
					ok = false
				}
			case ast.Expr:
				if t := info.Types[n].Type; t != nil {
					ok = ok && !broken(t, 0)
				}
			}
			return ok
		})
		return ok
	}

	files := make([]*ast.File, len(pass.Files))
	for i, f := range pass.Files {
		file := *f
		file.Decls = slices.Clone(f.Decls)
		for j, d := range file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil && !whole(d) {
				stub := *d
				stub.Body = nil
				file.Decls[j] = &stub
			}
		}
		files[i] = &file
	}
	info.InitOrder = nil
	for _, init := range pass.TypesInfo.InitOrder {
		if whole(init.Rhs) {
			info.InitOrder = append(info.InitOrder, init)
		}
	}
	return files, &info
}

// broken reports whether a type mentions an invalid one where the SSA builder
// would look: not behind the name of a type, whose parts it takes as they come.
func broken(t types.Type, depth int) bool {
	if t == nil || depth > 8 {
		return false
	}
	inside := func(t types.Type) bool { return broken(t, depth+1) }
	switch t := t.(type) {
	case *types.Basic:
		return t.Kind() == types.Invalid
	case *types.Pointer:
		return inside(t.Elem())
	case *types.Slice:
		return inside(t.Elem())
	case *types.Array:
		return inside(t.Elem())
	case *types.Chan:
		return inside(t.Elem())
	case *types.Map:
		return inside(t.Key()) || inside(t.Elem())
	case *types.Tuple:
		for v := range t.Variables() {
			if inside(v.Type()) {
				return true
			}
		}
	case *types.Signature:
		return inside(t.Params()) || inside(t.Results())
	case *types.Named:
		if s, ok := t.Underlying().(*types.Basic); ok {
			return s.Kind() == types.Invalid
		}
		for arg := range t.TypeArgs().Types() {
			if inside(arg) {
				return true
			}
		}
	}
	return false
}
