package repair

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolvet/toolvet/analyzer/edit"
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/rule"
)

// A message is a text as a call gives it, as format and operands, apart from an
// error that it ends in.
type message struct {
	format string // source of the format, "" if there is none
	args   []string
	cause  string // source of the error, or ""

	// whole is the same with the error's text in it, or nil if there is none.
	whole *message
}

// fit is the message as the model may read it: whole, if the exits say that the
// error's text was made for the model.
func (m *message) fit(exits []*outcome.Exit) *message {
	if m.whole == nil {
		return m
	}
	for _, x := range exits {
		if !shown(x) {
			return m
		}
	}
	return m.whole
}

// shown reports whether all of an exit's message is fit to be shown.
func shown(x *outcome.Exit) bool {
	return x.Message != nil && len(x.Message.Parts) > 0 &&
		!slices.ContainsFunc(x.Message.Parts, func(p outcome.Part) bool { return p.Prov.Internal() })
}

// call is a call of a printf-like function with the message.
func (m *message) call(fn string) string {
	return fn + "(" + strings.Join(append([]string{m.format}, m.args...), ", ") + ")"
}

// messageOf reads the message that a call makes an error or an error result of.
// It fails where an error's text is elsewhere than at the end.
func messageOf(pass *rule.Pass, call *ast.CallExpr) (*message, bool) {
	if call.Ellipsis.IsValid() {
		return nil, false
	}
	switch calleeID(pass, call) {
	case "fmt.Errorf", "fmt.Sprintf", mcpGo + ".NewToolResultErrorf":
		return formatted(pass, call.Args)
	case "errors.New", mcpGo + ".NewToolResultError":
		if len(call.Args) == 1 {
			return plain(pass, call.Args[0])
		}
	case mcpGo + ".NewToolResultErrorFromErr":
		if len(call.Args) == 2 {
			m, ok := plain(pass, call.Args[0])
			if ok && m.cause == "" {
				m.cause = edit.Source(pass.Pass, call.Args[1])
				if f, ok := strings.CutSuffix(m.format, `"`); ok {
					m.whole = &message{format: f + `: %v"`, args: append(slices.Clone(m.args), m.cause)}
				}
				return m, true
			}
		}
	}
	return nil, false
}

const mcpGo = "github.com/mark3labs/mcp-go/mcp"

// plain reads an expression of type string.
func plain(pass *rule.Pass, e ast.Expr) (*message, bool) {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok {
		if calleeID(pass, call) == "fmt.Sprintf" {
			return messageOf(pass, call)
		}
		if err := errorOf(pass, call); err != nil {
			cause := edit.Source(pass.Pass, err)
			return &message{cause: cause, whole: &message{format: `"%v"`, args: []string{cause}}}, true
		}
	}
	if b, ok := e.(*ast.BinaryExpr); ok && b.Op == token.ADD {
		// "text: " + err.Error()
		if call, ok := ast.Unparen(b.Y).(*ast.CallExpr); ok {
			if err := errorOf(pass, call); err != nil {
				text, ok := literal(pass, b.X)
				if !ok {
					return nil, false
				}
				m := text.trimmed()
				m.cause = edit.Source(pass.Pass, err)
				m.whole = &message{format: strconv.Quote(strings.ReplaceAll(text.value, "%", "%%") + "%v"), args: []string{m.cause}}
				return m, true
			}
		}
	}
	if text, ok := literal(pass, e); ok {
		return text.escaped(), true
	}
	if mentionsError(pass, e) || pass.TypesInfo.TypeOf(e) == nil {
		return nil, false
	}
	return &message{format: `"%s"`, args: []string{edit.Source(pass.Pass, e)}}, true
}

// A text is a string literal.
type text struct{ source, value string }

func literal(pass *rule.Pass, e ast.Expr) (text, bool) {
	tv := pass.TypesInfo.Types[e]
	if tv.Value == nil || tv.Value.Kind() != constant.String {
		return text{}, false
	}
	if _, ok := ast.Unparen(e).(*ast.BasicLit); !ok {
		return text{}, false
	}
	return text{edit.Source(pass.Pass, e), constant.StringVal(tv.Value)}, true
}

