package outcome

import (
	"strings"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/registry"
)

// A finding of one condition: what it tells of the outcome.
type clue struct {
	class known.Class
	err   *flow.Term // the error it is about
	bare  bool       // only that the error is not nil
	fine  bool       // that nothing has failed after all
	why   string
	arg   string // the argument it is about
}

// verdict judges an exit by the conditions on its paths. All paths must agree.
func (j *judge) verdict(paths []flow.Path, err *flow.Term, depth int) Verdict {
	if len(paths) == 0 {
		paths = []flow.Path{nil}
	}
	var all Verdict
	for i, p := range paths {
		v := j.pathVerdict(p, err, depth)
		if i == 0 {
			all = v
			continue
		}
		onlyModel := v.Class != 0 && (v.Class|all.Class)&^known.Correctable == 0 // either way it is the model's turn
		if !onlyModel && OutcomeOf(v.Class) != OutcomeOf(all.Class) || v.Class == 0 || all.Class == 0 {
			return Verdict{Err: all.Err, Named: all.Named && v.Named}
		}
		if v.Argument != all.Argument {
			all.Argument = ""
		}
		all.Class |= v.Class
		all.Explicit = all.Explicit && v.Explicit
		all.Named = all.Named && v.Named
		all.Mixed = all.Mixed || v.Mixed
	}
	return all
}

// pathVerdict judges one path, from the nearest condition outwards. What is
// said of an error that is not nil counts before anything said of arguments.
func (j *judge) pathVerdict(p flow.Path, err *flow.Term, depth int) Verdict {
	var bare, other *clue
	for i := len(p) - 1; i >= 0; i-- {
		nearest := i == len(p)-1
		c := j.clue(p[i], nearest, depth)
		if c == nil {
			continue
		}
		switch {
		case c.err != nil && !c.bare:
			return Verdict{Class: c.class, Explicit: c.class != 0, Why: c.why, Err: c.err, Named: true}
		case c.fine:
			return Verdict{}
		case c.err != nil:
			if bare == nil {
				bare = c
			}
		case other == nil:
			other = c
		}
	}
	if bare == nil && err != nil && other != nil && j.comesFromElsewhere(err) {
		// return x, err without a test: the error is not about the argument.
		other = nil
	}
	if bare != nil {
		return j.errVerdict(bare.err, p, depth)
	}
	if other != nil {
		return Verdict{Class: other.class, Explicit: true, Why: other.why, Argument: other.arg}
	}
	if err != nil && !err.IsNil() {
		if name := j.switchedOff(p, err); name != "" {
			return Verdict{Class: known.Refused, Explicit: true, Why: "the feature is off: " + name}
		}
		return j.errVerdict(err, p, depth)
	}
	return Verdict{}
}

// switchedOff is the setting of the server's environment that a path tests, if
// the error made there says that something is not switched on.
func (j *judge) switchedOff(p flow.Path, err *flow.Term) string {
	call := err.CallOf()
	if call == nil || len(call.Args) == 0 || call.Str != "errors.New" && call.Str != "fmt.Errorf" {
		return ""
	}
	text, ok := registry.Fold(j.f, call.Args[0])
	if !ok || !SaysSwitchedOff(text) {
		return ""
	}
	for _, c := range p {
		name := ""
		c.Term.Has(func(t *flow.Term) bool {
			if t.IsCall("os.Getenv") || t.IsCall("os.LookupEnv") {
				name, _ = registry.Fold(j.f, t.Args[0])
			}
			return name != ""
		})
		if name != "" {
			return name
		}
	}
	return ""
}

// comesFromElsewhere reports whether an error is one that a call returned,
// rather than one made on the spot.
func (j *judge) comesFromElsewhere(err *flow.Term) bool {
	call := err.CallOf()
	if call == nil {
		return err.Op != flow.Struct && err.Op != flow.Global
	}
	switch call.Str {
	case "errors.New", "fmt.Errorf":
		return false
	}
	if j.constructor(call) {
		return false
	}
	for _, c := range j.errCases(err) {
		if c.kind == errTool {
			return false
		}
	}
	return true
}

// errVerdict is the class of an error of which a path says only that it is not
// nil: what the callee's own exits say, else a fault by default.
func (j *judge) errVerdict(err *flow.Term, p flow.Path, depth int) Verdict {
	if depth > maxErrDepth {
		return Verdict{Err: err}
	}
	cases := j.cases(err, depth+1)
	var u known.Class
	sure := len(cases) > 0
	correctable, broken := false, false
	written := len(cases) > 0 // by this program, for a reason that is not told
	for _, c := range cases {
		written = written && c.kind == errMade && len(c.wraps) == 0
		if j.excluded(p, err, c) || c.kind == errTool {
			continue // an error made for the model has been told apart already
		}
		u |= c.class
		sure = sure && c.sure && c.class != 0
		if c.class&known.Correctable != 0 {
			correctable = true
		}
		if c.class == 0 || c.class&known.Broken != 0 {
			broken = true
		}
	}
	v := Verdict{Class: u, Err: err, Why: "an error of " + describeCall(err)}
	switch {
	case correctable && broken:
		v.Mixed = true
		v.Class = u | known.Fault
	case u == 0 && written:
		return Verdict{}
	case u == 0:
		v.Class = known.Fault
	default:
		// That a callee can only fail in one way is a fact about it as it is
		// today. What it says of this call's arguments is told by the call
		// itself, and so is a failure that is the server's by nature, or one
		// that a helper writes the text of.
		v.Explicit = sure && (u == known.Argument || u == known.Fault || u == known.Heals || written && u&^known.Correctable == 0)
	}
	return v
}

