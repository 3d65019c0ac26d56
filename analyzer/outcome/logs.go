package outcome

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
)

// A LogCall is a call that logs at a level that can be told.
type LogCall struct {
	Instr  ssa.CallInstruction
	Pos    token.Pos
	Level  known.Level
	Helper *ssa.Function // the program's own function that logs, if not a library's
}

// Logs lists the log calls of a function.
func (r *Result) Logs(fn *ssa.Function) []LogCall {
	var out []LogCall
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if l, ok := r.logCall(c, 0); ok {
				out = append(out, l)
			}
		}
	}
	return out
}

// IsLog reports whether a call does nothing but log.
func (r *Result) IsLog(c ssa.CallInstruction) bool {
	common := c.Common()
	id := ""
	switch {
	case common.IsInvoke():
		id = flow.ObjectID(common.Method)
	case common.StaticCallee() != nil:
		id = flow.FuncID(common.StaticCallee())
	}
	if _, _, ok := logLevel(common); ok {
		return true
	}
	switch flow.PackageOf(id) {
	case "log", "log/slog", "go.uber.org/zap", "github.com/rs/zerolog", "github.com/rs/zerolog/log", "github.com/sirupsen/logrus", "k8s.io/klog/v2", "go.opentelemetry.io/otel/trace", "go.opentelemetry.io/otel/attribute":
		return true
	}
	if fn := common.StaticCallee(); fn != nil {
		if body := r.Flow.Func(flow.FuncID(fn)); body != nil && body.Signature.Results().Len() == 0 {
			_, ok := r.logHelper(body, 0)
			return ok
		}
	}
	return false
}

func (r *Result) logCall(c ssa.CallInstruction, depth int) (LogCall, bool) {
	common := c.Common()
	id := ""
	switch {
	case common.IsInvoke():
		id = flow.ObjectID(common.Method)
	case common.StaticCallee() != nil:
		id = flow.FuncID(common.StaticCallee())
	default:
		return LogCall{}, false
	}
	level, arg, ok := logLevel(common)
	if !ok {
		if fn := common.StaticCallee(); fn != nil && depth < 2 {
			if body := r.Flow.Func(id); body != nil && body.Signature.Results().Len() == 0 {
				if l, ok := r.logHelper(body, depth); ok && l != known.NoLevel {
					return LogCall{Instr: c, Pos: c.Pos(), Level: l, Helper: body}, true
				}
			}
		}
		return LogCall{}, false
	}
	if arg >= 0 {
		args := common.Args
		if common.IsInvoke() {
			arg--
		}
		if arg < 0 || arg >= len(args) {
			return LogCall{}, false
		}
		t := r.Flow.Reduce(r.Flow.Eval(args[arg]))
		n, isConst := t.Int()
		if !isConst {
			return LogCall{}, false
		}
		level, _ = known.LevelType(flow.NamedID(args[arg].Type()), n)
	}
	if level == known.NoLevel {
		return LogCall{}, false
	}
	return LogCall{Instr: c, Pos: c.Pos(), Level: level}, true
}

// logHelper is the level at which a function of the program's own logs, if that
// is all it does.
func (r *Result) logHelper(fn *ssa.Function, depth int) (known.Level, bool) {
	level, found := known.NoLevel, false
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if l, ok := r.logCall(c, depth+1); ok {
				if found && l.Level != level {
					return known.NoLevel, true
				}
				level, found = l.Level, true
			}
		}
	}
	return level, found
}

// VerdictAt judges what is known where an instruction runs.
func (r *Result) VerdictAt(f *Frame, b *ssa.BasicBlock) Verdict {
	r.judge.begin(f)
	return r.judge.verdict(r.Flow.Paths(b), nil, 0)
}

// VerdictFrom judges the failures that all ways on from a block end in, where
// they are of one kind.
func (r *Result) VerdictFrom(f *Frame, b *ssa.BasicBlock) Verdict {
	r.judge.begin(f)
	index := flow.ErrIndex(f.Fn.Signature)
	if index < 0 {
		return Verdict{}
	}
	var all Verdict
	found := false
	for _, x := range r.Flow.Exits(f.Fn) {
		if index >= len(x.Results) || x.Block() == nil || x.Block() != b && !b.Dominates(x.Block()) {
			continue
		}
		v := r.judge.verdict(x.Paths, x.Results[index], 0)
		if !v.Explicit || found && (v.Class != all.Class || v.Err != all.Err) {
			return Verdict{}
		}
		all, found = v, true
	}
	return all
}

