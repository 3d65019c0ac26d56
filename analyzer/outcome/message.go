package outcome

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/registry"
)

// A Prov is where a piece of a message comes from.
type Prov uint8

const (
	Literal    Prov = iota // written in the program
	FromArg                // a value of the call's arguments
	ModelText              // text of an error made for the model
	Data                   // other data, of which nothing is known
	Foreign                // text of an error that was not made for the model
	EnvValue               // the value of an environment variable
	HostPath               // a path on the server
	Secret                 // a secret
	TypeName               // a Go type
	StackText              // a stack
	PanicText              // the value of a panic
	BodyText               // the body of another server's answer
	OutputText             // the output of a command
	Address                // an address of the server, or of one behind it
)

func (p Prov) String() string {
	return [...]string{"literal", "argument", "model text", "data", "error text", "environment", "server path", "secret", "type name", "stack", "panic value", "response body", "command output", "address"}[p]
}

// Internal reports whether text of this kind shows the server's insides.
func (p Prov) Internal() bool { return p >= Foreign }

// A Part is one piece of a message.
type Part struct {
	Text string // of a literal
	Prov Prov
	Verb rune
	Term *flow.Term
	Name string    // the argument, the variable, or the function it comes from
	Pos  token.Pos // where it becomes part of the message, when in this package

	Sentinel bool // the constant text of a package-level error

	// Away is set where the text is put together by a function of another
	// package of the program, which is where a fix belongs.
	Away bool

	// Other is set for pieces of texts that the message may have instead. They
	// are not part of the template.
	Other bool

	// Unwrapped is set for the %w of a text that is formatted without wrapping.
	Unwrapped bool
}

// A Message is what the model reads, as a template.
type Message struct {
	Parts []Part
	Known bool // false when nothing can be said about the text
}

// String renders the template, with placeholders for what is not literal.
func (m *Message) String() string {
	if m == nil {
		return ""
	}
	var b strings.Builder
	for _, p := range m.Parts {
		switch {
		case p.Other:
		case p.Prov == Literal:
			b.WriteString(p.Text)
		case p.Prov == FromArg && p.Name != "":
			b.WriteString("{" + p.Name + "}")
		default:
			b.WriteString("{" + p.Prov.String() + "}")
		}
	}
	return b.String()
}

// Literal is the literal text alone, with a blank for each value.
func (m *Message) Literal() string {
	var b strings.Builder
	for _, p := range m.Parts {
		switch {
		case p.Other:
		case p.Prov == Literal:
			b.WriteString(p.Text)
		default:
			b.WriteString("\x00")
		}
	}
	return b.String()
}

// An alternative is one text that a value can be.
type alternative struct{ parts []Part }

func (a alternative) rank() int {
	r := 0
	for _, p := range a.parts {
		if p.Prov.Internal() && !p.Other {
			r = max(r, int(p.Prov))
		}
	}
	return r
}

// choose shows, of several texts that a value can be, the one that tells most,
// and keeps what else the others would show.
func choose(alts []alternative, at token.Pos) []Part {
	best := -1
	for i, a := range alts {
		if len(a.parts) > 0 && (best < 0 || a.rank() > alts[best].rank()) {
			best = i
		}
	}
	if best < 0 {
		return []Part{{Prov: Data, Pos: at}}
	}
	out := append([]Part(nil), alts[best].parts...)
	for i, a := range alts {
		if i == best {
			continue
		}
		for _, p := range a.parts {
			if (p.Prov.Internal() || p.Prov == Literal && len(p.Text) > 8) && len(out) < maxParts {
				p.Other = true
				out = append(out, p)
			}
		}
	}
	return out
}

const maxParts = 200

// text takes a string apart. at is where it becomes part of the message.
func (j *judge) text(t *flow.Term, at token.Pos, depth int) []Part {
	if depth > 14 {
		return []Part{{Prov: Data, Term: t, Pos: at}}
	}
	if s, ok := t.Text(); ok {
		return []Part{{Prov: Literal, Text: s, Pos: at}}
	}
	switch t.Op {
	case flow.Const:
		return []Part{{Prov: Literal, Text: t.Str, Pos: at}}
	case flow.Bin:
		if t.Str == "+" && len(t.Args) == 2 {
			if p := j.posHere(t, at); p.IsValid() {
				at = p
			}
			return append(j.text(t.Args[0], at, depth+1), j.text(t.Args[1], at, depth+1)...)
		}
	case flow.Alt:
		return j.worstOf(t.Args, at, depth)
	case flow.Call, flow.Extract:
		return j.callText(t, at, depth)
	case flow.Global:
		if v := j.f.GlobalValue(t.Str); v != nil && v.Op != flow.Unknown {
			return j.text(v, at, depth+1)
		}
	case flow.Field, flow.Elem:
		if r := j.f.Reduce(t); r != t && r.Op != flow.Unknown {
			return j.text(r, at, depth+1)
		}
	}
	if isErrorTerm(t) {
		return j.errText(t, at, depth+1)
	}
	return []Part{j.value(t, at)}
}

