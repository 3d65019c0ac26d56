package emptyresult

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/toolvet/toolvet/analyzer/rule"
)

// gathers reports whether a part of a loop adds to something that the function
// returns after the loop.
func (l *looper) gathers(loop, part ast.Node) bool {
	built := grown(l.pass, loop, part)
	return len(built) > 0 && returned(l.pass, built, loop, l.body)
}

// gathersBefore reports whether a loop has added its item to the answer before
// an if: what is skipped there is a detail of it.
func (l *looper) gathersBefore(loop ast.Node, skip *ast.IfStmt) bool {
	var before []ast.Node
	list := statements(loop)
	for _, s := range list {
		if s.Pos() <= skip.Pos() && skip.End() <= s.End() {
			break
		}
		before = append(before, s)
	}
	if len(before) == len(list) {
		return false
	}
	for _, s := range before {
		if l.gathers(loop, s) {
			return true
		}
	}
	return false
}

func statements(loop ast.Node) []ast.Stmt {
	switch n := loop.(type) {
	case *ast.ForStmt:
		return n.Body.List
	case *ast.RangeStmt:
		return n.Body.List
	case *ast.FuncLit:
		return n.Body.List
	}
	return nil
}

// grown lists the variables from outside a loop that a part of it adds to:
// appends to a list, an entry of a map, text in a builder, a sum. Fields of
// items that are in the list already do not count.
func grown(pass *rule.Pass, loop, part ast.Node) map[types.Object]bool {
	built := map[types.Object]bool{}
	note := func(e ast.Expr) {
		if obj := rootOf(pass, e); obj != nil && (obj.Pos() < loop.Pos() || obj.Pos() > loop.End()) {
			built[obj] = true
		}
	}
	ast.Inspect(part, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n == loop
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				switch {
				case n.Tok == token.ADD_ASSIGN, mapIndex(pass, lhs):
					note(lhs)
				case n.Tok == token.ASSIGN && i < len(n.Rhs) && isAppend(pass, n.Rhs[i]):
					note(lhs)
				}
			}
		case *ast.CallExpr:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			// b.WriteString(…): a builder that the text is made in.
			if len(sel.Sel.Name) > 5 && sel.Sel.Name[:5] == "Write" {
				note(sel.X)
			}
			if (sel.Sel.Name == "Fprintf" || sel.Sel.Name == "Fprintln") && len(n.Args) > 0 {
				note(n.Args[0])
			}
		}
		return true
	})
	return built
}

// rootOf is the variable that an expression is part of.
func rootOf(pass *rule.Pass, e ast.Expr) types.Object {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.UnaryExpr:
			e = x.X
		case *ast.Ident:
			return pass.TypesInfo.ObjectOf(x)
		default:
			return nil
		}
	}
}

func mapIndex(pass *rule.Pass, e ast.Expr) bool {
	x, ok := ast.Unparen(e).(*ast.IndexExpr)
	if !ok {
		return false
	}
	t := pass.TypesInfo.TypeOf(x.X)
	if t == nil {
		return false
	}
	_, ok = t.Underlying().(*types.Map)
	return ok
}

func isAppend(pass *rule.Pass, e ast.Expr) bool {
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	id, ok := ast.Unparen(c.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	b, ok := pass.TypesInfo.Uses[id].(*types.Builtin)
	return ok && b.Name() == "append"
}

// returned reports whether what a loop has built becomes part of what the
// function returns after it, under whatever name.
func returned(pass *rule.Pass, built map[types.Object]bool, loop ast.Node, body *ast.BlockStmt) bool {
	uses := func(n ast.Node) bool {
		found := false
		if n != nil {
			ast.Inspect(n, func(m ast.Node) bool {
				if id, ok := m.(*ast.Ident); ok && built[pass.TypesInfo.Uses[id]] {
					found = true
				}
				return !found
			})
		}
		return found
	}
	name := func(e ast.Expr) {
		if e != nil {
			if obj := rootOf(pass, e); obj != nil {
				built[obj] = true
			}
		}
	}
	out := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if n.Pos() < loop.End() {
				return true
			}
			for _, r := range n.Results {
				out = out || uses(r)
			}
		case *ast.AssignStmt:
			if n.Pos() > loop.End() {
				for _, r := range n.Rhs {
					if uses(r) {
						for _, l := range n.Lhs {
							name(l)
						}
					}
				}
			}
		case *ast.RangeStmt:
			if n.Pos() > loop.End() && uses(n.X) {
				name(n.Key)
				name(n.Value)
			}
		case *ast.CallExpr:
			// Written into a builder.
			sel, ok := n.Fun.(*ast.SelectorExpr)
			if !ok || n.Pos() < loop.End() {
				return true
			}
			switch {
			case len(sel.Sel.Name) > 5 && sel.Sel.Name[:5] == "Write":
				for _, a := range n.Args {
					if uses(a) {
						name(sel.X)
					}
				}
			case (sel.Sel.Name == "Fprintf" || sel.Sel.Name == "Fprintln") && len(n.Args) > 1:
				for _, a := range n.Args[1:] {
					if uses(a) {
						name(n.Args[0])
					}
				}
			}
		}
		return !out
	})
	return out
}

