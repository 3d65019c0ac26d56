package emptyresult

import (
	_ "embed"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/repair"
	"github.com/toolvet/toolvet/analyzer/rule"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

//go:embed doc.go
var doc string

// New is the analyzer.
func New(outcomes *analysis.Analyzer, tests bool) *analysis.Analyzer {
	return rule.New("emptyresult", doc, outcomes, tests, run)
}

// near is how far from a handler, in calls, a function of another package is
// taken to answer the model.
const near = 1

func run(pass *rule.Pass) {
	for _, f := range pass.Outcome.Reach.Frames {
		if w := pass.Registry.Wrapper(flow.FuncID(f.Fn)); w != nil && f.Handler == nil {
			continue
		}
		if f.Elsewhere && pass.Registry.Distance(flow.FuncID(f.Fn)) > near {
			continue // what nothing means here, the callers between know better
		}
		readLate(pass, f)
		if optional(pass, f) {
			continue
		}
		reported := exits(pass, f)
		loops(pass, f)
		blanks(pass, f, reported)
	}
}

// optional reports whether all callers of a function go on without what it
// brings when it fails: it is for them to answer for it.
func optional(pass *rule.Pass, f *outcome.Frame) bool {
	index := flow.ErrIndex(f.Fn.Signature)
	if index < 0 || f.Handler != nil || f.Elsewhere {
		return false // a handler's in another package, whose calls are not in sight
	}
	calls := 0
	for _, caller := range pass.Outcome.Reach.Frames {
		for _, site := range pass.Outcome.CallsOf(caller, f.Fn) {
			c, ok := site.(*ssa.Call)
			if !ok {
				return false
			}
			calls++
			var err ssa.Value = c
			if f.Fn.Signature.Results().Len() > 1 {
				x := extracted(c, index)
				if x == nil {
					continue // blank
				}
				err = x
			}
			if len(*err.Referrers()) > 0 && lost(pass, caller, err) == nil {
				return false
			}
		}
	}
	return calls > 0
}

// exits reports successful answers of a function that hide an error, and lists
// those errors.
func exits(pass *rule.Pass, f *outcome.Frame) map[ssa.Value]bool {
	reported := map[ssa.Value]bool{}
	errIndex := flow.ErrIndex(f.Fn.Signature)
	results := f.Fn.Signature.Results()
	if results.Len() == 0 || errIndex < 0 && !answersAlone(pass.Flow.SDKs, f) {
		return reported
	}
	if f.Elsewhere && !listsFirst(results) {
		return reported // of another package's function only an empty list is sure to mean nothing found
	}
	for _, x := range pass.Flow.Exits(f.Fn) {
		if x.Deferred || errIndex >= 0 && (errIndex >= len(x.Results) || !pass.Outcome.NoError(x.Results[errIndex]) && !rendered(pass.Flow.SDKs, x, errIndex)) {
			continue
		}
		v := pass.Outcome.VerdictOf(f, x, nil)
		if v.Err == nil {
			v.Err = failedOrEmpty(pass, f, x)
		}
		if v.Err == nil || v.Named && v.Class&known.Broken == 0 || v.Class&known.Correctable != 0 && !v.Mixed || v.Class == known.Cancelled {
			continue
		}
		if pass.Outcome.HandledError(v.Err, x) || !worthReturning(pass, v.Err) || f.Elsewhere && readsFile(v.Err) {
			continue
		}
		if !hollow(pass, x, v.Err, errIndex, results) || errIndex < 0 && onlyInMessages(pass, f) || toldApart(pass, f, v.Err, x) {
			continue
		}
		pass.Report(x.Pos(), repair.ReturnError(pass, x.Pos()), "%s: an error of %s ends in an empty answer, so an outage looks like nothing found; return the error", rule.Tools(f.Names()), outcome.CalleeName(v.Err))
		reported[v.Err.Value()] = true
	}
	return reported
}

// rendered reports whether the error of an exit is that of making a result out
// of the answer, and nothing else's.
func rendered(sdks *sdk.Table, x *flow.Exit, errIndex int) bool {
	call := x.Results[errIndex].CallOf()
	return call != nil && x.Results[errIndex].Op == flow.Extract && registry.BuildsResult(sdks, call.Str)
}

// toldApart reports whether an error that is not nil cannot come to an exit: it
// has been told apart before, in a way that the last test does not show.
func toldApart(pass *rule.Pass, f *outcome.Frame, err *flow.Term, x *flow.Exit) bool {
	v := err.Value()
	if v == nil || x.Return() == nil {
		return false
	}
	if def, ok := v.(ssa.Instruction); !ok || def.Parent() != f.Fn {
		return false
	}
	l := lost(pass, f, v)
	return l == nil || !returns(l, x.Return())
}

// readsFile reports whether an error is that of reading a file of the server's
// own: one that need not be there, as often as not.
func readsFile(err *flow.Term) bool {
	call := err.CallOf()
	return call != nil && flow.PackageOf(call.Str) == "os"
}

func listsFirst(results *types.Tuple) bool {
	switch results.At(0).Type().Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	}
	return false
}

