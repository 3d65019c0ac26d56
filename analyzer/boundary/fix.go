package boundary

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/edit"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/repair"
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
		return wrapOwn(pass, file, h, own, s.pos)
	}
	return wrap(pass, file, h, registry.ShapeOf(pass.Flow.SDKs, sig))
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
// takes a handler of this shape, and at most the tool's name beside it.
func wrapOwn(pass *rule.Pass, file *ast.File, h ast.Expr, own []string, at token.Pos) []analysis.SuggestedFix {
	for _, id := range own {
		f, ok := edit.ParseID(id)
		if !ok {
			continue
		}
		before, after, ok := takes(pass, repair.Signature(pass, f), pass.TypesInfo.TypeOf(h), at)
		if !ok {
			continue
		}
		text, edits, ok := edit.Ref(pass.Pass, file, h.Pos(), f)
		if !ok {
			continue
		}
		return []analysis.SuggestedFix{{
			Message:   "Wrap the handler in " + text,
			TextEdits: append(edits, edit.Around(h, text+"("+before, after+")")...),
		}}
	}
	return nil
}

// takes reports whether a function takes a handler of a type and gives one
// back, and what has to stand before and after the handler in its call.
func takes(pass *rule.Pass, fn *types.Signature, handler types.Type, at token.Pos) (before, after string, ok bool) {
	if fn == nil || fn.Results().Len() != 1 || fn.Variadic() {
		return "", "", false
	}
	want := registry.ShapeOf(pass.Flow.SDKs, handler.Underlying().(*types.Signature))
	wraps := func(v *types.Var) bool {
		sig, ok := v.Type().Underlying().(*types.Signature)
		return ok && registry.ShapeOf(pass.Flow.SDKs, sig) == want
	}
	if !wraps(fn.Results().At(0)) {
		return "", "", false
	}
	params := fn.Params()
	switch params.Len() {
	case 1:
		return "", "", wraps(params.At(0))
	case 2:
		name := toolName(pass, at)
		if name == "" {
			return "", "", false
		}
		if isString(params.At(0)) && wraps(params.At(1)) {
			return strconv.Quote(name) + ", ", "", true
		}
		if isString(params.At(1)) && wraps(params.At(0)) {
			return "", ", " + strconv.Quote(name), true
		}
	}
	return "", "", false
}

func isString(v *types.Var) bool {
	b, ok := v.Type().Underlying().(*types.Basic)
	return ok && b.Kind() == types.String
}

// toolName is the name of the one tool that is registered at a position, or "".
func toolName(pass *rule.Pass, at token.Pos) string {
	name := ""
	for _, t := range pass.Registry.Tools {
		if t.Pos != at && t.Sink != at {
			continue
		}
		if t.Name == "" || name != "" && name != t.Name {
			return ""
		}
		name = t.Name
	}
	return name
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
	if !ok || registry.ShapeOf(pass.Flow.SDKs, sig) == nil {
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
	if sig == nil || registry.ShapeOf(pass.Flow.SDKs, sig).Error != sdk.Flattened {
		return nil
	}
	return call.Args[0]
}