// VerdictOf judges an exit of a frame's function.
func (r *Result) VerdictOf(f *Frame, x *flow.Exit, err *flow.Term) Verdict {
	r.judge.begin(f)
	return r.judge.verdict(x.Paths, err, 0)
}

// A Raised is an error that a function makes and returns.
type Raised struct {
	Pos     token.Pos
	Tool    bool        // it carries its level
	Level   known.Level // the effective one, or NoLevel
	Verdict Verdict
	Exit    *flow.Exit
	Plain   bool // made on the spot, without a level
	Term    *flow.Term

	// Helper makes the error, text and level alike for all that call it, and At
	// is where; nil if that is decided where it is raised.
	Helper *ssa.Function
	At     token.Pos
}

// Raises lists the errors that a frame's function itself returns, judged where
// they are made.
func (r *Result) Raises(f *Frame) []Raised {
	j := r.judge
	j.begin(f)
	index := flow.ErrIndex(f.Fn.Signature)
	if index < 0 {
		return nil
	}
	var out []Raised
	for _, x := range r.Flow.Exits(f.Fn) {
		if index >= len(x.Results) {
			continue
		}
		for _, err := range x.Results[index].Alternatives() {
			if err.IsNil() || err.Op == flow.Unknown || err.Op == flow.Out {
				continue
			}
			raised := Raised{Pos: x.Pos(), Exit: x, Term: err}
			cases := j.errCases(err)
			if len(cases) == 0 {
				continue
			}
			raised.Tool, raised.Plain = true, true
			for _, c := range cases {
				raised.Tool = raised.Tool && c.kind == errTool
				raised.Plain = raised.Plain && (c.kind == errMade || c.kind == errAccessor) && (flow.Equal(c.term, err) || c.kind == errAccessor)
			}
			if raised.Tool {
				if j.comesFromElsewhereTool(err) {
					continue // raised in the function that made it
				}
				raised.Level = j.errLevel(err)
				raised.Helper, raised.At = j.helperOf(err)
			}
			if call := err.CallOf(); call != nil && call.Pos().IsValid() && err.Op == flow.Call {
				raised.Pos = call.Pos()
			} else if err.Op == flow.Struct && err.Pos().IsValid() {
				raised.Pos = err.Pos()
			}
			raised.Verdict = j.verdict(x.Paths, err, 0)
			out = append(out, raised)
		}
	}
	return out
}

// comesFromElsewhereTool reports whether an error for the model was made by
// another function that decided on it, rather than by a constructor.
func (j *judge) comesFromElsewhereTool(err *flow.Term) bool {
	if err.Op == flow.Extract || err.Op == flow.Param || err.Op == flow.Free || err.Op == flow.Field {
		return true
	}
	if err.Op != flow.Call {
		return false
	}
	// A call with one result, the error: a constructor if it is always an
	// error, whatever it is given.
	exits, ok := j.f.Expand(err)
	if !ok {
		return false
	}
	for _, x := range exits {
		if len(x.Results) != 1 || x.Results[0].IsNil() {
			return true
		}
	}
	return len(exits) > 2
}

// helperOf is the function of this package that makes an error for the model
// with a text of its own, and where it does.
func (j *judge) helperOf(err *flow.Term) (*ssa.Function, token.Pos) {
	if err.Op != flow.Call {
		return nil, token.NoPos
	}
	fn := j.f.Func(err.Str)
	if fn == nil || fn.Pkg == nil || fn.Signature.Results().Len() != 1 {
		return nil, token.NoPos
	}
	exits := j.f.Exits(fn)
	if len(exits) != 1 {
		return nil, token.NoPos
	}
	made := exits[0].Results[0]
	if made.Op != flow.Call || len(made.Args) == 0 || !made.Pos().IsValid() {
		return nil, token.NoPos
	}
	for _, a := range made.Args {
		if text, ok := a.Text(); ok && strings.Contains(text, " ") {
			return fn, made.Pos()
		}
	}
	return nil, token.NoPos
}
