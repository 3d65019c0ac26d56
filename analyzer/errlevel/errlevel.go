package errlevel

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/repair"
	"github.com/toolvet/toolvet/analyzer/rule"
)

//go:embed doc.go
var doc string

// New is the analyzer.
func New(outcomes *analysis.Analyzer, tests bool) *analysis.Analyzer {
	return rule.New("errlevel", doc, outcomes, tests, run)
}

func run(pass *rule.Pass) {
	for _, f := range pass.Outcome.Reach.Frames {
		raised(pass, f)
	}
	masked(pass)
	for _, f := range pass.Outcome.Reach.Frames {
		logged(pass, f)
	}
}

// raised reports the errors with a level that a function makes at the wrong
// one.
func raised(pass *rule.Pass, f *outcome.Frame) {
	for _, r := range pass.Outcome.Raises(f) {
		if !r.Tool || r.Level == known.NoLevel || !r.Verdict.Explicit {
			continue
		}
		class := r.Verdict.Class
		if class == known.Cancelled {
			if r.Level >= known.Warn {
				pass.Report(r.Pos, nil, "%s: a cancelled call is not a failure of the server, yet its level is %s (%s); return the cancellation as it is", rule.Tools(f.Names()), r.Level, r.Verdict.Why)
			}
			continue
		}
		switch outcome.OutcomeOf(class) {
		case outcome.Correct, outcome.Stale:
			if r.Level != known.Info {
				pass.Report(r.Pos, repair.Level(pass, r.Pos, class), "%s: only the model has to act here (%s), yet the error's level is %s; make it INFO", rule.Tools(f.Names()), r.Verdict.Why, r.Level)
			}
		case outcome.Broken:
			switch {
			case class == known.Heals && r.Level != known.Warn:
				pass.Report(r.Pos, repair.Level(pass, r.Pos, class), "%s: this heals itself (%s), yet the error's level is %s; make it WARN", rule.Tools(f.Names()), r.Verdict.Why, r.Level)
			case class == known.Fault && r.Level < known.Warn:
				pass.Report(r.Pos, repair.Level(pass, r.Pos, class), "%s: an operator has to act here (%s), yet the error's level is %s; make it ERROR", rule.Tools(f.Names()), r.Verdict.Why, r.Level)
			}
		}
	}
}

// masked reports plain errors that a boundary will replace although the model
// could correct them.
func masked(pass *rule.Pass) {
	for _, t := range pass.Outcome.Targets {
		if !pass.Outcome.Fate(t).Masked {
			continue
		}
		for _, x := range pass.Outcome.Exits(t) {
			if x.Convey != outcome.ConveyError || !x.Verdict.Explicit || x.Fn == nil || !pass.Outcome.MadePlain(x) {
				continue
			}
			switch x.Outcome() {
			case outcome.Correct, outcome.Stale:
				pass.Report(pass.Outcome.ErrPos(x), repair.Masked(pass, x), "tool %s: the model can act on this (%s), but the boundary replaces a plain error by its fixed text and logs an ERROR; return an error made for the model, at INFO", t.Label(), x.Verdict.Why)
			}
		}
	}
}
