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

// omits reports an if outside of loops that adds to a list what a call has
// brought, and otherwise goes on without: one of the sources of the list is
// missing from it.
func (l *looper) omits(n *ast.IfStmt) {
	err, failed := testedFirst(l.pass, n)
	if err == nil {
		return
	}
	part := ast.Node(n.Body)
	if failed {
		if n.Else == nil || !l.onlyLogs(n.Body.List) {
			return
		}
		part = n.Else
	} else if block, ok := n.Else.(*ast.BlockStmt); ok && !l.onlyLogs(block.List) {
		return
	}
	lists := l.listsGrown(part)
	for list := range lists {
		if l.appendsTo(l.body, list) <= l.appendsTo(part, list) {
			delete(lists, list) // nothing else adds to it: an extra
		}
	}
	if len(lists) == 0 || !returned(l.pass, lists, n, l.body) {
		return
	}
	source := sourceOf(l.pass, l.f.Fn, n)
	if source == nil || source.Value() == nil || !worthReturning(l.pass, source) || l.pass.Outcome.MayBeAbsent(l.f, source) {
		return
	}
	if lost(l.pass, l.f, source.Value()) == nil {
		return
	}
	l.pass.Report(n.Cond.Pos(), nil, "%s: what %s should have added is left out of the list when it fails, and the rest is returned as the whole; return the error, or say in the answer what is missing", rule.Tools(l.f.Names()), outcome.CalleeName(source))
}

// testedFirst is testedError for a condition that may go on after the test.
func testedFirst(pass *rule.Pass, n *ast.IfStmt) (err types.Object, failed bool) {
	cond := n.Cond
	for {
		b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
		if !ok || b.Op != token.LAND {
			break
		}
		cond = b.X
	}
	err, failed = testedError(pass, &ast.IfStmt{Cond: cond})
	if cond != n.Cond && failed {
		return nil, false
	}
	return err, failed
}

// listsGrown are the lists of items, not of lines of text, that a part of a
// function appends to.
func (l *looper) listsGrown(part ast.Node) map[types.Object]bool {
	lists := map[types.Object]bool{}
	for obj := range grown(l.pass, part, part) {
		s, ok := obj.Type().Underlying().(*types.Slice)
		if !ok || obj.Pos() > part.Pos() {
			continue
		}
		if _, basic := s.Elem().Underlying().(*types.Basic); !basic {
			lists[obj] = true
		}
	}
	return lists
}

// appendsTo counts the appends to a list in a part of a function.
func (l *looper) appendsTo(part ast.Node, list types.Object) int {
	n := 0
	ast.Inspect(part, func(m ast.Node) bool {
		as, ok := m.(*ast.AssignStmt)
		if !ok || as.Tok != token.ASSIGN {
			return true
		}
		for i, rhs := range as.Rhs {
			if i < len(as.Lhs) && isAppend(l.pass, rhs) && rootOf(l.pass, as.Lhs[i]) == list {
				n++
			}
		}
		return true
	})
	return n
}

// readLate reports errors that are looked at only on the way where nothing was
// found: those that a loop keeps while it gathers, and that of a call.
func readLate(pass *rule.Pass, f *outcome.Frame) {
	body := bodyOf(f.Fn)
	if body == nil || saysIncomplete(pass, f) {
		return
	}
	l := &looper{pass: pass, f: f, body: body}
	seen := map[*ssa.If]bool{}
	for _, b := range f.Fn.Blocks {
		for _, instr := range b.Instrs {
			v, ok := instr.(ssa.Value)
			if !ok || !flow.IsError(v.Type()) || testOf(v) == v {
				continue
			}
			switch v.(type) {
			case *ssa.Call, *ssa.Extract, *ssa.UnOp, *ssa.Field:
			default:
				continue
			}
			loss := lost(pass, f, v)
			if loss == nil {
				continue
			}
			apart := emptyTest(loss)
			if apart == nil || seen[apart] {
				continue
			}
			if repeats(b) {
				loop := loopAround(body, testOf(v).Pos())
				if loop == nil || !loss.collected || !l.gathers(loop, loop) {
					continue
				}
			} else if x, ok := v.(*ssa.Extract); ok && x.Tuple.(*ssa.Call) != nil && extracted(x.Tuple.(*ssa.Call), 0) != nil {
				continue // a call with a value: see blanks
			}
			seen[apart] = true
			pass.Report(apart.Cond.Pos(), nil, "%s: what failed before is looked at only when nothing was found; a part of the list is returned as the whole", rule.Tools(f.Names()))
		}
	}
}

// emptyTest is the last question, on the ways of a failure, whether there is
// anything, if the answer decides on whether the error is read.
func emptyTest(l *loss) *ssa.If {
	for i := len(l.apart) - 1; i >= 0; i-- {
		if br := l.apart[i]; testsEmpty(br.Cond) && !repeats(br.Block()) {
			return br
		}
	}
	return nil
}

// testsEmpty reports whether a condition asks whether there is anything in a
// list, a map or a text.
func testsEmpty(cond ssa.Value) bool {
	op, ok := cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	switch op.Op {
	case token.EQL, token.NEQ, token.GTR:
	default:
		return false
	}
	c, ok := op.Y.(*ssa.Const)
	if !ok || !c.IsNil() && (c.Value == nil || c.Value.ExactString() != "0") {
		return false
	}
	if call, ok := op.X.(*ssa.Call); ok {
		b, ok := call.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "len"
	}
	_, isSlice := op.X.Type().Underlying().(*types.Slice)
	return isSlice
}

// loopAround is the innermost loop around a position.
func loopAround(body *ast.BlockStmt, pos token.Pos) (loop ast.Node) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if n.Pos() <= pos && pos < n.End() {
				loop = n
			}
		}
		return true
	})
	return loop
}