// feeds reports whether what a call brings along with its error becomes part of
// what a loop gathers, rather than deciding what is gathered. A call that
// brings nothing else is taken to fill its arguments.
func (l *looper) feeds(loop ast.Node, err types.Object) bool {
	brought := map[types.Object]bool{}
	uses := func(n ast.Node) bool {
		found := false
		ast.Inspect(n, func(m ast.Node) bool {
			if id, ok := m.(*ast.Ident); ok && brought[l.pass.TypesInfo.Uses[id]] {
				found = true
			}
			return !found
		})
		return found
	}
	bring := func(e ast.Expr) {
		if obj := rootOf(l.pass, e); obj != nil {
			brought[obj] = true
		}
	}
	fills := false
	for range 2 { // what is brought may be passed on above where it is named
		ast.Inspect(loop, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				source := false
				for _, lhs := range n.Lhs {
					id, ok := lhs.(*ast.Ident)
					source = source || ok && err != nil && (l.pass.TypesInfo.Defs[id] == err || l.pass.TypesInfo.Uses[id] == err)
				}
				switch {
				case source:
					fills = fills || allBlank(n.Lhs[:len(n.Lhs)-1])
					for _, lhs := range n.Lhs[:len(n.Lhs)-1] {
						bring(lhs)
					}
				default:
					for _, rhs := range n.Rhs {
						if uses(rhs) {
							for _, lhs := range n.Lhs {
								bring(lhs)
							}
						}
					}
				}
			case *ast.RangeStmt:
				if uses(n.X) {
					if n.Key != nil {
						bring(n.Key)
					}
					if n.Value != nil {
						bring(n.Value)
					}
				}
			}
			return true
		})
	}
	if fills {
		return true
	}
	for obj := range grown(l.pass, loop, loop) {
		if brought[obj] {
			return true
		}
	}
	return l.writes(loop, uses) || l.searches(loop, uses)
}

// searches reports whether a loop looks for something in what a call brings,
// a text or a list, and gathers where it was found: an item that cannot be read
// may be one of them.
func (l *looper) searches(loop ast.Node, uses func(ast.Node) bool) bool {
	found := false
	ast.Inspect(loop, func(n ast.Node) bool {
		branch, ok := n.(*ast.IfStmt)
		if !ok || found || !l.gathers(loop, branch.Body) {
			return !found
		}
		ast.Inspect(branch.Cond, func(m ast.Node) bool {
			if id, ok := m.(*ast.Ident); ok && uses(id) {
				found = found || holdsContent(l.pass.TypesInfo.TypeOf(id))
			}
			return !found
		})
		return !found
	})
	return found
}

// holdsContent reports whether a type is one of texts and lists, rather than of
// things with properties.
func holdsContent(t types.Type) bool {
	if isText(t) {
		return true
	}
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

func allBlank(es []ast.Expr) bool {
	for _, e := range es {
		if id, ok := e.(*ast.Ident); !ok || id.Name != "_" {
			return false
		}
	}
	return true
}

// writes reports whether a part of a loop writes what uses finds into a text.
func (l *looper) writes(loop ast.Node, uses func(ast.Node) bool) bool {
	found := false
	ast.Inspect(loop, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		sel, ok := c.Fun.(*ast.SelectorExpr)
		if !ok || !strings.HasPrefix(sel.Sel.Name, "Write") && !strings.HasPrefix(sel.Sel.Name, "Fprint") {
			return true
		}
		for _, a := range c.Args {
			found = found || uses(a)
		}
		return !found
	})
	return found
}
