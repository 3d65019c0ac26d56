package emptyresult

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/rule"
)

// loops reports loops that skip what fails, or stop there, and whose function
// then returns what has been gathered as if it were all.
func loops(pass *rule.Pass, f *outcome.Frame) {
	body := bodyOf(f.Fn)
	if body == nil || !succeedsWith(pass, f) {
		return
	}
	var loop []ast.Node // the loops around the node, innermost last
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // a frame of its own
		case *ast.ForStmt:
			loop = append(loop, n)
			ast.Inspect(n.Body, visit)
			loop = loop[:len(loop)-1]
			return false
		case *ast.RangeStmt:
			loop = append(loop, n)
			ast.Inspect(n.Body, visit)
			loop = loop[:len(loop)-1]
			return false
		case *ast.IfStmt:
			if len(loop) > 0 {
				skips(pass, f, n, loop[len(loop)-1], body)
			}
		}
		return true
	}
	ast.Inspect(body, visit)
}

func bodyOf(fn *ssa.Function) *ast.BlockStmt {
	switch n := fn.Syntax().(type) {
	case *ast.FuncDecl:
		return n.Body
	case *ast.FuncLit:
		return n.Body
	}
	return nil
}

// succeedsWith reports whether a function has an exit without an error that
// returns something.
func succeedsWith(pass *rule.Pass, f *outcome.Frame) bool {
	errIndex := flow.ErrIndex(f.Fn.Signature)
	if f.Fn.Signature.Results().Len() == 0 {
		return false
	}
	for _, x := range pass.Flow.Exits(f.Fn) {
		if errIndex < 0 || errIndex < len(x.Results) && (pass.Outcome.NoError(x.Results[errIndex]) || passesOn(x, errIndex)) {
			return true
		}
	}
	return false
}

// passesOn reports whether an exit is the answer of another function, which may
// be a success.
func passesOn(x *flow.Exit, errIndex int) bool {
	call := x.Results[errIndex].CallOf()
	if len(x.Results) < 2 || call == nil || x.Results[errIndex].Op != flow.Extract {
		return false
	}
	other := x.Results[1-min(errIndex, 1)]
	return other.Op == flow.Extract && flow.Equal(other.Args[0], call)
}

// skips reports an if that leaves an error behind and goes on with the loop, or
// out of it.
func skips(pass *rule.Pass, f *outcome.Frame, n *ast.IfStmt, loop ast.Node, body *ast.BlockStmt) {
	err := testedError(pass, n)
	if err == nil || len(n.Body.List) == 0 {
		return
	}
	br, ok := n.Body.List[len(n.Body.List)-1].(*ast.BranchStmt)
	if !ok || br.Tok != token.CONTINUE && br.Tok != token.BREAK || br.Label != nil && br.Tok == token.BREAK {
		return
	}
	for _, s := range n.Body.List[:len(n.Body.List)-1] {
		if !onlyLogs(pass, s) {
			return // it is kept somewhere
		}
	}
	call := sourceOf(pass, f, n, err)
	if call == nil || !worthReturning(pass, call) || pass.Outcome.AbsentOnly(f, call) {
		return
	}
	if usedAfter(pass, err, loop, body) || !gathers(pass, loop, n, body) {
		return
	}
	what := "skips what fails and returns the rest as the whole"
	if br.Tok == token.BREAK {
		what = "stops at an error and returns what it has as the whole"
	}
	pass.Report(br.Pos(), nil, "%s: this loop %s; return the error, or say in the answer what is missing", rule.Tools(f.Names()), what)
}

// testedError is the error variable that an if compares with nil, alone.
func testedError(pass *rule.Pass, n *ast.IfStmt) types.Object {
	b, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ {
		return nil
	}
	id, ok := ast.Unparen(b.X).(*ast.Ident)
	if !ok {
		return nil
	}
	if nilID, ok := ast.Unparen(b.Y).(*ast.Ident); !ok || nilID.Name != "nil" {
		return nil
	}
	obj := pass.TypesInfo.Uses[id]
	if obj == nil || !flow.IsError(obj.Type()) {
		return nil
	}
	return obj
}

