package emptyresult

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/rule"
)

// loops reports loops that skip what fails, or stop there, and whose function
// then returns what has been gathered as if it were all. The callback of a walk
// is a loop too.
func loops(pass *rule.Pass, f *outcome.Frame) {
	body := bodyOf(f.Fn)
	if body == nil || !succeedsWith(pass, f) || saysIncomplete(pass, f) {
		return
	}
	l := &looper{pass: pass, f: f, body: body}
	ast.Inspect(body, l.visit)
}

// A looper looks at the loops of one function.
type looper struct {
	pass *rule.Pass
	f    *outcome.Frame
	body *ast.BlockStmt
	loop []ast.Node // the loops around the node, innermost last
}

func (l *looper) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncLit:
		return false // a frame of its own
	case *ast.CallExpr:
		if lit := walkCallback(l.pass, n); lit != nil {
			l.inside(lit, lit.Body)
			return false
		}
	case *ast.ForStmt:
		l.inside(n, n.Body)
		return false
	case *ast.RangeStmt:
		l.inside(n, n.Body)
		return false
	case *ast.IfStmt:
		if len(l.loop) > 0 {
			l.skips(n, l.loop[len(l.loop)-1])
		} else {
			l.omits(n)
		}
	}
	return true
}

func (l *looper) inside(loop ast.Node, body *ast.BlockStmt) {
	l.loop = append(l.loop, loop)
	ast.Inspect(body, l.visit)
	l.loop = l.loop[:len(l.loop)-1]
}

// saysIncomplete reports whether a function, or one of this package that calls
// it, has a text that says that an answer may lack something.
func saysIncomplete(pass *rule.Pass, f *outcome.Frame) bool {
	for _, fn := range append([]*ssa.Function{f.Fn}, pass.Registry.CallersOf(f.Fn)...) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				var buf [8]*ssa.Value
				for _, op := range instr.Operands(buf[:0]) {
					c, ok := (*op).(*ssa.Const)
					if ok && c.Value != nil && c.Value.Kind() == constant.String && outcome.SaysIncomplete(constant.StringVal(c.Value)) {
						return true
					}
				}
			}
		}
	}
	return false
}

