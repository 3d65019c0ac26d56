package outcome

import (
	"go/token"
	"strings"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
)

// errText is the text of an error.
func (j *judge) errText(t *flow.Term, at token.Pos, depth int) []Part {
	if depth > 14 {
		return []Part{{Prov: Foreign, Term: t, Pos: at}}
	}
	cases := j.errCases(t)
	if len(cases) == 0 {
		return []Part{{Prov: Foreign, Term: t, Pos: at, Name: describeCall(t)}}
	}
	alts := make([]alternative, 0, len(cases))
	for _, c := range cases {
		alts = append(alts, alternative{j.caseText(c, t, at, depth)})
	}
	return choose(alts, at)
}

// caseText is the text of one error that a term can be.
func (j *judge) caseText(c errCase, t *flow.Term, at token.Pos, depth int) []Part {
	switch c.kind {
	case errAccessor:
		return []Part{{Prov: ModelText, Term: t, Pos: at, Name: shortID(c.call)}}
	case errMade:
		if flow.Equal(c.term, t) {
			return j.madeText(c.term, j.posHere(c.term, at), depth)
		}
		// Made somewhere below: whatever it shows, it shows from here.
		return brought(moved(j.madeText(c.term, at, depth+1), at), t, at)
	case errSentinel:
		v := j.f.GlobalValue(c.term.Str)
		if v == nil {
			return []Part{{Prov: ModelText, Term: t, Pos: at, Name: shortID(c.term.Str)}}
		}
		parts := moved(j.madeText(v, at, depth+1), at)
		if j.forOperators(parts, c.term.Str) {
			return []Part{{Prov: Foreign, Term: t, Pos: at, Name: shortID(c.term.Str), Sentinel: true}}
		}
		return parts
	case errTool, errTyped:
		if parts := j.argumentText(c.term.CallOf(), at, depth); parts != nil {
			return parts
		}
		if parts := j.typedText(c.term, at, depth); parts != nil {
			if flow.Equal(c.term, t) {
				return parts
			}
			return brought(moved(parts, at), t, at)
		}
		if c.kind == errTool {
			return []Part{{Prov: ModelText, Term: t, Pos: at}}
		}
	case errForeign:
		if c.call == "(context.Context).Err" {
			return []Part{{Prov: ModelText, Term: t, Pos: at, Name: shortID(c.call)}} // one of two constant texts
		}
		if c.call != "" && (known.ParsesText(c.call) || j.parsesOnly(c)) {
			if call := c.term.CallOf(); call != nil && j.callTakesArgument(call) {
				return []Part{{Prov: FromArg, Term: t, Pos: at, Name: shortID(c.call)}}
			}
		}
		return []Part{{Prov: Foreign, Term: t, Pos: at, Name: describeCall(c.term)}}
	case errOpaque:
		return []Part{{Prov: Data, Term: t, Pos: at}}
	case errUnknown:
		return []Part{{Prov: Foreign, Term: t, Pos: at, Name: describeCall(t)}}
	}
	return []Part{{Prov: Foreign, Term: t, Pos: at, Name: describeCall(c.term)}}
}

// moved shows parts from another position. What a function of this package
// writes into its own text stays where it is written.
func moved(parts []Part, at token.Pos) []Part {
	out := append([]Part(nil), parts...)
	for i := range out {
		if out[i].Prov == Foreign || out[i].Pos == token.NoPos {
			out[i].Pos = at
		}
	}
	return out
}

// brought is the text of an error that another package of the program returned.
// What such an error says of the insides is for its log: whoever shows it to the
// model answers for that.
func brought(parts []Part, t *flow.Term, at token.Pos) []Part {
	for _, p := range parts {
		if p.Away && p.Prov.Internal() {
			return []Part{{Prov: Foreign, Term: t, Pos: at, Name: describeCall(t)}}
		}
	}
	return parts
}

// madeText is the text of errors.New, fmt.Errorf and their kin.
func (j *judge) madeText(call *flow.Term, at token.Pos, depth int) []Part {
	if call.Op != flow.Call {
		return []Part{{Prov: Data, Term: call, Pos: at}}
	}
	switch call.Str {
	case "errors.New", "github.com/pkg/errors.New":
		return j.text(call.Args[0], at, depth+1)
	case "fmt.Errorf", "github.com/pkg/errors.Errorf":
		return j.formatText(call, 0, at, depth)
	case "google.golang.org/grpc/status.Error":
		return j.text(call.Args[1], at, depth+1)
	case "google.golang.org/grpc/status.Errorf":
		return j.formatText(call, 1, at, depth)
	case "github.com/pkg/errors.Wrap", "github.com/pkg/errors.WithMessage":
		return append(append(j.text(call.Args[1], at, depth+1), Part{Prov: Literal, Text: ": ", Pos: at}), j.errText(call.Args[0], at, depth+1)...)
	case "github.com/pkg/errors.Wrapf", "github.com/pkg/errors.WithMessagef":
		return append(append(j.formatText(call, 1, at, depth), Part{Prov: Literal, Text: ": ", Pos: at}), j.errText(call.Args[0], at, depth+1)...)
	}
	return []Part{{Prov: Data, Term: call, Pos: at}}
}

// forOperators reports whether the text of a package-level error is a
// diagnostic: it begins with the name of its package, as Go's own do.
func (j *judge) forOperators(parts []Part, id string) bool {
	if len(parts) == 0 || parts[0].Prov != Literal {
		return false
	}
	pkg := flow.PackageOf(id)
	base := pkg[strings.LastIndexByte(pkg, '/')+1:]
	return strings.HasPrefix(parts[0].Text, base+": ") || strings.HasPrefix(parts[0].Text, base+".")
}

// typedText is what the Error method of a typed error renders, or nil.
func (j *judge) typedText(t *flow.Term, at token.Pos, depth int) []Part {
	name := t.TypeName()
	if t.Op == flow.Assert {
		name = t.Str
	}
	if name == "" {
		return nil
	}
	for _, id := range []string{"(" + name + ").Error", "(" + strings.TrimLeft(name, "*") + ").Error", "(*" + strings.TrimLeft(name, "*") + ").Error"} {
		exits, ok := j.f.Expand(flow.NewStaticCall(id, t))
		if !ok {
			continue
		}
		var alts []*flow.Term
		for _, x := range exits {
			if len(x.Results) == 1 {
				alts = append(alts, x.Results[0])
			}
		}
		if len(alts) == 0 {
			return nil
		}
		return j.worstOf(alts, at, depth+1)
	}
	return nil
}
