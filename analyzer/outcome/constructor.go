package outcome

import (
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/registry"
)

// A Constructor is a function that makes errors for the model, as a user names
// it. Positions of arguments are -1 where its code is to tell; they count the
// receiver as 0.
type Constructor struct {
	Func    string
	Message int // the text, or a format
	Level   int
}

// ParseConstructor reads "path.Func", "path.Func:message" or
// "path.Func:message:level"; either position may be left empty.
func ParseConstructor(spec string) Constructor {
	parts := strings.Split(spec, ":")
	c := Constructor{Func: parts[0], Message: -1, Level: -1}
	for i, to := range []*int{&c.Message, &c.Level} {
		if i+1 < len(parts) {
			if n, err := strconv.Atoi(parts[i+1]); err == nil && n >= 0 {
				*to = n
			}
		}
	}
	return c
}

// constructorOf is the configured constructor that a call is of, or nil.
func (j *judge) constructorOf(call *flow.Term) *Constructor {
	if call == nil || call.Str == "" {
		return nil
	}
	for i := range j.r.cfg.ToolErrors {
		if c := &j.r.cfg.ToolErrors[i]; registry.SameFunc(c.Func, call.Str) {
			return c
		}
	}
	return nil
}

// constructor reports whether a call is one of the configured constructors of
// errors for the model.
func (j *judge) constructor(call *flow.Term) bool { return j.constructorOf(call) != nil }

// argumentLevel is the level that a call of a configured constructor is given.
func (j *judge) argumentLevel(call *flow.Term, depth int) (known.Level, bool) {
	c := j.constructorOf(call)
	if c == nil || c.Level < 0 || c.Level >= len(call.Args) {
		return known.NoLevel, false
	}
	arg := call.Args[c.Level]
	return j.levelValue(arg, &toolError{levelType: flow.NamedID(arg.Type())}, depth+1), true
}

// argumentText is the message that a call of a configured constructor is given,
// or nil.
func (j *judge) argumentText(call *flow.Term, at token.Pos, depth int) []Part {
	c := j.constructorOf(call)
	if c == nil || c.Message < 0 || c.Message >= len(call.Args) {
		return nil
	}
	if c.Message == len(call.Args)-2 && isOperands(call.Args[c.Message+1].Type()) {
		return j.formatText(call, c.Message, j.posHere(call, at), depth)
	}
	return j.text(call.Args[c.Message], j.posHere(call, at), depth+1)
}

// isOperands reports whether a type is that of values for a format.
func isOperands(t types.Type) bool {
	if t == nil {
		return true // a list that was built elsewhere
	}
	s, ok := t.Underlying().(*types.Slice)
	return ok && types.IsInterface(s.Elem())
}

// ConstructorLevel is the level of the errors that a function makes, whatever
// its parameters are given, or NoLevel.
func (r *Result) ConstructorLevel(id string, params int) known.Level {
	args := make([]*flow.Term, params)
	for i := range args {
		args[i] = &flow.Term{Op: flow.Unknown}
	}
	return r.judge.errLevel(flow.NewStaticCall(id, args...))
}