// worstOf chooses between several texts that a value can be.
func (j *judge) worstOf(ts []*flow.Term, at token.Pos, depth int) []Part {
	var alts []alternative
	sent := false // one of them is what the model sent
	for _, t := range ts {
		if t.Op != flow.Unknown {
			a := alternative{j.text(t, at, depth+1)}
			sent = sent || len(a.parts) == 1 && a.parts[0].Prov == FromArg
			alts = append(alts, a)
		}
	}
	if sent {
		// A default that stands in for an argument is shown as the argument is.
		alts = slices.DeleteFunc(alts, func(a alternative) bool { return len(a.parts) == 1 && a.parts[0].Prov == HostPath })
	}
	return choose(alts, at)
}

// posHere is the position of a term if it was built in this package, else at.
func (j *judge) posHere(t *flow.Term, at token.Pos) token.Pos {
	if t.Pos().IsValid() {
		return t.Pos()
	}
	return at
}

// callText is the text that a call returns.
func (j *judge) callText(t *flow.Term, at token.Pos, depth int) []Part {
	call := t.CallOf()
	if call == nil {
		return []Part{j.value(t, at)}
	}
	here := j.posHere(call, at)
	switch call.Str {
	case "fmt.Sprintf", "github.com/pkg/errors.Errorf", "fmt.Errorf":
		return j.formatText(call, 0, here, depth)
	case "fmt.Sprint", "fmt.Sprintln":
		return j.listText(call.Args, here, depth)
	case "strings.Join":
		if len(call.Args) == 2 {
			return j.joined(call, here, depth)
		}
	case "strings.TrimSpace", "strings.ToLower", "strings.ToUpper", "strings.Title", "strings.Trim", "strings.TrimSuffix", "strings.TrimPrefix",
		"strings.TrimRight", "strings.TrimLeft", "strings.ReplaceAll", "strings.Replace", "strings.Clone", "html.EscapeString", "strconv.Quote",
		"(*strings.Builder).String", "(*bytes.Buffer).String":
		if len(call.Args) > 0 && strings.HasPrefix(call.Str, "strings.") || call.Str == "html.EscapeString" || call.Str == "strconv.Quote" {
			return j.text(call.Args[0], at, depth+1)
		}
	}
	if flow.NameOf(call.Str) == "Error" && len(call.Args) == 1 {
		parts := j.errText(call.Args[0], here, depth+1)
		if j.madeAway(call) {
			return away(parts)
		}
		return parts
	}
	if p := j.source(t, call, at); p != nil {
		return []Part{*p}
	}
	if _, ok := j.argument(t); ok {
		return []Part{j.value(t, at)}
	}
	if exits, ok := j.f.Expand(call); ok {
		var alts []*flow.Term
		for _, x := range exits {
			if n := t.Index(); n < len(x.Results) {
				alts = append(alts, x.Results[n])
			}
		}
		if len(alts) == 1 {
			return j.text(alts[0], at, depth+1)
		}
		if len(alts) > 1 && len(alts) <= 12 {
			return j.worstOf(alts, at, depth)
		}
	}
	return []Part{j.value(t, at)}
}

// joined is strings.Join of a list.
func (j *judge) joined(call *flow.Term, at token.Pos, depth int) []Part {
	list := j.f.Reduce(call.Args[0])
	if list.Op != flow.List {
		return []Part{j.value(call, at)}
	}
	sep := j.text(call.Args[1], at, depth+1)
	var out []Part
	for i, a := range list.Args {
		if i > 0 {
			out = append(out, sep...)
		}
		out = append(out, j.text(a, at, depth+1)...)
		if len(out) > maxParts {
			break
		}
	}
	return out
}

func (j *judge) listText(args []*flow.Term, at token.Pos, depth int) []Part {
	var out []Part
	for _, a := range args {
		for _, e := range elements(a) {
			out = append(out, j.operandText(operand{verb: 'v', term: e}, at, depth)...)
		}
	}
	return out
}

// formatText is a formatted text, with the operands in place.
func (j *judge) formatText(call *flow.Term, format int, at token.Pos, depth int) (parts []Part) {
	_, ops, ok := formatOf(j.f, call, format)
	if j.madeAway(call) && !j.operandsHere(call, format) {
		defer func() { parts = away(parts) }()
	}
	if !ok {
		var out []Part
		if format < len(call.Args) {
			out = append(out, j.value(call.Args[format], at))
		}
		if format+1 < len(call.Args) {
			out = append(out, j.listText(call.Args[format+1:], j.operandPos(call, format, at), depth)...)
		}
		return out
	}
	pos := j.operandPos(call, format, at)
	var out []Part
	for _, o := range ops {
		if o.term == nil && o.verb == 0 {
			out = append(out, Part{Prov: Literal, Text: o.lit, Pos: pos})
			continue
		}
		text := j.operandText(o, pos, depth)
		if o.verb == 'w' && !strings.HasSuffix(call.Str, ".Errorf") && len(text) > 0 {
			text[0].Unwrapped, text[0].Pos = true, pos
		}
		out = append(out, text...)
		if len(out) > maxParts {
			break
		}
	}
	return out
}