// onlyLogs reports whether a statement does nothing but log.
func onlyLogs(pass *rule.Pass, s ast.Stmt) bool {
	e, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := e.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	return pass.Outcome.LogsAt(call.Lparen) || chainLogs(pass, call)
}

// chainLogs is onlyLogs for loggers that are called in chains:
// log.Warn().Err(err).Msg(…), logger.WithError(err).Warn(…).
func chainLogs(pass *rule.Pass, call *ast.CallExpr) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	inner, ok := sel.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	return pass.Outcome.LogsAt(inner.Lparen) || chainLogs(pass, inner)
}

// sourceOf is the error of the call that an if tests.
func sourceOf(pass *rule.Pass, f *outcome.Frame, n *ast.IfStmt, obj types.Object) *flow.Term {
	for _, b := range f.Fn.Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		op, ok := br.Cond.(*ssa.BinOp)
		if !ok || op.Pos() < n.Cond.Pos() || op.Pos() > n.Cond.End() {
			continue
		}
		t := pass.Flow.Eval(op.X)
		if t.CallOf() != nil {
			return t
		}
	}
	return nil
}

// usedAfter reports whether the error is looked at outside of its if: after
// the loop, or in a deferred function.
func usedAfter(pass *rule.Pass, obj types.Object, loop ast.Node, body *ast.BlockStmt) bool {
	used := false
	ast.Inspect(body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if ok && id.Pos() > loop.End() && pass.TypesInfo.Uses[id] == obj {
			used = true
		}
		return !used
	})
	return used
}

// gathers reports whether a loop builds, beside the if, something that the
// function returns.
func gathers(pass *rule.Pass, loop ast.Node, skip *ast.IfStmt, body *ast.BlockStmt) bool {
	built := map[types.Object]bool{}
	note := func(e ast.Expr) {
		for {
			switch x := ast.Unparen(e).(type) {
			case *ast.SelectorExpr:
				e = x.X
				continue
			case *ast.IndexExpr:
				e = x.X
				continue
			case *ast.StarExpr:
				e = x.X
				continue
			case *ast.Ident:
				if obj := pass.TypesInfo.ObjectOf(x); obj != nil && (obj.Pos() < loop.Pos() || obj.Pos() > loop.End()) {
					built[obj] = true
				}
			}
			return
		}
	}
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				return true
			}
			for i, lhs := range n.Lhs {
				if i < len(n.Rhs) || len(n.Rhs) == 1 {
					note(lhs)
				}
			}
		case *ast.CallExpr:
			// b.WriteString(…): a builder that the text is made in.
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && len(sel.Sel.Name) > 5 && sel.Sel.Name[:5] == "Write" {
				note(sel.X)
			}
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && (sel.Sel.Name == "Fprintf" || sel.Sel.Name == "Fprintln") && len(n.Args) > 0 {
				if u, ok := n.Args[0].(*ast.UnaryExpr); ok {
					note(u.X)
				} else {
					note(n.Args[0])
				}
			}
		}
		return true
	})
	if len(built) == 0 {
		return false
	}
	returned := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if n.Pos() < loop.End() {
				return true
			}
			for _, r := range n.Results {
				ast.Inspect(r, func(m ast.Node) bool {
					if id, ok := m.(*ast.Ident); ok && built[pass.TypesInfo.Uses[id]] {
						returned = true
					}
					return !returned
				})
			}
		case *ast.AssignStmt:
			// out := wrap(list): returned under another name.
			if n.Pos() < loop.End() {
				return true
			}
			for _, r := range n.Rhs {
				ast.Inspect(r, func(m ast.Node) bool {
					if id, ok := m.(*ast.Ident); ok && built[pass.TypesInfo.Uses[id]] {
						for _, l := range n.Lhs {
							if lid, ok := l.(*ast.Ident); ok {
								if obj := pass.TypesInfo.ObjectOf(lid); obj != nil {
									built[obj] = true
								}
							}
						}
					}
					return true
				})
			}
		}
		return !returned
	})
	return returned
}
