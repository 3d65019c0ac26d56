package repair

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/edit"
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/rule"
)

// ErrorResult turns the return of an error result that is built at a position
// into that of an error: one for the model where it is the model's to act on,
// and otherwise the error that the result was made of, for the boundary to
// answer for. The message stays as it is, without the text of an error.
func ErrorResult(pass *rule.Pass, pos token.Pos) []analysis.SuggestedFix {
	file := pass.FileAt(pos)
	if file == nil {
		return nil
	}
	ret := returnAround(file, pos)
	if ret == nil || len(ret.Results) < 2 || edit.Comments(file, ret) || !isNil(pass, ret.Results[len(ret.Results)-1]) {
		return nil
	}
	m, ok := resultMessage(pass, ret.Results[0])
	if !ok {
		return nil
	}
	exits, fate, ok := exitsAt(pass, ret.Return)
	if !ok {
		return nil
	}
	class := exits[0].Verdict.Class
	for _, x := range exits {
		if x.Verdict.Class != class || x.Verdict.Mixed || x.Deferred || x.Convey != outcome.ConveyErrResult {
			return nil
		}
	}
	last := ret.Results[len(ret.Results)-1]
	var text string
	var edits []analysis.TextEdit
	switch outcome.OutcomeOf(class) {
	case outcome.Correct, outcome.Stale:
		m = m.fit(exits)
		if !exits[0].Verdict.Explicit || m.format == "" {
			return nil
		}
		text, edits, ok = written(pass, file, ret.Pos(), m, fate, class)
	case outcome.Broken:
		v := exits[0].Verdict
		switch {
		case mayBeAbsent(pass, v.Err, 0), !v.Explicit && m.format == "":
			return nil // it may be about the arguments after all
		case v.Explicit && m.format != "" && (m.cause == "" || class == known.Heals):
			// The server knows what is wrong, and has said so.
			text, edits, ok = written(pass, file, ret.Pos(), m, fate, class)
		default:
			text, edits, ok = wrapped(pass, file, ret.Pos(), m)
		}
	default:
		// Nothing says that the model could do better, and the program calls
		// it a failure of something that it does. An error that is passed on
		// without a word may well be about the arguments.
		if err := exits[0].Verdict.Err; class != 0 || err == nil || m.format == "" || mayBeAbsent(pass, err, 0) {
			return nil
		}
		text, edits, ok = wrapped(pass, file, ret.Pos(), m)
	}
	if !ok {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "Return an error, and let the boundary build the result",
		TextEdits: append(edits, edit.Replace(ret.Results[0], "nil"), edit.Replace(last, text)),
	}}
}

// wrapped is the source of a plain error with a message and a cause.
func wrapped(pass *rule.Pass, file *ast.File, at token.Pos, m *message) (text string, imports []analysis.TextEdit, ok bool) {
	switch {
	case m.cause == "":
		return "", nil, false
	case m.format == "":
		return m.cause, nil, true
	}
	fn, imports, ok := edit.Ref(pass.Pass, file, at, edit.Func{Path: "fmt", Name: "Errorf"})
	if !ok || m.format[0] != '"' {
		return "", nil, false
	}
	full := &message{format: m.format[:len(m.format)-1] + `: %w"`, args: append(m.args[:len(m.args):len(m.args)], m.cause)}
	return full.call(fn), imports, true
}

// mayBeAbsent reports whether an error comes from opening a file by its name:
// it may say that there is no such file, and nobody has asked. Whether that is
// for the model to know is not told by the code.
func mayBeAbsent(pass *rule.Pass, err *flow.Term, depth int) bool {
	if err == nil || depth > 4 {
		return false
	}
	call := err.CallOf()
	if call == nil {
		return false
	}
	switch call.Str {
	case "os.Open", "os.OpenFile", "os.ReadFile", "os.ReadDir", "os.Stat", "os.Lstat", "os.Readlink", "os.Remove", "os.Rename", "os.Chdir",
		"io/fs.ReadFile", "io/fs.Stat", "io/fs.ReadDir", "path/filepath.EvalSymlinks":
		return true
	}
	exits, ok := pass.Flow.Expand(call)
	if !ok {
		for _, a := range call.Args {
			if flow.IsError(a.Type()) && mayBeAbsent(pass, a, depth+1) {
				return true // wrapped
			}
		}
		return false
	}
	for _, x := range exits {
		if i := err.Index(); i < len(x.Results) && mayBeAbsent(pass, x.Results[i], depth+1) {
			return true
		}
	}
	return false
}

