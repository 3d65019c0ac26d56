package outcome

import (
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
)

// ConstructorLevel is the level of the errors that a function makes, whatever
// its parameters are given, or NoLevel.
func (r *Result) ConstructorLevel(id string, params int) known.Level {
	args := make([]*flow.Term, params)
	for i := range args {
		args[i] = &flow.Term{Op: flow.Unknown}
	}
	return r.judge.errLevel(flow.NewStaticCall(id, args...))
}