// escaped is a literal as a format.
func (t text) escaped() *message {
	if strings.Contains(t.value, "%") {
		return &message{format: strconv.Quote(strings.ReplaceAll(t.value, "%", "%%"))}
	}
	return &message{format: t.source}
}

// trimmed is a literal that ended in an introduction of an error, as a format.
func (t text) trimmed() *message {
	value := strings.TrimRight(t.value, " :-,(")
	if value == "" {
		return &message{}
	}
	return &message{format: strconv.Quote(strings.ReplaceAll(value, "%", "%%"))}
}

var (
	verb     = regexp.MustCompile(`%[-+# 0]*[0-9]*(\.[0-9]+)?[a-zA-Z%]`)
	lastVerb = regexp.MustCompile(`[ :,(\-]*['"]?%\+?[vsw]['"]?[).]?\.?$`)
)

// formatted reads the arguments of a printf-like function.
func formatted(pass *rule.Pass, args []ast.Expr) (*message, bool) {
	if len(args) == 0 {
		return nil, false
	}
	format, ok := literal(pass, args[0])
	if !ok || strings.Contains(format.value, "*") || strings.Contains(format.value, "%[") {
		return nil, false
	}
	operands := args[1:]
	n := 0
	for _, v := range verb.FindAllString(format.value, -1) {
		if v != "%%" {
			n++
		}
	}
	if n != len(operands) {
		return nil, false
	}
	m := &message{format: format.source}
	if n > 0 && isErrorText(pass, operands[n-1]) {
		if !lastVerb.MatchString(format.value) {
			return nil, false
		}
		value := lastVerb.ReplaceAllString(format.value, "")
		m.cause = causeOf(pass, operands[n-1])
		m.whole = &message{format: strings.ReplaceAll(format.source, "%w", "%v")}
		for _, a := range operands {
			m.whole.args = append(m.whole.args, edit.Source(pass.Pass, a))
		}
		operands = operands[:n-1]
		m.format = strconv.Quote(value)
		if value == "" {
			m.format = ""
		}
	}
	for _, a := range operands {
		if mentionsError(pass, a) {
			return nil, false
		}
		m.args = append(m.args, edit.Source(pass.Pass, a))
	}
	return m, true
}

func isErrorText(pass *rule.Pass, e ast.Expr) bool {
	if t := pass.TypesInfo.TypeOf(e); t != nil && flow.ImplementsError(t) {
		return true
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && errorOf(pass, call) != nil
}

func causeOf(pass *rule.Pass, e ast.Expr) string {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		if err := errorOf(pass, call); err != nil {
			e = err
		}
	}
	return edit.Source(pass.Pass, e)
}

// errorOf is err in err.Error(), or nil.
func errorOf(pass *rule.Pass, call *ast.CallExpr) ast.Expr {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Error" || len(call.Args) != 0 {
		return nil
	}
	if t := pass.TypesInfo.TypeOf(sel.X); t == nil || !flow.ImplementsError(t) {
		return nil
	}
	return sel.X
}

// mentionsError reports whether an expression has an error in it.
func mentionsError(pass *rule.Pass, e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok {
			if t := pass.TypesInfo.TypeOf(x); t != nil && !isNil(pass, x) && !isTuple(t) && flow.ImplementsError(t) {
				found = true
			}
		}
		return !found
	})
	return found
}

func isTuple(t types.Type) bool { _, ok := t.(*types.Tuple); return ok }

func isNil(pass *rule.Pass, e ast.Expr) bool {
	tv, ok := pass.TypesInfo.Types[ast.Unparen(e)]
	return ok && tv.IsNil()
}

// calleeID is the ID of the function that a call calls, or "".
func calleeID(pass *rule.Pass, call *ast.CallExpr) string {
	if fn := callee(pass, call); fn != nil {
		return flow.ObjectID(fn)
	}
	return ""
}

func callee(pass *rule.Pass, call *ast.CallExpr) *types.Func {
	id := calleeName(call)
	if id == nil {
		return nil
	}
	fn, _ := pass.TypesInfo.Uses[id].(*types.Func)
	return fn
}

// calleeName is the name of the function in a call.
func calleeName(call *ast.CallExpr) *ast.Ident {
	fun := ast.Unparen(call.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	switch x := fun.(type) {
	case *ast.Ident:
		return x
	case *ast.SelectorExpr:
		return x.Sel
	}
	return nil
}
