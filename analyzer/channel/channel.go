package channel

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/rule"
)

//go:embed doc.go
var doc string

// New is the analyzer.
func New(outcomes *analysis.Analyzer, tests bool) *analysis.Analyzer {
	return rule.New("channel", doc, outcomes, tests, run)
}

func run(pass *rule.Pass) {
	for _, t := range pass.Outcome.Targets {
		exits := pass.Outcome.Exits(t)
		forBoundary := false
		for _, x := range exits {
			forBoundary = forBoundary || x.Convey == outcome.ConveyToolError
		}
		fate := pass.Outcome.Fate(t)
		for _, x := range exits {
			if x.Fn == nil {
				continue
			}
			if !forBoundary {
				protocol(pass, t, x, fate)
			}
			deliberate(pass, t, x)
			wrapped(pass, t, x)
			lost(pass, t, x)
			nothing(pass, t, x)
			verbs(pass, t, x)
		}
	}
	zeroOutput(pass)
}

// protocol reports a plain error that nothing turns into an answer.
func protocol(pass *rule.Pass, t *outcome.Target, x *outcome.Exit, fate outcome.Fate) {
	if x.Convey != outcome.ConveyError || x.Maybe || !fate.Protocol || !fate.Known || fate.Masked {
		return
	}
	if pass.Outcome.ContextError(x) {
		return // the caller has gone
	}
	what := "what the server could not do"
	if o := x.Outcome(); o == outcome.Correct || o == outcome.Stale {
		what = "what it could correct"
	}
	pos := x.Pos
	if len(x.Chain) > 0 && x.Fn != t.Handler.Fn {
		pos = x.Chain[0] // a helper may well return it; the handler answers with it
	}
	pass.Report(pos, nil, "tool %s: this error becomes a protocol error, so the model may never read %s; answer through a boundary", t.Label(), what)
}

// deliberate reports a protocol error for what the model can act on.
func deliberate(pass *rule.Pass, t *outcome.Target, x *outcome.Exit) {
	if x.Convey != outcome.ConveyProtocol || !x.Verdict.Explicit {
		return
	}
	if o := x.Outcome(); o == outcome.Correct || o == outcome.Stale {
		pass.Report(pass.Outcome.ErrPos(x), nil, "tool %s: the model can act on this (%s), but a protocol error may never reach it; return an error made for the model", t.Label(), x.Verdict.Why)
	}
}

// wrapped reports a protocol error that is wrapped where only a bare one stays
// one.
func wrapped(pass *rule.Pass, t *outcome.Target, x *outcome.Exit) {
	b := t.Handler.Binding
	if b == nil || !b.BareProtocol || x.Convey == outcome.ConveyProtocol || !pass.Outcome.WrapsProtocol(x) {
		return
	}
	pass.Report(pass.Outcome.ErrPos(x), nil, "tool %s: a protocol error that is wrapped reaches the model as plain text; return it as it is", t.Label())
}

// lost reports a result that is dropped because of the error beside it.
func lost(pass *rule.Pass, t *outcome.Target, x *outcome.Exit) {
	if x.Result == nil || x.Result.IsNil() || x.Maybe || t.Handler.Binding != nil && t.Handler.Binding.KeepsResult {
		return
	}
	switch x.Convey {
	case outcome.ConveyError, outcome.ConveyToolError, outcome.ConveyProtocol:
	default:
		return
	}
	if !pass.Outcome.BuiltResult(x) {
		return
	}
	pass.Report(x.Pos, nil, "tool %s: the result is lost, because an error is returned with it; return one of the two", t.Label())
}

// nothing reports an exit without result and error where that is a failure.
func nothing(pass *rule.Pass, t *outcome.Target, x *outcome.Exit) {
	b := t.Handler.Binding
	if b == nil || !b.NilIsProtocol || x.Fn != t.Handler.Fn || x.Convey != outcome.ConveyResult || x.Result == nil || !x.Result.IsNil() || x.Err == nil || !x.Err.IsNil() || x.Deferred {
		return
	}
	pass.Report(x.Pos, nil, "tool %s: no result and no error become a protocol error; return a result that says what happened", t.Label())
}

// verbs reports %w in a text that is formatted without wrapping.
func verbs(pass *rule.Pass, t *outcome.Target, x *outcome.Exit) {
	if x.Message == nil {
		return
	}
	for _, p := range x.Message.Parts {
		if p.Unwrapped && p.Pos.IsValid() && !p.Away {
			pass.Report(p.Pos, nil, "tool %s: %%w only wraps in fmt.Errorf; here the model reads the error's memory layout", t.Label())
		}
	}
}

// zeroOutput reports wrappers that answer with an error result beside a
// structured output, which the SDK then sends as data.
func zeroOutput(pass *rule.Pass) {
	for _, w := range pass.Registry.Wrappers() {
		fn := pass.Flow.Func(w.ID)
		if fn == nil {
			continue
		}
		for _, x := range pass.Outcome.WrapperExits(fn) {
			if x.SendsOutput {
				pass.Report(x.Pos, nil, "the error result is sent with a structured output, a zero value that reads like data; return the error instead")
			}
		}
	}
}