// walkCallback is the literal that a call runs for each entry of a tree.
func walkCallback(pass *rule.Pass, c *ast.CallExpr) *ast.FuncLit {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || len(c.Args) == 0 {
		return nil
	}
	fn, ok := pass.TypesInfo.Uses[sel.Sel].(*types.Func)
	if !ok {
		return nil
	}
	switch flow.ObjectID(fn) {
	case "path/filepath.Walk", "path/filepath.WalkDir", "io/fs.WalkDir":
		lit, _ := c.Args[len(c.Args)-1].(*ast.FuncLit)
		return lit
	}
	return nil
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
func (l *looper) skips(n *ast.IfStmt, loop ast.Node) {
	err, failed := testedError(l.pass, n)
	if err == nil || len(n.Body.List) == 0 {
		return
	}
	var at ast.Node
	what := "skips what fails and returns the rest as the whole"
	switch {
	case !failed:
		// if err == nil { gather }, and nothing otherwise
		if n.Else != nil || !l.gathers(loop, n.Body) {
			return
		}
		at = n
	case l.onlyLogs(n.Body.List):
		// if err != nil { log } else { gather }
		if n.Else == nil || !l.gathers(loop, n.Else) {
			return
		}
		at = n
	default:
		last := n.Body.List[len(n.Body.List)-1]
		stops, ok := leavesBehind(last, loop)
		if !ok || !l.onlyLogs(n.Body.List[:len(n.Body.List)-1]) || !l.gathers(loop, loop) {
			return
		}
		if stops {
			what = "stops at an error and returns what it has as the whole"
		}
		at = last
	}
	if !l.worth(n, loop, err) || l.usedElsewhere(n, err, loop) || failed && l.gathersBefore(loop, n) {
		return
	}
	l.pass.Report(at.Pos(), nil, "%s: this loop %s; return the error, or say in the answer what is missing", rule.Tools(l.f.Names()), what)
}

// leavesBehind reports whether a statement goes on with the next item, or stops
// the loop, without the error.
func leavesBehind(s ast.Stmt, loop ast.Node) (stops, ok bool) {
	switch s := s.(type) {
	case *ast.BranchStmt:
		if s.Tok == token.BREAK && s.Label == nil {
			return true, true
		}
		return false, s.Tok == token.CONTINUE
	case *ast.ReturnStmt:
		if _, walk := loop.(*ast.FuncLit); !walk || len(s.Results) != 1 {
			return false, false
		}
		id, ok := ast.Unparen(s.Results[0]).(*ast.Ident)
		return false, ok && id.Name == "nil"
	}
	return false, false
}

func (l *looper) onlyLogs(list []ast.Stmt) bool {
	for _, s := range list {
		if cond, ok := s.(*ast.IfStmt); ok && cond.Else == nil && len(cond.Body.List) > 0 {
			if _, ok := cond.Body.List[len(cond.Body.List)-1].(*ast.ReturnStmt); ok {
				continue // some errors are told apart
			}
		}
		if !onlyLogs(l.pass, s) {
			return false // it is kept somewhere
		}
	}
	return true
}

// worth reports whether the error that an if tests is one to hear of.
func (l *looper) worth(n *ast.IfStmt, loop ast.Node, err types.Object) bool {
	call := sourceOf(l.pass, l.f.Fn, n)
	if lit, ok := loop.(*ast.FuncLit); ok && call == nil {
		return lit.Pos() < err.Pos() && err.Pos() < lit.Body.Pos() // what the walk itself could not read
	}
	if call == nil || !worthReturning(l.pass, call) && (!l.decodes(call) || l.ofLines(loop)) || l.pass.Outcome.MayBeAbsent(l.f, call) {
		return false
	}
	return l.feeds(loop, err)
}

// decodes reports whether a call reads an item that somebody sent: one that
// cannot be read is there all the same.
func (l *looper) decodes(err *flow.Term) bool {
	call := err.CallOf()
	if call == nil {
		return false
	}
	switch flow.PackageOf(call.Str) {
	case "encoding/json", "encoding/xml", "sigs.k8s.io/yaml", "gopkg.in/yaml.v3", "gopkg.in/yaml.v2", "github.com/goccy/go-yaml":
		return true
	}
	return len(call.Args) > 0 && isText(call.Args[0].Type()) &&
		!known.Pure(call.Str) && !known.FaultSource(call.Str) && !known.ParsesText(call.Str) && l.pass.Outcome.Computes(call)
}

func isText(t types.Type) bool {
	if t == nil {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Slice:
		return types.Identical(u.Elem().Underlying(), types.Typ[types.Byte])
	}
	return false
}

// ofLines reports whether the items of a loop are lines of a text: one that is
// not of the form looked for is not necessarily one that is missed.
func (l *looper) ofLines(loop ast.Node) bool {
	var x ast.Expr
	switch n := loop.(type) {
	case *ast.ForStmt:
		x = n.Cond
	case *ast.RangeStmt:
		x = n.X
	}
	if x == nil {
		return false
	}
	if t := l.pass.TypesInfo.TypeOf(x); t != nil {
		if s, ok := t.Underlying().(*types.Slice); ok {
			return isText(s.Elem())
		}
	}
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := l.pass.TypesInfo.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "bufio", "strings", "bytes":
		return true
	}
	return false
}

// testedError is the error variable that an if compares with nil, alone, and
// whether its body is for a failure.
func testedError(pass *rule.Pass, n *ast.IfStmt) (err types.Object, failed bool) {
	b, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ && b.Op != token.EQL {
		return nil, false
	}
	id, ok := ast.Unparen(b.X).(*ast.Ident)
	if !ok {
		return nil, false
	}
	if nilID, ok := ast.Unparen(b.Y).(*ast.Ident); !ok || nilID.Name != "nil" {
		return nil, false
	}
	obj := pass.TypesInfo.Uses[id]
	if obj == nil || !flow.IsError(obj.Type()) {
		return nil, false
	}
	return obj, b.Op == token.NEQ
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

// sourceOf is the error of the call that an if tests, in a function or in a
// literal within it.
func sourceOf(pass *rule.Pass, fn *ssa.Function, n *ast.IfStmt) *flow.Term {
	for _, b := range fn.Blocks {
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
	for _, anon := range fn.AnonFuncs {
		if anon.Syntax() != nil && anon.Syntax().Pos() <= n.Pos() && n.End() <= anon.Syntax().End() {
			return sourceOf(pass, anon, n)
		}
	}
	return nil
}

// usedElsewhere reports whether the error that an if tests is looked at later.
func (l *looper) usedElsewhere(n *ast.IfStmt, err types.Object, loop ast.Node) bool {
	if source := sourceOf(l.pass, l.f.Fn, n); source != nil && source.Value() != nil {
		if def, ok := source.Value().(ssa.Instruction); ok && def.Parent() == l.f.Fn {
			return lost(l.pass, l.f, source.Value()) == nil
		}
	}
	return usedAfter(l.pass, err, loop, l.body)
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
