package outcome

import (
	"go/types"
	"strings"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// An errKind is how an error came to be.
type errKind uint8

const (
	errUnknown  errKind = iota
	errForeign          // from a function that is not analysed
	errSentinel         // a package-level variable
	errMade             // text written by this program
	errTyped            // a value of one of the program's own types
	errTool             // a value of a type that carries its level
	errProtocol         // a protocol error by design
	errAccessor         // from an SDK's accessor of arguments
	errOpaque           // from a function of this package that does not compile
)

// An errCase is one error that a term can be.
type errCase struct {
	kind  errKind
	term  *flow.Term
	class known.Class
	sure  bool   // the class is told by something explicit
	call  string // the function that a foreign error comes from
	wraps []errCase
}

const (
	maxErrDepth = 7  // calls followed for one error
	maxNested   = 24 // questions that one question leads to, one inside the other
)

// errCases lists the errors that a term can be. nil is left out.
func (j *judge) errCases(t *flow.Term) []errCase { return j.cases(t, 0) }

func (j *judge) cases(t *flow.Term, depth int) []errCase {
	if depth > maxErrDepth || j.nested > maxNested {
		return []errCase{{kind: errUnknown, term: t}}
	}
	j.nested++
	defer func() { j.nested-- }()
	if c, ok := j.errMemo[t]; ok {
		return c
	}
	j.errMemo[t] = []errCase{{kind: errUnknown, term: t}}
	c := j.computeCases(t, depth)
	j.errMemo[t] = c
	return c
}

func (j *judge) computeCases(t *flow.Term, depth int) []errCase {
	switch t.Op {
	case flow.Const:
		return nil
	case flow.Alt:
		var out []errCase
		for _, a := range t.Args {
			out = append(out, j.cases(a, depth+1)...)
		}
		return out
	case flow.Global:
		return []errCase{j.sentinel(t)}
	case flow.Param, flow.Free:
		if c := j.frame.errorsOf(t); len(c) > 0 {
			return c
		}
	case flow.Struct:
		return []errCase{j.typedError(t)}
	case flow.Out:
		// The target of errors.As.
		if t.Args[0].IsCall("errors.As") {
			return []errCase{j.typedError(t)}
		}
	case flow.Assert:
		return []errCase{j.typedError(t)}
	case flow.Call, flow.Extract:
		if t.Op == flow.Extract && t.Args[0].Op == flow.Assert {
			return []errCase{j.typedError(t.Args[0])}
		}
		if call := t.CallOf(); call != nil {
			return j.callCases(t, call, depth)
		}
	case flow.Field:
		if r := j.f.Reduce(t); r != t {
			return j.cases(r, depth+1)
		}
	}
	return []errCase{{kind: errUnknown, term: t}}
}

// sentinel judges a package-level error variable.
func (j *judge) sentinel(t *flow.Term) errCase {
	c := errCase{kind: errForeign, term: t, class: known.Sentinel(t.Str), sure: true}
	v := j.f.GlobalValue(t.Str)
	if c.class == 0 && v != nil && v.Op == flow.Struct {
		tc := j.typedError(v)
		tc.term = t
		if tc.kind == errTool || tc.kind == errProtocol {
			return tc
		}
		c.class, c.sure = tc.class, tc.sure
	}
	if v != nil && v.Op == flow.Call {
		c.kind = errSentinel
		if v.Str == "fmt.Errorf" { // wraps another sentinel
			for _, w := range j.cases(v, 1) {
				c.class |= w.class
			}
		}
	}
	if c.class == 0 {
		c.class = known.ByName(flow.NameOf(t.Str))
	}
	if c.class == 0 && v != nil && v.Op == flow.Call && len(v.Args) > 0 {
		if text, ok := v.Args[0].Text(); ok {
			c.class = known.ByName(text)
		}
	}
	if v == nil && j.ownPackage(flow.PackageOf(t.Str)) {
		c.kind = errSentinel
	}
	return c
}

// ownPackage reports whether a package belongs to the program.
func (j *judge) ownPackage(path string) bool { return j.r.Registry.SameProgram(path) }

// typedError judges an error by its concrete type.
func (j *judge) typedError(t *flow.Term) errCase {
	name := t.TypeName()
	if t.Op == flow.Assert {
		name = t.Str
	}
	id := strings.TrimLeft(name, "*")
	c := errCase{kind: errTyped, term: t}
	switch {
	case isProtocol(j.f.SDKs, id):
		c.kind = errProtocol
		return c
	case j.toolErrorType(t) != nil:
		c.kind = errTool
		return c
	case !j.ownPackage(flow.PackageOf(id)):
		c.kind = errForeign
	}
	if c.class = known.ErrorType(id); c.class != 0 {
		c.sure = true
	} else {
		c.class = known.ByName(id[strings.LastIndexByte(id, '.')+1:])
	}
	if t.Op == flow.Struct {
		if cl, ok := j.statusField(t); ok {
			c.class, c.sure = cl, true
		}
	}
	return c
}

// statusField is the class told by a status code that an error literal sets.
func (j *judge) statusField(t *flow.Term) (known.Class, bool) {
	for i, k := range t.Keys {
		if strings.Contains(strings.ToLower(k), "status") || strings.EqualFold(k, "code") {
			if n, ok := t.Args[i].Int(); ok {
				if cl := known.Status(n); cl != 0 {
					return cl, true
				}
			}
		}
	}
	return 0, false
}

func isProtocol(sdks *sdk.Table, id string) bool {
	for _, s := range sdks.All {
		for _, p := range s.ProtocolErrors {
			if p == id {
				return true
			}
		}
	}
	return false
}

// callCases judges an error that a call returns.
func (j *judge) callCases(t, call *flow.Term, depth int) []errCase {
	switch call.Str {
	case "errors.New":
		return []errCase{{kind: errMade, term: call}}
	case "fmt.Errorf":
		return j.errorfCases(call, depth)
	case "errors.Join":
		var out []errCase
		for _, a := range call.Args {
			for _, e := range elements(a) {
				out = append(out, j.cases(e, depth+1)...)
			}
		}
		return out
	case "github.com/pkg/errors.New", "github.com/pkg/errors.Errorf":
		return []errCase{{kind: errMade, term: call}}
	case "github.com/pkg/errors.Wrap", "github.com/pkg/errors.Wrapf", "github.com/pkg/errors.WithStack", "github.com/pkg/errors.WithMessage", "github.com/pkg/errors.WithMessagef":
		inner := j.cases(call.Args[0], depth+1)
		return []errCase{{kind: errMade, term: call, wraps: inner, class: union(inner), sure: allSure(inner)}}
	case "google.golang.org/grpc/status.Error", "google.golang.org/grpc/status.Errorf":
		made := errCase{kind: errMade, term: call}
		if code, ok := call.Args[0].Int(); ok {
			made.class, made.sure = known.GRPC(code), true
		}
		return []errCase{made}
	case "errors.Unwrap":
		return j.cases(call.Args[0], depth+1)
	case "(context.Context).Err", "context.Cause":
		return []errCase{{kind: errForeign, term: t, call: call.Str, class: known.Cancelled | known.Heals}}
	}
	if a := j.accessors[call.Str]; a != nil && (a.Kind == sdk.Require || a.Kind == sdk.Bind) {
		return []errCase{{kind: errAccessor, term: t, class: known.Argument, sure: true, call: call.Str}}
	}
	if f := j.constructor(call); f {
		return []errCase{{kind: errTool, term: call}}
	}
	if call.Str != "" && known.Pure(call.Str) && j.callTakesArgument(call) {
		return []errCase{{kind: errForeign, term: t, class: known.Argument, sure: true, call: call.Str}}
	}
	if known.FaultSource(call.Str) {
		return []errCase{{kind: errForeign, term: t, class: known.Fault, sure: true, call: call.Str}}
	}
	if exits, ok := j.f.Expand(call); ok {
		if out, ok := j.exitCases(t, exits, depth); ok {
			return out
		}
	}
	if fn := j.f.Func(call.Str); fn != nil && len(fn.Blocks) == 0 {
		return []errCase{{kind: errOpaque, term: t}}
	}
	return []errCase{{kind: errForeign, term: t, call: call.Str}}
}

// exitCases are the errors of the exits of one of the program's functions,
// each with the class that its own path tells.
func (j *judge) exitCases(t *flow.Term, exits []*flow.Exit, depth int) ([]errCase, bool) {
	n := t.Index()
	var out []errCase
	for _, x := range exits {
		if n >= len(x.Results) {
			return nil, false
		}
		e := x.Results[n]
		if e.IsNil() || j.provenNil(x.Paths, e) {
			continue
		}
		v := j.verdict(x.Paths, e, depth+1)
		for _, c := range j.cases(e, depth+1) {
			if v.Explicit && v.Class != 0 {
				c.class, c.sure = v.Class, true
			}
			out = append(out, c)
			if len(out) > 24 {
				return []errCase{{kind: errForeign, term: t}}, true
			}
		}
	}
	return out, true
}

// provenNil reports whether every path to an exit says that the error is nil.
func (j *judge) provenNil(paths []flow.Path, e *flow.Term) bool {
	if len(paths) == 0 {
		return false
	}
	for _, p := range paths {
		if !saysNil(p, e) {
			return false
		}
	}
	return true
}

func saysNil(p flow.Path, e *flow.Term) bool {
	for _, c := range p {
		if t, isNil := nilTest(c); t != nil && isNil && flow.Equal(t, e) {
			return true
		}
	}
	return false
}

// saysNotNil reports whether every path says that the error is not nil.
func saysNotNil(paths []flow.Path, e *flow.Term) bool {
	if len(paths) == 0 {
		return false
	}
next:
	for _, p := range paths {
		for _, c := range p {
			if t, isNil := nilTest(c); t != nil && !isNil && flow.Equal(t, e) {
				continue next
			}
			if !c.Neg && c.Term.Op == flow.Call && (c.Term.Str == "errors.Is" || c.Term.Str == "errors.As") && flow.Equal(c.Term.Args[0], e) {
				continue next
			}
		}
		return false
	}
	return true
}

// nilTest reads a condition that compares a term with nil.
func nilTest(c flow.Cond) (t *flow.Term, isNil bool) {
	b := c.Term
	neg := c.Neg
	for b.Op == flow.Not {
		b, neg = b.Args[0], !neg
	}
	if b.Op != flow.Bin || len(b.Args) != 2 || (b.Str != "==" && b.Str != "!=") {
		return nil, false
	}
	x, y := b.Args[0], b.Args[1]
	if x.IsNil() {
		x, y = y, x
	}
	if !y.IsNil() {
		return nil, false
	}
	return x, (b.Str == "==") != neg
}

// errorfCases judges fmt.Errorf: made here, and of the class of what it wraps.
func (j *judge) errorfCases(call *flow.Term, depth int) []errCase {
	c := errCase{kind: errMade, term: call}
	format, operands, ok := formatOf(j.f, call, 0)
	if ok {
		for _, o := range operands {
			if o.verb == 'w' && o.term != nil && (format != "") {
				c.wraps = append(c.wraps, j.cases(o.term, depth+1)...)
			}
		}
	}
	c.class, c.sure = union(c.wraps), allSure(c.wraps)
	for _, w := range c.wraps {
		if w.kind == errTool && format == "%w" {
			c.kind = errTool
		}
	}
	return []errCase{c}
}

func union(cs []errCase) known.Class {
	var u known.Class
	for _, c := range cs {
		u |= c.class
	}
	return u
}

func allSure(cs []errCase) bool {
	for _, c := range cs {
		if !c.sure {
			return false
		}
	}
	return len(cs) > 0
}

// elements are those of a variadic argument.
func elements(t *flow.Term) []*flow.Term {
	if t.Op == flow.List {
		return t.Args
	}
	return []*flow.Term{t}
}

// A toolError is an error type that carries a level.
type toolError struct {
	levelField string
	levelType  string
}

// toolErrorType is what is known of a term's type as an error that carries its
// level, or nil.
func (j *judge) toolErrorType(t *flow.Term) *toolError {
	typ := t.Type()
	if t.Op == flow.Assert {
		typ = nil
	}
	if typ == nil {
		name := t.TypeName()
		if t.Op == flow.Assert {
			name = t.Str
		}
		typ = j.r.Registry.TypeNamed(strings.TrimLeft(name, "*"))
	}
	if typ == nil {
		return nil
	}
	return toolErrorOf(typ)
}

func toolErrorOf(typ types.Type) *toolError {
	if p, ok := types.Unalias(typ).Underlying().(*types.Pointer); ok {
		typ = p.Elem()
	}
	named, ok := types.Unalias(typ).(*types.Named)
	if !ok || !flow.ImplementsError(named) {
		return nil
	}
	st, ok := named.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range st.Fields() {
		id := flow.NamedID(f.Type())
		if known.IsLevelType(id) || isLevelName(f.Name(), id) {
			return &toolError{levelField: f.Name(), levelType: id}
		}
	}
	return nil
}

// isLevelName recognises a level of the program's own: a named type called
// Level or Severity, of numbers or text.
func isLevelName(field, typeID string) bool {
	if typeID == "" {
		return false
	}
	base := strings.ToLower(typeID[strings.LastIndexByte(typeID, '.')+1:])
	return strings.Contains(base, "level") || strings.Contains(base, "severity")
}

// parsesOnly reports whether an error is that of a library's parser which was
// given text to read and nothing to reach anything else with. What a decoder
// says of Go types is not for the model, so those of encodings do not count.
func (j *judge) parsesOnly(c errCase) bool {
	call := c.term.CallOf()
	if call == nil || call.Invoke() || j.ownPackage(flow.PackageOf(c.call)) {
		return false
	}
	switch pkg := flow.PackageOf(c.call); {
	case strings.HasPrefix(pkg, "encoding/"), strings.Contains(pkg, "json") && !strings.Contains(pkg, "proto"), strings.Contains(pkg, "yaml"), strings.Contains(pkg, "mapstructure"):
		return false
	}
	name := flow.NameOf(c.call)
	parses := false
	for _, w := range []string{"Parse", "Unmarshal", "Compile", "Decode", "Prettify"} {
		parses = parses || strings.HasPrefix(name, w)
	}
	if !parses {
		return false
	}
	for _, a := range call.Args {
		if flow.TypeName(a.Type()) == "context.Context" || flow.TypeName(a.Type()) == "io.Reader" {
			return false
		}
	}
	return true
}
