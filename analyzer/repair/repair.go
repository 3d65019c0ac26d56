// Package repair makes the fixes that rules suggest, where an error for the
// model takes the place of something else. A fix is made only where all that is
// needed is in sight: the outcome, a boundary that lets the error through, and a
// message that can be moved as it is.
package repair

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/edit"
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/rule"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// LevelOf is the level that a class of failure is logged at.
func LevelOf(class known.Class) known.Level {
	switch outcome.OutcomeOf(class) {
	case outcome.Correct, outcome.Stale:
		return known.Info
	case outcome.Broken:
		if class == known.Heals {
			return known.Warn
		}
		return known.Error
	}
	return known.NoLevel
}

// constructor is the function of toolerr for a class of failure.
func constructor(class known.Class) string {
	switch outcome.OutcomeOf(class) {
	case outcome.Correct:
		return "Correct"
	case outcome.Stale:
		return "Stale"
	case outcome.Broken:
		if class == known.Heals {
			return "Unavailable"
		}
		return "Fault"
	}
	return ""
}

// toolError is the function that makes an error for the model of a class of
// failure, if the boundary with a fate lets it through: one of toolerr, or the
// one that the user has named.
func toolError(pass *rule.Pass, fate outcome.Fate, class known.Class) (edit.Func, bool) {
	if !fate.Masked || fate.Boundary == nil {
		return edit.Func{}, false
	}
	if own := pass.Registry.Settings().ToolErrors; len(own) > 0 {
		var found []edit.Func
		for _, id := range own {
			f, ok := edit.ParseID(id)
			if ok && printfLike(pass, f) && pass.Outcome.ConstructorLevel(id, 2) == LevelOf(class) {
				found = append(found, f)
			}
		}
		if len(found) == 1 {
			return found[0], true
		}
		return edit.Func{}, false
	}
	if flow.PackageOf(flow.BaseID(fate.Boundary.ID)) != sdk.Toolerr {
		return edit.Func{}, false
	}
	name := constructor(class)
	return edit.Toolerr(name), name != ""
}

// Masked turns the plain error of an exit into one for the model.
func Masked(pass *rule.Pass, x *outcome.Exit) []analysis.SuggestedFix {
	pos, class := pass.Outcome.ErrPos(x), x.Verdict.Class
	call := pass.CallAt(pos)
	file := pass.FileAt(pos)
	if file == nil {
		return nil
	}
	if call == nil {
		if !fitForModel(x) {
			return nil
		}
		return passedOn(pass, file, pos, pass.Outcome.Fate(x.Target), class)
	}
	if returning(file, call) == nil {
		return nil
	}
	switch calleeID(pass, call) {
	case "errors.New", "fmt.Errorf":
	default:
		return nil
	}
	text, edits, ok := made(pass, file, call, x)
	if !ok {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "Return an error made for the model",
		TextEdits: append(edits, edit.Replace(call, text)),
	}}
}

// fitForModel reports whether the whole message of an exit is the program's own
// words, or those of an SDK about the arguments.
func fitForModel(x *outcome.Exit) bool {
	return shown(x) && !slices.ContainsFunc(x.Message.Parts, func(p outcome.Part) bool { return p.Prov == outcome.Data })
}

// passedOn makes an error for the model of one whose text is fit for it, where
// that is returned from a variable.
func passedOn(pass *rule.Pass, file *ast.File, pos token.Pos, fate outcome.Fate, class known.Class) []analysis.SuggestedFix {
	ret := returnAround(file, pos)
	if ret == nil || ret.Return != pos || len(ret.Results) == 0 {
		return nil
	}
	last := ret.Results[len(ret.Results)-1]
	err, ok := ast.Unparen(last).(*ast.Ident)
	if !ok || !flow.IsError(pass.TypesInfo.TypeOf(err)) || isNil(pass, err) {
		return nil
	}
	text, edits, ok := written(pass, file, pos, &message{format: `"%v"`, args: []string{err.Name}}, fate, class)
	if !ok {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "Return an error made for the model",
		TextEdits: append(edits, edit.Replace(last, text)),
	}}
}

// made is the source of an error for the model with a call's message.
func made(pass *rule.Pass, file *ast.File, call *ast.CallExpr, x *outcome.Exit) (text string, imports []analysis.TextEdit, ok bool) {
	m, ok := messageOf(pass, call)
	if !ok || edit.Comments(file, call) {
		return "", nil, false
	}
	if m = m.fit([]*outcome.Exit{x}); m.format == "" {
		return "", nil, false
	}
	return written(pass, file, call.Pos(), m, pass.Outcome.Fate(x.Target), x.Verdict.Class)
}

func written(pass *rule.Pass, file *ast.File, at token.Pos, m *message, fate outcome.Fate, class known.Class) (text string, imports []analysis.TextEdit, ok bool) {
	f, ok := toolError(pass, fate, class)
	if !ok {
		return "", nil, false
	}
	fn, imports, ok := edit.Ref(pass.Pass, file, at, f)
	if !ok {
		return "", nil, false
	}
	text = m.call(fn)
	if m.cause != "" {
		if f.Path != sdk.Toolerr && !hasBecause(pass, f) {
			return "", nil, false
		}
		text += ".Because(" + m.cause + ")"
	}
	return text, imports, true
}

// returning is the return statement that an expression is a result of, or nil.
func returning(file *ast.File, e ast.Expr) *ast.ReturnStmt {
	var found *ast.ReturnStmt
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || n.Pos() > e.Pos() || n.End() < e.End() {
			return false
		}
		if ret, ok := n.(*ast.ReturnStmt); ok {
			for _, r := range ret.Results {
				if ast.Unparen(r) == e {
					found = ret
				}
			}
		}
		return true
	})
	return found
}