// failedOrEmpty is the error of a look-up whose failure and whose finding
// nothing lead to the same exit: err != nil || len(list) == 0.
func failedOrEmpty(pass *rule.Pass, f *outcome.Frame, x *flow.Exit) *flow.Term {
	var failed *flow.Term
	for _, p := range x.Paths {
		for _, c := range p {
			if t, isNil := outcome.NilTest(c); t != nil && !isNil && t.CallOf() != nil && flow.IsError(t.Type()) {
				failed = t
			}
		}
	}
	if failed == nil || failed.Op != flow.Extract || pass.Outcome.MayBeAbsent(f, failed) {
		return nil
	}
	for _, p := range x.Paths {
		covered := false
		for _, c := range p {
			if t, isNil := outcome.NilTest(c); t != nil && !isNil && flow.Equal(t, failed) {
				covered = true
			}
			covered = covered || emptiness(c, failed.Args[0]) || notFound(c, failed.Args[0])
		}
		if !covered {
			return nil
		}
	}
	return failed
}

// notFound reports whether a condition is that another result of a call, which
// says whether it found something, is false.
func notFound(c flow.Cond, call *flow.Term) bool {
	t := c.Term
	return c.Neg && t.Op == flow.Extract && flow.Equal(t.Args[0], call)
}

// onlyInMessages reports whether what a function returns is part of failures
// alone: a list of what there is, in the text of an error, may well be empty.
func onlyInMessages(pass *rule.Pass, f *outcome.Frame) bool {
	inFailure := false
	for _, caller := range pass.Outcome.Reach.Frames {
		calls := pass.Outcome.CallsOf(caller, f.Fn)
		if len(calls) == 0 {
			continue
		}
		index := flow.ErrIndex(caller.Fn.Signature)
		for _, x := range pass.Flow.Exits(caller.Fn) {
			for i, r := range x.Results {
				for _, c := range calls {
					t := pass.Flow.CallTerm(c)
					if !r.Has(func(s *flow.Term) bool { return flow.Equal(s, t) }) {
						continue
					}
					if i != index && (index < 0 || pass.Outcome.NoError(x.Results[index])) {
						return false
					}
					inFailure = true
				}
			}
		}
	}
	return inFailure
}

// answersAlone reports whether a function without an error result answers with
// a list, a text or a tool result: an empty one is all it can say.
func answersAlone(sdks *sdk.Table, f *outcome.Frame) bool {
	t := f.Fn.Signature.Results().At(0).Type()
	if registry.IsToolResult(sdks, t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return f.Fn.Signature.Results().Len() == 1
	case *types.Basic:
		return u.Info()&types.IsString != 0 && f.Fn.Signature.Results().Len() == 1
	}
	return false
}

// worthReturning reports whether an error is one that a caller should hear of:
// not that of a conversion, a clean-up or a probe.
func worthReturning(pass *rule.Pass, err *flow.Term) bool {
	call := err.CallOf()
	if call == nil {
		return true
	}
	if call.Str == "" {
		return true
	}
	if known.FaultSource(call.Str) || known.Pure(call.Str) || known.ParsesText(call.Str) || pass.Outcome.Computes(call) {
		return false
	}
	if strings.HasPrefix(call.Str, "(embed.FS).") {
		return false // it is compiled in: what fails is only what is not there
	}
	switch flow.NameOf(call.Str) {
	case "Close", "Remove", "RemoveAll", "Stat", "Lstat", "Sync", "Flush", "Rollback", "Unlock", "Kill", "Shutdown":
		return false
	}
	return true
}

// hollow reports whether what an exit answers is empty, zero, or the same
// whatever was asked.
func hollow(pass *rule.Pass, x *flow.Exit, failed *flow.Term, errIndex int, results *types.Tuple) bool {
	any := false
	for i, r := range x.Results {
		if i == errIndex {
			continue
		}
		t := results.At(i).Type()
		if registry.IsToolResult(pass.Flow.SDKs, t) {
			switch toolResult(pass, x, r, failed) {
			case full:
				return false
			case empty:
				any = true
			}
			continue
		}
		if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
			return false // an answer in itself: does it exist?
		}
		if text, ok := r.Text(); ok && errIndex < 0 && results.Len() == 1 && strings.TrimSpace(text) == "" {
			return false // of a function that makes a part of a text, as good as any
		}
		if !isEmpty(pass, r, 0) {
			return false
		}
		any = true
	}
	return any
}

type fullness uint8

