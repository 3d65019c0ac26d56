package errlevel

import (
	_ "embed"
	"slices"

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
	var all []raise
	for _, f := range pass.Outcome.Reach.Frames {
		for _, r := range pass.Outcome.Raises(f) {
			if r.Tool && r.Level != known.NoLevel && r.Verdict.Explicit {
				all = append(all, raise{f, r})
			}
		}
	}
	raised(pass, all)
	twoLevels(pass, all)
	masked(pass)
	for _, f := range pass.Outcome.Reach.Frames {
		logged(pass, f)
	}
}

// A raise is an error with a level, made for a failure that can be told.
type raise struct {
	frame *outcome.Frame
	outcome.Raised
}

// raised reports the errors with a level that are made at the wrong one: where
// they are raised, or in the helper that makes them for all.
func raised(pass *rule.Pass, all []raise) {
	for i, r := range all {
		want, why := fitting(r)
		if want == known.NoLevel {
			continue
		}
		pos, names := r.Pos, r.frame.Names()
		if r.Helper != nil {
			raisers, first := alike(all, r, want)
			if first != i {
				continue
			}
			pos, names = r.At, raisers
		}
		fix := repair.Level(pass, pos, r.Verdict.Class)
		if r.Verdict.Class == known.Cancelled {
			fix = nil
		}
		pass.Report(pos, fix, "%s: "+why, rule.Tools(names), r.Verdict.Why, r.Level)
	}
}

// fitting is the level that an error should have, with what to say of the one
// that it has, or NoLevel if that is right.
func fitting(r raise) (want known.Level, why string) {
	class := r.Verdict.Class
	if class == known.Cancelled {
		if r.Level >= known.Warn {
			return known.Debug, "a cancelled call is not a failure of the server (%s), yet its level is %s; return the cancellation as it is"
		}
		return known.NoLevel, ""
	}
	switch outcome.OutcomeOf(class) {
	case outcome.Correct, outcome.Stale:
		if r.Level != known.Info {
			return known.Info, "only the model has to act here (%s), yet the error's level is %s; make it INFO"
		}
	case outcome.Broken:
		switch {
		case class == known.Heals && r.Level != known.Warn:
			return known.Warn, "this heals itself (%s), yet the error's level is %s; make it WARN"
		case class == known.Fault && r.Level < known.Warn:
			return known.Error, "an operator has to act here (%s), yet the error's level is %s; make it ERROR"
		}
	}
	return known.NoLevel, ""
}

// alike lists the tools of all that raise what one helper makes, and the first
// of them; those that want another level keep each to itself.
func alike(all []raise, r raise, want known.Level) (names []string, first int) {
	first = -1
	for i, other := range all {
		if other.Helper != r.Helper {
			continue
		}
		if w, _ := fitting(other); w != want {
			continue
		}
		if first < 0 {
			first = i
		}
		for _, n := range other.frame.Names() {
			if !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	slices.Sort(names)
	return names, first
}

// twoLevels reports a fault of one kind that most raise at one level and some at
// another.
func twoLevels(pass *rule.Pass, all []raise) {
	levels := map[string]map[known.Level]int{}
	for _, r := range all {
		if !r.Verdict.Named || r.Verdict.Class != known.Fault {
			continue
		}
		if levels[r.Verdict.Why] == nil {
			levels[r.Verdict.Why] = map[known.Level]int{}
		}
		levels[r.Verdict.Why][r.Level]++
	}
	for _, r := range all {
		n := levels[r.Verdict.Why]
		if r.Level != known.Warn || n[known.Error] < max(n[known.Warn], 1) || r.Verdict.Class != known.Fault || !r.Verdict.Named {
			continue
		}
		pass.Report(r.Pos, repair.Level(pass, r.Pos, known.Fault), "%s: this fault (%s) is WARN here and ERROR elsewhere; give one class of failure one level", rule.Tools(r.frame.Names()), r.Verdict.Why)
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
