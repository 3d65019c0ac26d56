package classify

import (
	_ "embed"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/rule"
)

//go:embed doc.go
var doc string

// New is the analyzer.
func New(outcomes *analysis.Analyzer, tests bool) *analysis.Analyzer {
	return rule.New("classify", doc, outcomes, tests, run)
}

func run(pass *rule.Pass) {
	for _, t := range pass.Outcome.Targets {
		mixed(pass, t)
		for _, x := range pass.Outcome.Exits(t) {
			claims(pass, t, x)
		}
	}
	for _, f := range pass.Outcome.Reach.Frames {
		if w := pass.Registry.Wrapper(flow.FuncID(f.Fn)); w != nil && f.Handler == nil {
			continue
		}
		words(pass, f)
	}
}

// mixed reports an error of both kinds that a handler hands to its boundary.
func mixed(pass *rule.Pass, t *outcome.Target) {
	if !pass.Outcome.Fate(t).Masked {
		return
	}
	f := pass.Outcome.Reach.Of(t.Handler.Fn)
	index := flow.ErrIndex(t.Handler.Fn.Signature)
	if f == nil || index < 0 {
		return
	}
	for _, x := range pass.Flow.Exits(t.Handler.Fn) {
		if index >= len(x.Results) || pass.Outcome.NoError(x.Results[index]) {
			continue
		}
		err := x.Results[index]
		v := pass.Outcome.VerdictOf(f, x, err)
		if !v.Mixed || v.Named || v.Err == nil || !passesOn(err, v.Err) || pass.Outcome.Shapes(err) {
			continue
		}
		pass.Report(x.Pos(), nil, "tool %s: an error of %s may be the model's to correct or the server's fault, and the boundary answers both alike; tell them apart here", t.Label(), outcome.CalleeName(v.Err))
	}
}

// passesOn reports whether an exit's error is the tested one, or wraps it.
func passesOn(err, tested *flow.Term) bool {
	if flow.Equal(err, tested) {
		return true
	}
	return err.IsCall("fmt.Errorf") && err.Has(func(t *flow.Term) bool { return flow.Equal(t, tested) })
}

// claims reports an answer that says that something does not exist although
// nothing but an error of the look-up is known.
func claims(pass *rule.Pass, t *outcome.Target, x *outcome.Exit) {
	if x.Convey == outcome.ConveyResult || x.Message == nil || x.Fn == nil || x.Verdict.Err == nil || x.Verdict.Named || x.Verdict.Explicit || x.Verdict.Class&known.Correctable != 0 {
		return
	}
	call := x.Verdict.Err.CallOf()
	if call == nil || known.Pure(call.Str) || !asksElsewhere(call) || ownInterface(pass, call) || answerTested(x, call) {
		return
	}
	text := strings.ToLower(x.Message.Literal())
	for _, w := range []string{"not found", "does not exist", "doesn't exist", "no such "} {
		if i := strings.Index(text, w); i >= 0 {
			pos := x.Pos
			if n := len(x.Chain); n > 0 && x.Message.Parts[0].Pos.IsValid() {
				pos = x.Message.Parts[0].Pos
			}
			pass.Report(pos, nil, "tool %s: any error of %s is answered with %q; say so only for the error that means it, and return the others", t.Label(), outcome.CalleeName(x.Verdict.Err), strings.TrimSpace(w))
			return
		}
	}
}

// ownInterface reports whether a call goes through an interface of the program
// itself: what is behind it may know of no other failure.
func ownInterface(pass *rule.Pass, call *flow.Term) bool {
	return call.Invoke() && pass.Registry.SameProgram(flow.PackageOf(call.Str))
}

// answerTested reports whether every way to an exit looks at what came with the
// error, such as the status of a response, or at what the error is not: what is
// left may well mean what the answer says.
func answerTested(x *outcome.Exit, call *flow.Term) bool {
	for _, p := range x.Paths {
		tested := false
		for _, c := range p {
			if t, _ := outcome.NilTest(c); t != nil {
				continue
			}
			tested = tested || c.Term.Has(func(t *flow.Term) bool { return flow.Equal(t, call) })
		}
		if !tested {
			return false
		}
	}
	return len(x.Paths) > 0
}

// asksElsewhere reports whether a call leaves the process: it is given a
// context, or is a method of something that is not a plain value.
func asksElsewhere(call *flow.Term) bool {
	if call.Invoke() || strings.HasPrefix(call.Str, "(") {
		return true
	}
	for _, a := range call.Args {
		if a.Type() != nil && flow.NamedID(a.Type()) == "context.Context" {
			return true
		}
	}
	switch flow.PackageOf(call.Str) {
	case "os", "net", "net/http", "os/exec":
		return true
	}
	return false
}