// madeAway reports whether a call was read from another package's fact.
func (j *judge) madeAway(call *flow.Term) bool { return !call.Pos().IsValid() && call.At() != "" }

// operandsHere reports whether a formatting call's operands are given in this
// package, whoever makes the call.
func (j *judge) operandsHere(call *flow.Term, format int) bool {
	return format+1 < len(call.Args) && call.Args[format+1].Op == flow.List && call.Args[format+1].Value() != nil
}

func away(parts []Part) []Part {
	out := append([]Part(nil), parts...)
	for i := range out {
		out[i].Away = true
	}
	return out
}

// operandPos is where the operands of a formatting call are given: the call
// itself, or the call of the helper that passes them on.
func (j *judge) operandPos(call *flow.Term, format int, at token.Pos) token.Pos {
	if format+1 >= len(call.Args) {
		return at
	}
	list := call.Args[format+1]
	alloc, ok := list.Value().(ssa.Value)
	if !ok || alloc == nil || alloc.Referrers() == nil {
		return at
	}
	for _, ref := range *alloc.Referrers() {
		sl, ok := ref.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, r := range *sl.Referrers() {
			if c, ok := r.(ssa.CallInstruction); ok && c.Pos().IsValid() {
				return c.Pos()
			}
		}
	}
	return at
}

// operandText is what a verb renders.
func (j *judge) operandText(o operand, at token.Pos, depth int) []Part {
	if o.term == nil {
		return []Part{{Prov: Data, Verb: o.verb, Pos: at}}
	}
	switch o.verb {
	case 'T':
		return []Part{{Prov: j.typeProv(o.term), Verb: o.verb, Term: o.term, Pos: at}}
	case 'd', 'x', 'X', 'c', 'b', 'o', 'e', 'f', 'g', 't', 'p', 'U':
		p := j.value(o.term, at)
		p.Verb = o.verb
		if p.Prov.Internal() {
			p.Prov = Data
		}
		return []Part{p}
	}
	if isErrorTerm(o.term) || o.verb == 'w' || j.isError(o.term) {
		return j.errText(o.term, at, depth+1)
	}
	parts := j.text(o.term, at, depth+1)
	for i := range parts {
		if parts[i].Verb == 0 {
			parts[i].Verb = o.verb
		}
		if parts[i].Pos == token.NoPos || parts[i].Prov != Literal {
			parts[i].Pos = at
		}
	}
	return parts
}

// typeProv tells whether the type of a value is one of the server's own. That
// of a plain value is what the model has to send.
func (j *judge) typeProv(t *flow.Term) Prov {
	if isErrorTerm(t) || j.isError(t) {
		return TypeName
	}
	if _, ok := j.argument(t); ok || t.Type() == nil {
		return Data
	}
	typ := types.Unalias(t.Type())
	if p, ok := typ.(*types.Pointer); ok {
		typ = types.Unalias(p.Elem())
	}
	if n, ok := typ.(*types.Named); ok && n.Obj().Pkg() != nil && !types.IsInterface(n) {
		return TypeName
	}
	return Data
}

// isError reports whether a value's concrete type is an error.
func (j *judge) isError(t *flow.Term) bool {
	if t.Type() == nil {
		return false
	}
	return flow.ImplementsError(t.Type()) && t.Op != flow.Const
}

// value is a part for a value that is not itself made of text.
func (j *judge) value(t *flow.Term, at token.Pos) Part {
	if call := t.CallOf(); call != nil {
		if p := j.source(t, call, at); p != nil {
			return *p
		}
	}
	if name, ok := j.argument(t); ok {
		return Part{Prov: FromArg, Term: t, Name: name, Pos: at}
	}
	if t.Op == flow.Field || t.Op == flow.Global || t.Op == flow.Free || t.Op == flow.Param {
		if name := secretName(t); name != "" {
			return Part{Prov: Secret, Term: t, Name: name, Pos: at}
		}
		if prov := j.configured(t); prov != Literal {
			return Part{Prov: prov, Term: t, Name: lastName(t), Pos: at}
		}
	}
	if s, ok := registry.Fold(j.f, t); ok {
		return Part{Prov: Literal, Text: s, Pos: at}
	}
	return Part{Prov: Data, Term: t, Pos: at}
}