const (
	none fullness = iota // nil: the answer is elsewhere
	empty
	full
)

// toolResult tells whether a tool result says something of what was asked.
func toolResult(pass *rule.Pass, x *flow.Exit, r, failed *flow.Term) fullness {
	if r.IsNil() {
		return none
	}
	text, isError, known := pass.Outcome.ResultText(r)
	if isError {
		return full
	}
	if madeOfNothing(pass, r) || madeOfFailure(pass.Flow.SDKs, r, failed) {
		return empty // constants, and what the failed call returned beside its error
	}
	if !known {
		return full
	}
	if outcome.SaysFailure(text) && !outcome.SaysNothingFound(text) {
		return full // says that something failed: another rule's
	}
	if strings.Contains(text, "\x00") && !outcome.SaysNothingFound(text) {
		return full
	}
	return empty
}

// isEmpty reports whether a value is nil, zero, or a literal without content.
func isEmpty(pass *rule.Pass, t *flow.Term, depth int) bool {
	if depth > 6 {
		return false
	}
	switch t.Op {
	case flow.Const:
		if s, ok := t.Text(); ok {
			return s == "" || s == "[]" || s == "{}" || s == "null" || outcome.SaysNothingFound(s)
		}
		return t.IsNil() || t.Str == "0" || t.Str == "false"
	case flow.List:
		return len(t.Args) == 0
	case flow.Map:
		return len(t.Args) == 0 || emptyEntries(pass, t, depth)
	case flow.Struct:
		if outcome.Declares(t.Type()) && len(t.Args) > 0 {
			return false
		}
		for i, a := range t.Args {
			if declaresIncomplete(t.Keys[i]) && !isEmpty(pass, a, depth+1) {
				return false
			}
			if !isEmpty(pass, a, depth+1) && !isConst(a) && a.Op != flow.Param {
				return false
			}
		}
		// A literal of constants, beside at least one list that is empty.
		return len(t.Args) == 0 || hasEmpty(pass, t, depth)
	}
	return false
}

// emptyEntries reports whether all that is in a map is empty lists.
func emptyEntries(pass *rule.Pass, t *flow.Term, depth int) bool {
	for i := 1; i < len(t.Args); i += 2 {
		if t.Args[i].Op == flow.Const && !t.Args[i].IsNil() || declaresIncomplete(constText(t.Args[i-1])) || !isEmpty(pass, t.Args[i], depth+1) {
			return false
		}
	}
	return true
}

func constText(t *flow.Term) string {
	s, _ := t.Text()
	return s
}

// madeOfNothing reports whether a result has no content, or is rendered from
// nothing but empty values.
func madeOfNothing(pass *rule.Pass, r *flow.Term) bool {
	call := r.CallOf()
	switch {
	case r.Op == flow.Struct:
		return len(r.Keys) == 0
	case call == nil || !registry.BuildsResult(pass.Flow.SDKs, call.Str):
		return false
	}
	for _, a := range call.Args {
		if _, isText := a.Text(); isText || !isEmpty(pass, a, 0) {
			return false
		}
	}
	return len(call.Args) > 0
}

func hasEmpty(pass *rule.Pass, t *flow.Term, depth int) bool {
	for _, a := range t.Args {
		if isEmpty(pass, a, depth+1) {
			return true
		}
	}
	return false
}

func isConst(t *flow.Term) bool { return t.Op == flow.Const }

// declaresIncomplete reports whether a field of an answer is there to say that
// something is missing from it.
func declaresIncomplete(field string) bool {
	n := strings.ToLower(field)
	for _, w := range []string{"error", "warning", "incomplete", "partial", "truncated", "skipped", "failed", "unavailable", "degraded", "status", "note", "message", "reason"} {
		if strings.Contains(n, w) {
			return true
		}
	}
	return false
}

// madeOfFailure reports whether a result says nothing but constants and what a
// failed call returned beside its error.
func madeOfFailure(sdks *sdk.Table, t, failed *flow.Term) bool {
	call := failed.CallOf()
	if call == nil {
		return false
	}
	used := false
	var made func(t *flow.Term, depth int) bool
	made = func(t *flow.Term, depth int) bool {
		if depth > 12 {
			return false
		}
		if t.Op == flow.Extract && flow.Equal(t.Args[0], call) {
			used = true
			return true
		}
		switch t.Op {
		case flow.Const:
			return true
		case flow.Call, flow.Extract:
			c := t.CallOf()
			if _, shows := known.Shows(c.Str); !shows && !shownBySDK(sdks, c) {
				return false
			}
			t = c
		case flow.Struct, flow.List, flow.Map, flow.Bin:
		default:
			return false
		}
		for _, a := range t.Args {
			if !made(a, depth+1) {
				return false
			}
		}
		return true
	}
	return made(t, 0) && used
}