// exitsAt lists the exits of handlers at a return statement, if these handlers
// agree on a boundary: in a handler, or in a function that answers for it.
func exitsAt(pass *rule.Pass, at token.Pos) (exits []*outcome.Exit, fate outcome.Fate, ok bool) {
	for _, t := range pass.Outcome.Targets {
		for _, x := range pass.Outcome.Exits(t) {
			if x.Ret == nil || x.Ret.Pos() != at {
				continue
			}
			if x.Fn == nil || registry.ShapeOf(pass.Flow.SDKs, t.Handler.Fn.Signature) == nil || !answersFor(pass, t.Handler.Fn, x.Fn, 0) {
				return nil, fate, false
			}
			f := pass.Outcome.Fate(t)
			if !f.Masked || f.Beneath || f.Boundary == nil || fate.Boundary != nil && fate.Boundary.ID != f.Boundary.ID {
				return nil, fate, false
			}
			fate = f
			exits = append(exits, x)
		}
	}
	return exits, fate, len(exits) > 0
}

// answersFor reports whether a function is a handler, or one whose results all
// of its callers return as they are and that are such functions themselves.
func answersFor(pass *rule.Pass, handler, fn *ssa.Function, depth int) bool {
	if fn == handler {
		return true
	}
	callers := pass.Registry.CallersOf(fn)
	if len(callers) == 0 || depth > 3 || fn.Parent() != nil {
		return false
	}
	for _, caller := range callers {
		if !returnsCalls(caller, fn) {
			return false
		}
		if registry.ShapeOf(pass.Flow.SDKs, caller.Signature) == nil && !answersFor(pass, handler, caller, depth+1) {
			return false
		}
	}
	return true
}

// returnsCalls reports whether a function does nothing with the results of
// another but return them.
func returnsCalls(caller, fn *ssa.Function) bool {
	found := false
	for _, b := range caller.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok || c.Common().StaticCallee() != fn {
				continue
			}
			call, ok := instr.(*ssa.Call)
			if !ok {
				return false
			}
			for _, ref := range *call.Referrers() {
				e, ok := ref.(*ssa.Extract)
				if !ok {
					return false
				}
				for _, use := range *e.Referrers() {
					if _, ok := use.(*ssa.Return); !ok {
						return false
					}
				}
			}
			found = true
		}
	}
	return found
}

// resultMessage is the message of an error result: that of a constructor's
// call, or the one text in a literal.
func resultMessage(pass *rule.Pass, e ast.Expr) (*message, bool) {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok {
		return messageOf(pass, call)
	}
	u, ok := e.(*ast.UnaryExpr)
	if !ok || u.Op != token.AND {
		return nil, false
	}
	lit, ok := u.X.(*ast.CompositeLit)
	if !ok || !registry.IsToolResult(pass.Flow.SDKs, pass.TypesInfo.TypeOf(e)) {
		return nil, false
	}
	var content ast.Expr
	flagged := false
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			return nil, false
		}
		switch key, _ := kv.Key.(*ast.Ident); {
		case key == nil:
			return nil, false
		case key.Name == "IsError":
			v := pass.TypesInfo.Types[kv.Value].Value
			flagged = v != nil && v.String() == "true"
		case key.Name == "Content":
			content = kv.Value
		default:
			return nil, false // there is more in it than a text
		}
	}
	list, ok := content.(*ast.CompositeLit)
	if !ok || !flagged || len(list.Elts) != 1 {
		return nil, false
	}
	return blockMessage(pass, list.Elts[0])
}

// blockMessage is the message of one content block.
func blockMessage(pass *rule.Pass, e ast.Expr) (*message, bool) {
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok {
		e = u.X
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		for _, el := range e.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				if key, ok := kv.Key.(*ast.Ident); ok && key.Name == "Text" {
					return plain(pass, kv.Value)
				}
			}
		}
	case *ast.CallExpr:
		if calleeID(pass, e) == mcpGo+".NewTextContent" && len(e.Args) == 1 {
			return plain(pass, e.Args[0])
		}
	}
	return nil, false
}

// returnAround is the return statement that contains a position, and in which
// no function is written.
func returnAround(file *ast.File, pos token.Pos) *ast.ReturnStmt {
	var found *ast.ReturnStmt
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || n.Pos() > pos || n.End() < pos {
			return false
		}
		switch n := n.(type) {
		case *ast.ReturnStmt:
			found = n
		case *ast.FuncLit:
			found = nil
		}
		return true
	})
	return found
}