// excluded reports whether a path rules out one of the errors that a term can
// be: errors.Is said that it is not this one.
func (j *judge) excluded(p flow.Path, err *flow.Term, c errCase) bool {
	for _, cond := range p {
		if !cond.Neg || cond.Term.Op != flow.Call || len(cond.Term.Args) < 2 || !flow.Equal(cond.Term.Args[0], err) {
			continue
		}
		switch cond.Term.Str {
		case "errors.Is":
			if c.term.Op == flow.Global && cond.Term.Args[1].Op == flow.Global && c.term.Str == cond.Term.Args[1].Str {
				return true
			}
			for _, w := range c.wraps {
				if w.term.Op == flow.Global && cond.Term.Args[1].Op == flow.Global && w.term.Str == cond.Term.Args[1].Str {
					return true
				}
			}
		case "errors.As":
			if want := strings.TrimLeft(cond.Term.Args[1].TypeName(), "*"); want != "" && want == strings.TrimLeft(c.term.TypeName(), "*") {
				return true
			}
		}
	}
	return false
}

func describeCall(t *flow.Term) string {
	if c := t.CallOf(); c != nil && c.Str != "" {
		return shortID(c.Str)
	}
	return "another function"
}

// shortID is a function's name with its package's last element.
func shortID(id string) string {
	pkg := flow.PackageOf(id)
	base := pkg[strings.LastIndexByte(pkg, '/')+1:]
	name := flow.NameOf(id)
	if strings.HasPrefix(id, "(") {
		recv, _, _ := strings.Cut(strings.TrimLeft(id, "(*"), ")")
		return recv[strings.LastIndexByte(recv, '/')+1:] + "." + name
	}
	if base == "" {
		return name
	}
	return base + "." + name
}

// clue reads one condition. nearest says that nothing else was tested after it:
// only then does a test that failed tell something.
func (j *judge) clue(c flow.Cond, nearest bool, depth int) *clue {
	t, neg := c.Term, c.Neg
	for t.Op == flow.Not {
		t, neg = t.Args[0], !neg
	}
	switch t.Op {
	case flow.Bin:
		return j.binClue(t, neg, nearest, depth)
	case flow.Call:
		return j.callClue(t, neg, nearest, depth)
	case flow.Extract:
		return j.okClue(t, neg)
	case flow.Alt:
		return j.altClue(t, neg, nearest, depth)
	case flow.Field, flow.Global, flow.Param, flow.Free, flow.Assert, flow.Elem:
		if name, ok := j.argument(t); ok {
			if neg && !nearest {
				return nil
			}
			return argClue(name)
		}
		return flagClue(t, neg)
	}
	return nil
}

func argClue(name string) *clue {
	if name == "" {
		return &clue{class: known.Argument, why: "a test of the call's arguments"}
	}
	return &clue{class: known.Argument, why: "a test of argument " + name, arg: name}
}

// altClue reads a value that && or || made: what all of its ways say.
func (j *judge) altClue(t *flow.Term, neg, nearest bool, depth int) *clue {
	var found *clue
	for _, a := range t.Args {
		if v, ok := a.Bool(); ok {
			if v == !neg {
				return nil // it may hold for a reason that is not kept
			}
			continue
		}
		c := j.clue(flow.Cond{Term: a, Neg: neg}, nearest, depth+1)
		if c == nil {
			return nil
		}
		if found != nil && OutcomeOf(found.class) != OutcomeOf(c.class) {
			return nil
		}
		found = c
	}
	return found
}

// okClue reads the ok of a map look-up or type assertion.
func (j *judge) okClue(t *flow.Term, neg bool) *clue {
	x := t.Args[0]
	switch x.Op {
	case flow.Elem:
		if !neg {
			return nil
		}
		if name, ok := j.argument(x); ok {
			return argClue(name)
		}
		if len(x.Args) > 1 {
			if name, ok := j.argument(x.Args[1]); ok {
				return &clue{class: known.Absent, why: "a look-up by argument " + name + " found nothing"}
			}
		}
	case flow.Assert:
		if name, ok := j.argument(x.Args[0]); ok {
			if neg {
				return argClue(name)
			}
			return nil
		}
		if !neg && isErrorTerm(x.Args[0]) {
			return &clue{class: j.typedError(x).class, err: x.Args[0], why: "the error is a " + x.Str}
		}
	case flow.Call:
		// found, ok := find(x); !ok
		if neg && j.callTakesArgument(x) {
			if known.Pure(x.Str) {
				return argClue("")
			}
			if n := t.N; n > 0 {
				return &clue{class: known.Absent, why: describeCall(x) + " found nothing"}
			}
		}
		// A predicate with more results than one.
		return nil
	}
	return nil
}

func isErrorTerm(t *flow.Term) bool {
	return t.Type() != nil && flow.IsError(t.Type()) || t.TypeName() == "error"
}

// flagClue reads a switch that the operator set.
func flagClue(t *flow.Term, neg bool) *clue {
	name := ""
	switch t.Op {
	case flow.Field:
		name = t.Str
	case flow.Global:
		name = flow.NameOf(t.Str)
	default:
		return nil
	}
	n := strings.ToLower(name)
	switch {
	case !neg && (strings.Contains(n, "readonly") || strings.Contains(n, "disabled") || strings.Contains(n, "disable") || strings.Contains(n, "dryrun")):
		return &clue{class: known.Refused, why: "the feature is off: " + name}
	case neg && (strings.Contains(n, "enabled") || strings.HasPrefix(n, "enable") || strings.HasPrefix(n, "allow")):
		return &clue{class: known.Refused, why: "the feature is off: " + name}
	}
	return nil
}
