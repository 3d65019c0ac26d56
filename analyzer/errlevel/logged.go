package errlevel

import (
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/repair"
	"github.com/toolvet/toolvet/analyzer/rule"
)

// logged reports log calls whose level does not fit what they tell of.
func logged(pass *rule.Pass, f *outcome.Frame) {
	wrapper := f.Handler == nil && pass.Registry.Wrapper(flow.FuncID(f.Fn)) != nil
	for _, l := range pass.Outcome.Logs(f.Fn) {
		if l.Level < known.Warn {
			continue
		}
		block := l.Instr.Block()
		v := pass.Outcome.VerdictAt(f, block)
		if v.Class == 0 && v.Err == nil {
			v = pass.Outcome.VerdictFrom(f, block)
		}
		if wrapper && v.Err != nil {
			continue // what a boundary says of the errors of all
		}
		if v.Explicit && v.Class != 0 && pass.Outcome.OnlyFails(f.Fn, block) {
			verdict(pass, f, l, v)
			continue
		}
		if wrapper {
			continue
		}
		if v.Err == nil && v.Class == 0 && l.Helper == nil {
			helper(pass, f, l)
		}
		if twice(pass, f, l) {
			pass.Report(l.Pos, nil, "%s: the boundary logs this failure too, so it is counted twice; return the error with what there is to say", rule.Tools(f.Names()))
		}
	}
}

func verdict(pass *rule.Pass, f *outcome.Frame, l outcome.LogCall, v outcome.Verdict) {
	switch {
	case v.Class == known.Cancelled:
		pass.Report(l.Pos, repair.Log(pass, l.Pos, known.Debug), "%s: a cancelled call is logged at %s as if the server had failed (%s); log it at DEBUG or not at all", rule.Tools(f.Names()), l.Level, v.Why)
	case v.Class == known.Heals && l.Level == known.Error:
		pass.Report(l.Pos, repair.Log(pass, l.Pos, known.Warn), "%s: this heals itself (%s), yet it is logged at ERROR; log it at WARN", rule.Tools(f.Names()), v.Why)
	case outcome.OutcomeOf(v.Class) == outcome.Correct || outcome.OutcomeOf(v.Class) == outcome.Stale:
		pass.Report(l.Pos, repair.Log(pass, l.Pos, known.Info), "%s: only the model has to act here (%s), yet it is logged at %s; log it at INFO", rule.Tools(f.Names()), v.Why, l.Level)
	}
}

// helper reports a function that builds failures and logs all of them alike,
// if some of those that call it are the model's to correct.
func helper(pass *rule.Pass, f *outcome.Frame, l outcome.LogCall) {
	if f.Handler != nil || !pass.Outcome.BuildsFailures(f.Fn) {
		return
	}
	calls, ours := 0, 0
	why := ""
	for _, caller := range pass.Outcome.Reach.Frames {
		for _, site := range pass.Outcome.CallsOf(caller, f.Fn) {
			calls++
			v := pass.Outcome.VerdictAt(caller, site.Block())
			if !v.Explicit {
				continue
			}
			switch outcome.OutcomeOf(v.Class) {
			case outcome.Correct, outcome.Stale:
				ours++
				why = v.Why
			}
		}
	}
	if ours == 0 {
		return
	}
	pass.Report(l.Pos, nil, "%s: this logs every failure at %s, but %d of its %d callers report what only the model has to act on (%s); let each failure carry its level", rule.Tools(f.Names()), l.Level, ours, calls, why)
}

// twice reports whether a failure that is logged here is returned as a plain
// error to a boundary, which logs it again.
func twice(pass *rule.Pass, f *outcome.Frame, l outcome.LogCall) bool {
	if f.Handler == nil || !pass.Outcome.Fate(f.Handler).Masked || l.Level < known.Error {
		return false
	}
	block := l.Instr.Block()
	v := pass.Outcome.VerdictAt(f, block)
	if v.Err == nil {
		return false
	}
	for _, x := range pass.Outcome.Exits(f.Handler) {
		if x.Fn == f.Fn && x.Block != nil && returnsHere(block, x.Block) && x.Convey == outcome.ConveyError && !x.Maybe {
			return true
		}
	}
	return false
}

func returnsHere(from, to *ssa.BasicBlock) bool { return from == to || from.Dominates(to) }