// Cause takes the text of an error out of the message of an error for the model
// that is made around a position, and makes it the cause.
func Cause(pass *rule.Pass, pos token.Pos) []analysis.SuggestedFix {
	file := pass.FileAt(pos)
	if file == nil {
		return nil
	}
	var call *ast.CallExpr
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || n.Pos() > pos || n.End() < pos {
			return false
		}
		if c, ok := n.(*ast.CallExpr); ok && becomesModelError(pass, c) {
			call = c
		}
		return true
	})
	if call == nil || call.Ellipsis.IsValid() || edit.Comments(file, call) || returning(file, call) == nil {
		return nil
	}
	m, ok := formatted(pass, call.Args)
	if !ok || m.cause == "" || m.format == "" {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "Keep the error for the log",
		TextEdits: []analysis.TextEdit{edit.Replace(call, m.call(edit.Source(pass.Pass, call.Fun))+".Because("+m.cause+")")},
	}}
}

// becomesModelError reports whether a call makes an error that can be given a
// cause which its text does not show: one of toolerr, or of a constructor that
// the user has named.
func becomesModelError(pass *rule.Pass, call *ast.CallExpr) bool {
	fn := callee(pass, call)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	f := edit.Func{Path: fn.Pkg().Path(), Name: fn.Name()}
	if fn.Signature().Recv() != nil || !printfLike(pass, f) || !hasBecause(pass, f) {
		return false
	}
	id := flow.ObjectID(fn)
	for _, own := range pass.Registry.Settings().ToolErrors {
		if own == id {
			return true
		}
	}
	return f.Path == edit.Toolerr("").Path
}

// ReturnError returns the error that a branch is about, where the branch ends in
// an empty answer at a position.
func ReturnError(pass *rule.Pass, pos token.Pos) []analysis.SuggestedFix {
	file := pass.FileAt(pos)
	if file == nil {
		return nil
	}
	ret, err := branchOf(pass, file, pos)
	if ret == nil || err == nil || len(ret.Results) < 2 || edit.Comments(file, ret) {
		return nil
	}
	last := ret.Results[len(ret.Results)-1]
	if !isNil(pass, last) {
		return nil
	}
	edits := []analysis.TextEdit{edit.Replace(last, err.Name)}
	for _, r := range ret.Results[:len(ret.Results)-1] {
		if isNil(pass, r) {
			continue
		}
		t := pass.TypesInfo.TypeOf(r)
		if _, open := types.Unalias(t).(*types.TypeParam); open || t == nil {
			continue
		}
		switch t.Underlying().(type) {
		case *types.Pointer, *types.Slice, *types.Map, *types.Interface:
			edits = append(edits, edit.Replace(r, "nil"))
		case *types.Struct:
			lit, ok := ast.Unparen(r).(*ast.CompositeLit)
			if !ok {
				return nil // what is in it may be worth having
			}
			if len(lit.Elts) > 0 {
				edits = append(edits, analysis.TextEdit{Pos: lit.Lbrace + 1, End: lit.Rbrace})
			}
		}
	}
	return []analysis.SuggestedFix{{Message: "Return the error", TextEdits: edits}}
}

// branchOf is the return statement at a position, and the error that the
// innermost condition around it has found not to be nil.
func branchOf(pass *rule.Pass, file *ast.File, pos token.Pos) (ret *ast.ReturnStmt, err *ast.Ident) {
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || n.Pos() > pos || n.End() <= pos {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			ret, err = nil, nil
		case *ast.ReturnStmt:
			ret = n
		case *ast.IfStmt:
			if n.Body.Pos() <= pos && pos < n.Body.End() {
				if id := notNil(pass, n.Cond); id != nil {
					err = id
				}
			}
		}
		return true
	})
	if ret == nil || err == nil || reassigned(pass, file, err, ret) {
		return ret, nil
	}
	return ret, err
}

// notNil is err in err != nil.
func notNil(pass *rule.Pass, cond ast.Expr) *ast.Ident {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ || !isNil(pass, b.Y) {
		return nil
	}
	id, ok := ast.Unparen(b.X).(*ast.Ident)
	if !ok || !flow.IsError(pass.TypesInfo.TypeOf(id)) {
		return nil
	}
	return id
}

// reassigned reports whether a name means something else at a statement, or is
// given another value on the way to it.
func reassigned(pass *rule.Pass, file *ast.File, err *ast.Ident, ret *ast.ReturnStmt) bool {
	obj := pass.TypesInfo.Uses[err]
	top := pass.TypesInfo.Scopes[file]
	if obj == nil || top == nil {
		return true
	}
	if scope := top.Innermost(ret.Pos()); scope == nil {
		return true
	} else if _, at := scope.LookupParent(err.Name, ret.Pos()); at != obj {
		return true
	}
	changed := false
	ast.Inspect(file, func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok && as.Pos() > err.Pos() && as.End() < ret.Pos() {
			for _, l := range as.Lhs {
				if id, ok := l.(*ast.Ident); ok && pass.TypesInfo.Uses[id] == obj {
					changed = true
				}
			}
		}
		return !changed
	})
	return changed
}
