package outcome

import (
	"go/token"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/registry"
)

// Config are the settings of the analyzer.
type Config struct {
	ToolErrors []Constructor // of the program's errors for the model
}

// New is the analyzer.
func New(flowAnalyzer, registryAnalyzer *analysis.Analyzer, cfg Config) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:             "tooloutcome",
		Doc:              "list how tool handlers end, for the other toolvet analyzers",
		URL:              "https://pkg.go.dev/github.com/toolvet/toolvet/analyzer/outcome",
		Requires:         []*analysis.Analyzer{flowAnalyzer, registryAnalyzer},
		RunDespiteErrors: true,
		ResultType:       reflect.TypeFor[*Result](),
		Run: func(pass *analysis.Pass) (any, error) {
			return newResult(pass, pass.ResultOf[registryAnalyzer].(*registry.Result), cfg), nil
		},
	}
}

// A Result is how the handlers of one package end.
type Result struct {
	Pass     *analysis.Pass
	Flow     *flow.Result
	Registry *registry.Result
	Targets  []*Target // handlers with their code in this package
	Reach    *Reach

	cfg   Config
	judge *judge
	mu    sync.Mutex

	logsAt map[token.Pos]bool
}

// Exclusive runs f while no other rule uses the result: answers are worked out
// when they are asked for, and kept.
func (r *Result) Exclusive(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f()
}

// A Target is one handler of this package, under one name.
type Target struct {
	Tool    *registry.Tool // nil when its registration is not in sight
	Handler *registry.Handler

	label  string
	fate   *Fate
	exits  []*Exit
	listed bool
}

// Label is the tool's name for messages, or its handler's.
func (t *Target) Label() string { return t.label }

// An Outcome is one of the four ways a call ends.
type Outcome uint8

const (
	Unknown Outcome = iota
	Success
	Correct
	Stale
	Broken
)

func (o Outcome) String() string {
	return [...]string{"unknown", "result", "correct", "stale", "broken"}[o]
}

// OutcomeOf is the outcome of a class of failure. A mixture of classes whose
// outcomes differ is unknown.
func OutcomeOf(c known.Class) Outcome {
	switch {
	case c == 0 || c&known.Cancelled != 0:
		return Unknown
	case c == known.Stale:
		return Stale
	case c&known.Correctable == c:
		return Correct
	case c&known.Broken == c:
		return Broken
	}
	return Unknown
}

// A Convey is the way in which an exit answers.
type Convey uint8

const (
	ConveyUnknown   Convey = iota
	ConveyResult           // a successful result
	ConveyErrResult        // a result with the error flag, built by hand
	ConveyError            // a plain error
	ConveyToolError        // an error that carries its level
	ConveyProtocol         // an error that is a protocol error by design
)

func (c Convey) String() string {
	return [...]string{"unknown", "result", "error result", "error", "tool error", "protocol error"}[c]
}

// An Exit is one way a handler ends.
type Exit struct {
	Target *Target
	Fn     *ssa.Function // the function of this package that contains Pos
	Pos    token.Pos     // the return statement
	Block  *ssa.BasicBlock
	Ret    *ssa.Return
	Chain  []token.Pos // the return statements that pass it on, outermost first

	Result *flow.Term // the tool result, or the value of a handler that returns one of its own
	Output *flow.Term // structured output beside a tool result
	Err    *flow.Term
	Paths  []flow.Path

	Convey   Convey
	Maybe    bool // the error may be nil: the exit is also a success
	Verdict  Verdict
	Message  *Message // what the model reads, for a failure
	Level    known.Level
	Deferred bool // a deferred function may answer differently
}

// Outcome is the exit's outcome.
func (x *Exit) Outcome() Outcome {
	if x.Convey == ConveyResult && x.Verdict.Class == 0 {
		return Success
	}
	return OutcomeOf(x.Verdict.Class)
}

// A Verdict is the class of a failure and what tells it.
type Verdict struct {
	Class    known.Class
	Explicit bool // something on the path says so, rather than its absence
	Mixed    bool // it may be the model's to correct or not
	Named    bool // a test on the path says which error it is
	Why      string
	Err      *flow.Term // the error that is not nil on the path, if any
	Argument string     // the one argument whose value tells it, if one does
}

func newResult(pass *analysis.Pass, reg *registry.Result, cfg Config) *Result {
	r := &Result{Pass: pass, Flow: reg.Flow, Registry: reg, cfg: cfg}
	if reg.Flow.Pkg == nil {
		r.Reach = &Reach{}
		return r
	}
	r.judge = newJudge(r)
	for _, t := range reg.Tools {
		if t.Handler.Fn != nil {
			r.Targets = append(r.Targets, &Target{Tool: t, Handler: t.Handler})
		}
	}
	for _, h := range reg.Orphans {
		r.Targets = append(r.Targets, &Target{Handler: h})
	}
	for _, t := range r.Targets {
		t.label = r.labelOf(t)
	}
	r.Reach = newReach(r)
	return r
}

func (r *Result) labelOf(t *Target) string {
	if t.Tool != nil && t.Tool.Name != "" {
		return t.Tool.Name
	}
	if name := r.Registry.HandlerName(t.Handler.ID); name != "" {
		return name
	}
	return registry.Unnamed
}
