package outcome

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
)

// SaysFailure reports whether a text says that something failed.
func SaysFailure(text string) bool {
	t := strings.ToLower(text)
	if StartsWithFailure(text) {
		return true
	}
	for _, w := range failureWords {
		if strings.Contains(t, w) {
			return true
		}
	}
	return false
}

var failureWords = []string{"error:", "failed to ", "could not ", "couldn't ", "cannot ", "can't ", "unable to ", "is required", "missing required", "invalid ", "not available", "not configured", "is not supported", "permission denied"}

// StartsWithFailure reports whether a text begins by saying that something
// failed.
func StartsWithFailure(text string) bool {
	t := strings.ToLower(strings.TrimLeft(text, " \t\n❌⚠️*_#"))
	for _, w := range []string{"error", "failed to", "failure", "could not", "couldn't", "unable to", "missing required", "invalid "} {
		rest, ok := strings.CutPrefix(t, w)
		if !ok {
			continue
		}
		if w == "error" {
			// "Errors found: 0" is a report, "Error log for …" a title.
			return rest == "" || rest[0] == ':' || rest[0] == '!' || strings.HasPrefix(rest, " ") && (strings.Contains(rest, "ing ") || strings.Contains(rest, "occurred") || strings.Contains(rest, ":"))
		}
		return true
	}
	return false
}

// SaysNothingFound reports whether a text says that there is nothing.
func SaysNothingFound(text string) bool {
	t := strings.ToLower(strings.TrimSpace(text))
	if t == "" || t == "[]" || t == "{}" || t == "null" || t == "none" || t == "n/a" {
		return true
	}
	for _, w := range []string{"no results", "no result", "nothing found", "not found", "no matches", "no match", "no data", "no items", "no records", "no entries", "none found", "no matching", "0 results", "(none)", "empty"} {
		if strings.Contains(t, w) {
			return true
		}
	}
	return strings.HasPrefix(t, "no ") && (strings.Contains(t, "found") || strings.Contains(t, "available"))
}

// SaysIncomplete reports whether a text says that something may be missing from
// an answer.
func SaysIncomplete(text string) bool {
	t := strings.ToLower(text)
	for _, w := range []string{"incomplete", "partial result", "may be missing", "were skipped", "was skipped", "not all "} {
		if strings.Contains(t, w) {
			return true
		}
	}
	return false
}

// SaysSwitchedOff reports whether a text says that whoever runs the server has
// left something off.
func SaysSwitchedOff(text string) bool {
	t := strings.ToLower(text)
	for _, w := range []string{"disabled", "not enabled", "to enable", "is off", "turned off", "read-only mode", "readonly mode"} {
		if strings.Contains(t, w) {
			return true
		}
	}
	return false
}

// NilTest reads a condition that compares a term with nil.
func NilTest(c flow.Cond) (t *flow.Term, isNil bool) { return nilTest(c) }

// CalleeName is the function whose result a term is, for messages.
func CalleeName(t *flow.Term) string { return describeCall(t) }

// ResultText is the literal text of a tool result, with a NUL for each value in
// it.
func (r *Result) ResultText(t *flow.Term) (text string, isError, known bool) {
	info := r.judge.resultInfo(t, token.NoPos)
	if !info.known && !info.isError {
		if reduced := r.Flow.Reduce(t); reduced != t {
			info = r.judge.resultInfo(reduced, token.NoPos)
		}
	}
	m := Message{Parts: info.parts}
	return m.Literal(), info.isError || info.maybe, info.known
}

// HandledError reports whether an exit's results carry the error, or what was
// made of it.
func (r *Result) HandledError(err *flow.Term, x *flow.Exit) bool {
	for _, res := range x.Results {
		if res.Has(func(t *flow.Term) bool { return flow.Equal(t, err) }) {
			return true
		}
	}
	return false
}

// AbsentOnly reports whether all that an error can say is that there is no such
// item.
func (r *Result) AbsentOnly(f *Frame, err *flow.Term) bool {
	r.judge.begin(f)
	cases := r.judge.errCases(err)
	for _, c := range cases {
		if c.class == 0 || c.class&known.Correctable != c.class {
			return false
		}
	}
	return len(cases) > 0
}

// MayBeAbsent reports whether an error can say, among other things, that there
// is no such item, or that it is not to be had: skipping such an item is what
// the tool is for.
func (r *Result) MayBeAbsent(f *Frame, err *flow.Term) bool {
	r.judge.begin(f)
	for _, c := range r.judge.errCases(err) {
		if c.class&known.Correctable != 0 {
			return true
		}
	}
	return false
}

// ReadsArguments reports whether a call reads or decodes the arguments of the
// model's call.
func (r *Result) ReadsArguments(call *flow.Term) bool {
	if r.judge.accessors[call.Str] != nil {
		return true
	}
	_, ok := r.judge.argCall(call, 0, 0)
	return ok
}

// LogsAt reports whether the call with its left parenthesis at a position logs.
func (r *Result) LogsAt(lparen token.Pos) bool {
	if r.logsAt == nil {
		r.logsAt = map[token.Pos]bool{}
		for _, fn := range r.Flow.Funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if c, ok := instr.(ssa.CallInstruction); ok && r.IsLog(c) {
						r.logsAt[c.Pos()] = true
					}
				}
			}
		}
	}
	return r.logsAt[lparen]
}
