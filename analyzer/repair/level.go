package repair

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/edit"
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/rule"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// Level sets the level of an error that is made at a position: by the
// constructor of toolerr that a class of failure asks for, by another constant
// where the level is one, or by the one other constructor of the same shape
// that has the level.
func Level(pass *rule.Pass, pos token.Pos, class known.Class) []analysis.SuggestedFix {
	want := LevelOf(class)
	call := pass.CallAt(pos)
	if call == nil {
		if lit := literalAt(pass, pos); lit != nil {
			return constantLevel(pass, lit, want)
		}
		return nil
	}
	fn := callee(pass, call)
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	name := calleeName(call)
	if fn.Pkg().Path() == sdk.Toolerr {
		return rename(name, constructor(class), want)
	}
	if fixes := constantLevel(pass, call, want); fixes != nil {
		return fixes
	}
	if other := sibling(pass, fn, want); other != "" {
		return rename(name, other, want)
	}
	return nil
}

func rename(name *ast.Ident, to string, want known.Level) []analysis.SuggestedFix {
	if to == "" || to == name.Name {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   fmt.Sprintf("Make it %s with %s", want, to),
		TextEdits: []analysis.TextEdit{edit.Replace(name, to)},
	}}
}

// constantLevel replaces the one constant of a level type within a node.
func constantLevel(pass *rule.Pass, n ast.Node, want known.Level) []analysis.SuggestedFix {
	var found []*ast.Ident
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			_, lit := n.(*ast.FuncLit)
			return !lit
		}
		if c, ok := pass.TypesInfo.Uses[id].(*types.Const); ok && levelName(c, want) != "" {
			found = append(found, id)
		}
		return true
	})
	if len(found) != 1 {
		return nil
	}
	return rename(found[0], levelName(pass.TypesInfo.Uses[found[0]].(*types.Const), want), want)
}

// levelName is the constant that a level has, beside one of another level: of
// the same type, in the same package.
func levelName(c *types.Const, want known.Level) string {
	id := flow.NamedID(c.Type())
	if c.Pkg() == nil || id == "" || !known.IsLevelType(id) && known.LevelByName(c.Name()) == known.NoLevel {
		return ""
	}
	if !known.IsLevelType(id) && !strings.Contains(strings.ToLower(id[strings.LastIndexByte(id, '.')+1:]), "level") {
		return ""
	}
	for _, name := range c.Pkg().Scope().Names() {
		other, ok := c.Pkg().Scope().Lookup(name).(*types.Const)
		if ok && other.Exported() == c.Exported() && types.Identical(other.Type(), c.Type()) && known.LevelByName(name) == want &&
			!constant.Compare(other.Val(), token.EQL, c.Val()) {
			return name
		}
	}
	return ""
}

// sibling is the one function beside a constructor that takes and returns the
// same and makes errors of a level.
func sibling(pass *rule.Pass, fn *types.Func, want known.Level) string {
	if fn.Signature().Recv() != nil {
		return ""
	}
	found := ""
	for _, name := range fn.Pkg().Scope().Names() {
		other, ok := fn.Pkg().Scope().Lookup(name).(*types.Func)
		if !ok || other == fn || fn.Pkg() != pass.Pkg && !other.Exported() || !types.Identical(other.Signature(), fn.Signature()) {
			continue
		}
		if pass.Outcome.ConstructorLevel(flow.ObjectID(other), other.Signature().Params().Len()) == want {
			if found != "" {
				return "" // which of them is a question of what went wrong
			}
			found = name
		}
	}
	return found
}

// literalAt is the composite literal at a position.
func literalAt(pass *rule.Pass, pos token.Pos) *ast.CompositeLit {
	file := pass.FileAt(pos)
	if file == nil {
		return nil
	}
	var found *ast.CompositeLit
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || n.Pos() > pos || n.End() < pos {
			return false
		}
		switch n := n.(type) {
		case *ast.CompositeLit:
			if n.Pos() == pos || n.Lbrace == pos {
				found = n
			}
		case *ast.UnaryExpr:
			if lit, ok := n.X.(*ast.CompositeLit); ok && n.Pos() == pos {
				found = lit
			}
		}
		return true
	})
	return found
}

// Log sets the level of a log call at a position: by the function or method of
// the same shape that has the level in its name, or by the constant that it is
// given.
func Log(pass *rule.Pass, pos token.Pos, want known.Level) []analysis.SuggestedFix {
	call := pass.CallAt(pos)
	if call == nil {
		return nil
	}
	fn := callee(pass, call)
	name := calleeName(call)
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	if _, _, ok := known.LogCall(flow.ObjectID(fn)); !ok {
		return nil // a helper, whose name promises nothing
	}
	to := map[known.Level]string{known.Debug: "Debug", known.Info: "Info", known.Warn: "Warn"}[want]
	for _, prefix := range []string{"Error", "Warning", "Warn"} {
		rest, ok := strings.CutPrefix(name.Name, prefix)
		if !ok || to == "" {
			continue
		}
		if other := beside(fn, to+rest); other != nil && types.Identical(other.Signature(), fn.Signature()) {
			return rename(name, to+rest, want)
		}
		return nil
	}
	return constantLevel(pass, call, want)
}

// beside is the function or method of another name in the same place.
func beside(fn *types.Func, name string) *types.Func {
	if recv := fn.Signature().Recv(); recv != nil {
		obj, _, _ := types.LookupFieldOrMethod(recv.Type(), true, fn.Pkg(), name)
		other, _ := obj.(*types.Func)
		return other
	}
	other, _ := fn.Pkg().Scope().Lookup(name).(*types.Func)
	return other
}
