package boundary

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/edit"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/rule"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// fixes wraps the handler where it is handed over, if nothing of the program's
// own is on the way: what is there may be meant to become the boundary.
func fixes(pass *rule.Pass, s *site) []analysis.SuggestedFix {
	l := s.lack
	if l.kind != missing || l.adapter != nil || l.near != nil && !l.near.SDK {
		return nil
	}
	file := pass.FileAt(s.pos)
	h := handlerAt(pass, file, s.pos)
	if h == nil {
		return nil
	}
	if inner := adapted(pass, h); inner != nil {
		h = inner
	}
	sig := handlerType(pass, h)
	if sig == nil {
		return nil
	}
	if own := pass.Registry.Settings().Boundaries; len(own) > 0 {
		return wrapOwn(pass, file, h, own)
	}
	return wrap(pass, file, h, registry.ShapeOf(sig))
}

// wrap puts the boundary of toolerr around a handler.
func wrap(pass *rule.Pass, file *ast.File, h ast.Expr, b *sdk.Binding) []analysis.SuggestedFix {
	name, result := "", false
	switch b.SDK + " " + b.Name {
	case "go-sdk typed":
		name = "Typed"
	case "go-sdk raw":
		name = "Raw"
	case "mcp-go plain":
		name, result = "Plain", true
	case "mcp-go structured":
		name = "Structured"
	default:
		return nil
	}
	f := edit.Toolerr(name)
	text, edits, ok := edit.Ref(pass.Pass, file, h.Pos(), f)
	if !ok {
		return nil
	}
	after := ")"
	if result {
		make, more, ok := edit.Ref(pass.Pass, file, h.Pos(), edit.Func{Path: "github.com/mark3labs/mcp-go/mcp", Name: "NewToolResultError"})
		if !ok {
			return nil
		}
		after = ", " + make + ")"
		edits = append(edits, more...)
	}
	return []analysis.SuggestedFix{{
		Message:   "Wrap the handler in toolerr." + name,
		TextEdits: append(edits, edit.Around(h, text+"(", after)...),
	}}
}

// wrapOwn puts a boundary of the program's own around a handler: the first that
// takes a handler of this shape and nothing else.
func wrapOwn(pass *rule.Pass, file *ast.File, h ast.Expr, own []string) []analysis.SuggestedFix {
	for _, id := range own {
		f, ok := edit.ParseID(id)
		if !ok {
			continue
		}
		fn, ok := lookup(pass, f)
		if !ok || !takes(fn, pass.TypesInfo.TypeOf(h)) {
			continue
		}
		text, edits, ok := edit.Ref(pass.Pass, file, h.Pos(), f)
		if !ok {
			continue
		}
		return []analysis.SuggestedFix{{
			Message:   "Wrap the handler in " + text,
			TextEdits: append(edits, edit.Around(h, text+"(", ")")...),
		}}
	}
	return nil
}

// lookup finds a function in this package or in one that it can see.
func lookup(pass *rule.Pass, f edit.Func) (*types.Signature, bool) {
	pkg := pass.Pkg
	if pkg.Path() != f.Path {
		pkg = find(pass.Pkg.Imports(), f.Path, map[*types.Package]bool{})
	}
	if pkg == nil {
		return nil, false
	}
	fn, ok := pkg.Scope().Lookup(f.Name).(*types.Func)
	if !ok {
		return nil, false
	}
	return fn.Signature(), true
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

// takes reports whether a function of one parameter takes a handler of a type
// and gives one back.
func takes(fn *types.Signature, handler types.Type) bool {
	if fn.Params().Len() != 1 || fn.Results().Len() != 1 || fn.Variadic() {
		return false
	}
	want := registry.ShapeOf(handler.Underlying().(*types.Signature))
	for _, v := range []*types.Var{fn.Params().At(0), fn.Results().At(0)} {
		sig, ok := v.Type().Underlying().(*types.Signature)
		if !ok {
			return false
		}
		if b := registry.ShapeOf(sig); b == nil || b != want {
			return false
		}
	}
	return true
}

// handlerAt is the expression of the handler in the registration at a position:
// an argument of a call, or a field of a literal.
func handlerAt(pass *rule.Pass, file *ast.File, pos token.Pos) ast.Expr {
	if call := pass.CallAt(pos); call != nil {
		return only(pass, call.Args)
	}
	var found ast.Expr
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || found != nil || n.Pos() > pos || n.End() < pos {
			return false
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			if n.Pos() == pos {
				found = only(pass, n.Args)
			}
		case *ast.CompositeLit:
			if n.Pos() == pos || n.Lbrace == pos {
				var values []ast.Expr
				for _, e := range n.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok {
						e = kv.Value
					}
					values = append(values, e)
				}
				found = only(pass, values)
			}
		}
		return true
	})
	return found
}

// only is the one expression that is a handler, or nil.
func only(pass *rule.Pass, list []ast.Expr) ast.Expr {
	var found ast.Expr
	for _, e := range list {
		if handlerType(pass, e) != nil {
			if found != nil {
				return nil
			}
			found = e
		}
	}
	return found
}

// handlerType is an expression's type, if that is a handler's and can be
// written down: not that of a generic function, which the call it is an
// argument of has to infer.
func handlerType(pass *rule.Pass, e ast.Expr) *types.Signature {
	t := pass.TypesInfo.TypeOf(e)
	if t == nil {
		return nil
	}
	sig, ok := t.Underlying().(*types.Signature)
	if !ok || registry.ShapeOf(sig) == nil {
		return nil
	}
	id := ast.Unparen(e)
	if sel, ok := id.(*ast.SelectorExpr); ok {
		id = sel.Sel
	}
	if ident, ok := id.(*ast.Ident); ok {
		if _, generic := pass.TypesInfo.Instances[ident]; generic {
			return nil
		}
		if ident.Name == "nil" {
			return nil
		}
	}
	return sig
}

// adapted is the handler that a call of an SDK's adapter flattens the errors
// of: the boundary belongs beneath it.
func adapted(pass *rule.Pass, h ast.Expr) ast.Expr {
	call, ok := ast.Unparen(h).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return nil
	}
	sig := handlerType(pass, call.Args[0])
	if sig == nil || registry.ShapeOf(sig).Error != sdk.Flattened {
		return nil
	}
	return call.Args[0]
}
