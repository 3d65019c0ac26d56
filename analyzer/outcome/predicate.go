package outcome

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/registry"
)

// callClue reads a function that answers yes or no.
func (j *judge) callClue(t *flow.Term, neg, nearest bool, depth int) *clue {
	if depth > maxErrDepth {
		return nil
	}
	switch t.Str {
	case "errors.Is":
		if neg || len(t.Args) != 2 {
			return nil
		}
		return &clue{class: j.ownFile(j.targetClass(t.Args[1]), t.Args[0]), err: t.Args[0], why: "the error is " + nameOf(t.Args[1])}
	case "errors.As":
		if neg || len(t.Args) != 2 {
			return nil
		}
		return &clue{class: j.typedError(t.Args[1]).class, err: t.Args[0], why: "the error is a " + shortType(t.Args[1].TypeName())}
	case "strings.Contains", "strings.HasPrefix", "strings.HasSuffix", "strings.EqualFold":
		if e := errorText(t.Args[0]); e != nil && !neg {
			word, _ := registry.Fold(j.f, t.Args[1])
			return &clue{class: wordClass(word), err: e, why: "its text has " + word}
		}
	}
	if c := known.Predicate(t.Str); c != 0 {
		if neg {
			return nil
		}
		err := firstError(t.Args)
		return &clue{class: j.ownFile(c, err), err: err, why: shortID(t.Str)}
	}
	// A predicate of the program: look inside.
	if exits, ok := j.f.Expand(t); ok {
		if c := j.predicate(exits, neg, nearest, depth); c != nil {
			if c.err == nil {
				c.err = firstError(t.Args)
			}
			if c.why == "" || c.err != nil {
				c.why = shortID(t.Str)
			}
			return c
		}
	}
	if e := firstError(t.Args); e != nil {
		if neg {
			return nil
		}
		if c := known.ByName(flow.NameOf(t.Str)); c != 0 {
			return &clue{class: c, err: e, why: shortID(t.Str)}
		}
		return nil
	}
	if known.Pure(t.Str) || j.pureOwn(t) {
		for _, a := range t.Args {
			if name, ok := j.argument(a); ok {
				if neg && !nearest {
					return nil
				}
				return argClue(name)
			}
		}
	}
	return nil
}

// ownFile is the class of an error given that of a test which it passes: to be
// kept from a file that the model has not named is the server's fault.
func (j *judge) ownFile(c known.Class, err *flow.Term) known.Class {
	if c != known.Refused || err == nil {
		return c
	}
	if call := err.CallOf(); call != nil && flow.PackageOf(call.Str) == "os" && !j.callTakesArgument(call) {
		return known.Fault
	}
	return c
}

// Asks is the class of error that a call asks for when its answer is yes, or 0.
func (r *Result) Asks(f *Frame, c *ssa.Call) known.Class {
	r.judge.begin(f)
	if found := r.judge.callClue(r.Flow.CallTerm(c), false, true, 0); found != nil && found.err != nil {
		return found.class
	}
	return 0
}

// pureOwn reports whether a predicate of the program's own computes from its
// arguments alone.
func (j *judge) pureOwn(t *flow.Term) bool {
	exits := j.f.Summary(t)
	if len(exits) == 0 {
		return false
	}
	pure := func(t *flow.Term) bool {
		return !t.Has(func(t *flow.Term) bool {
			return t.Op == flow.Call && !known.Pure(t.Str) && j.accessors[t.Str] == nil && !j.pureCall(t)
		})
	}
	for _, x := range exits {
		for _, r := range x.Results {
			if !pure(r) {
				return false
			}
		}
		for _, p := range x.Paths {
			for _, c := range p {
				if !pure(c.Term) {
					return false
				}
			}
		}
	}
	return true
}

// pureCall reports whether a call within a predicate is of another function
// that only computes.
func (j *judge) pureCall(t *flow.Term) bool {
	if j.nested > 6 {
		return false
	}
	j.nested++
	defer func() { j.nested-- }()
	return j.pureOwn(t)
}

// predicate is what the answer of a predicate tells: what the ways to that
// answer have in common.
func (j *judge) predicate(exits []*flow.Exit, neg, nearest bool, depth int) *clue {
	var found *clue
	for _, x := range exits {
		if len(x.Results) == 0 {
			return nil
		}
		res := x.Results[0]
		var c *clue
		if v, ok := res.Bool(); ok {
			if v == neg {
				continue // not the answer on this path
			}
			c = j.pathsClue(x.Paths, depth)
		} else {
			c = j.clue(flow.Cond{Term: res, Neg: neg}, nearest, depth+1)
		}
		if c == nil || c.bare {
			return nil
		}
		if found != nil {
			if OutcomeOf(found.class) != OutcomeOf(c.class) {
				return nil
			}
			c.class |= found.class
		}
		found = c
	}
	return found
}

// pathsClue is what all paths to an answer say.
func (j *judge) pathsClue(paths []flow.Path, depth int) *clue {
	var found *clue
	for _, p := range paths {
		var here *clue
		for i := len(p) - 1; i >= 0 && here == nil; i-- {
			if c := j.clue(p[i], i == len(p)-1, depth+1); c != nil && !c.bare {
				here = c
			}
		}
		if here == nil {
			return nil
		}
		if found != nil && OutcomeOf(found.class) != OutcomeOf(here.class) {
			return nil
		}
		found = here
	}
	return found
}

// targetClass is the class of the second operand of errors.Is.
func (j *judge) targetClass(t *flow.Term) known.Class {
	if t.Op == flow.Global {
		return j.sentinel(t).class
	}
	var u known.Class
	for _, c := range j.errCases(t) {
		u |= c.class
	}
	return u
}

func nameOf(t *flow.Term) string {
	if t.Op == flow.Global {
		return shortID(t.Str)
	}
	return t.String()
}

func shortType(name string) string {
	name = strings.TrimLeft(name, "*")
	return name[strings.LastIndexByte(name, '/')+1:]
}

// errorText is the error whose text a term is, through changes of case.
func errorText(t *flow.Term) *flow.Term {
	for t.Op == flow.Call && len(t.Args) == 1 && strings.HasPrefix(t.Str, "strings.") {
		t = t.Args[0]
	}
	if t.Op == flow.Call && flow.NameOf(t.Str) == "Error" && len(t.Args) == 1 {
		return t.Args[0]
	}
	return nil
}

func firstError(ts []*flow.Term) *flow.Term {
	for _, t := range ts {
		if isErrorTerm(t) {
			return t
		}
	}
	return nil
}

// wordClass reads the class out of the words that an error's text is searched
// for.
func wordClass(words string) known.Class {
	w := strings.ToLower(words)
	switch {
	case strings.Contains(w, "no such"), strings.Contains(w, "not found"), strings.Contains(w, "404"), strings.Contains(w, "does not exist"), strings.Contains(w, "doesn't exist"):
		return known.Absent
	case strings.Contains(w, "409"), strings.Contains(w, "conflict"), strings.Contains(w, "412"):
		return known.Stale
	case strings.Contains(w, "429"), strings.Contains(w, "rate limit"), strings.Contains(w, "too many"), strings.Contains(w, "timeout"), strings.Contains(w, "timed out"), strings.Contains(w, "503"):
		return known.Heals
	case strings.Contains(w, "403"), strings.Contains(w, "forbidden"), strings.Contains(w, "permission"), strings.Contains(w, "already exists"):
		return known.Refused
	}
	return known.ByName(words)
}
