package flow

import (
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Op says what kind of value a [Term] is.
type Op uint8

const (
	Unknown  Op = iota // cannot be followed
	Const              // Str: the constant; Lit: its kind
	Param              // N: index of a parameter, the receiver being 0
	Free               // N: index of a captured variable, inside a closure's own summary
	Global             // Str: package path and name of a package-level variable
	Func               // Str: function ID; Args: captured values, or the receiver of a method value
	Call               // Str: callee ID, or "" for a dynamic call whose callee is Args[0]
	Extract            // N: result index of the call (or other tuple) Args[0]
	Field              // Str: field name; Args[0]: the struct or pointer to it
	Elem               // an element of the slice, array, map or channel Args[0]; Args[1], if any, is the key
	Struct             // a composite literal: Keys name the fields in Args
	List               // a slice or array with the elements Args
	Map                // a map literal: keys and values alternate in Args
	Bin                // Str: operator; Args: both operands
	Not                // boolean negation of Args[0]
	Assert             // Args[0].(T); as a tuple, Extract 0 is the value and 1 the ok flag
	Alt                // one of Args
	Out                // what the call Args[0] stores through a pointer argument
	Method             // method Str of the interface value Args[0], not yet called
	Instance           // some value of the named type, of which nothing else is known
)

// Lit is the kind of constant in a Const term.
type Lit uint8

const (
	LitNone Lit = iota
	LitString
	LitInt
	LitFloat
	LitBool
	LitNil
)

// A Term is a value as the code builds it. Terms are immutable once built.
//
// The exported fields travel in facts. Type and position survive as text, so
// that code which reads terms need not care which package they come from.
type Term struct {
	Op   Op
	Lit  Lit
	N    int
	Str  string
	Keys []string
	Args []*Term

	typ  types.Type    // static type, when the term was built in this pass
	name string        // its name, when the term was read from a fact
	pos  token.Pos     // where it was built, when in this pass
	at   string        // the same, when read from a fact
	val  ssa.Value     // the value it was built from, when in this pass
	bind *ssa.Function // the function of a Func term of this package
	inv  bool          // an interface method call: the callee depends on Args[0]
}

var unknown = &Term{Op: Unknown}

// Type is the static type, or nil for a term read from a fact.
func (t *Term) Type() types.Type { return t.typ }

// Pos is where the value was built, or NoPos for a term read from a fact.
func (t *Term) Pos() token.Pos { return t.pos }

// Value is the SSA value the term was built from, if in this package.
func (t *Term) Value() ssa.Value { return t.val }

// Fn is the function of a Func term, if it has a body in this package.
func (t *Term) Fn() *ssa.Function { return t.bind }

// Invoke reports whether a Call term goes through an interface.
func (t *Term) Invoke() bool { return t.inv }

// At is the position as text: "dir/file.go:12", or "" when unknown.
func (t *Term) At() string { return t.at }

// TypeName is the full name of the type, pointers included: "*net/url.URL".
func (t *Term) TypeName() string {
	if t.name == "" && t.typ != nil {
		t.name = TypeName(t.typ)
	}
	return t.name
}

// TypeName names a type with full package paths.
func TypeName(t types.Type) string {
	return types.TypeString(types.Unalias(t), nil)
}

// IsNil reports whether the term is the constant nil.
func (t *Term) IsNil() bool { return t.Op == Const && t.Lit == LitNil }

// Text is the value of a string constant.
func (t *Term) Text() (string, bool) {
	if t.Op == Const && t.Lit == LitString {
		return t.Str, true
	}
	return "", false
}

// Bool is the value of a boolean constant.
func (t *Term) Bool() (value, ok bool) {
	if t.Op == Const && t.Lit == LitBool {
		return t.Str == "true", true
	}
	return false, false
}

// Int is the value of an integer constant.
func (t *Term) Int() (int64, bool) {
	if t.Op == Const && t.Lit == LitInt {
		n, err := strconv.ParseInt(t.Str, 10, 64)
		return n, err == nil
	}
	return 0, false
}

// Get is the value of a field of a Struct term, or nil if the literal leaves it out.
func (t *Term) Get(field string) *Term {
	if t.Op != Struct {
		return nil
	}
	for i, k := range t.Keys {
		if k == field {
			return t.Args[i]
		}
	}
	return nil
}

// IsCall reports whether the term is a call (not a result of one) of the function id.
func (t *Term) IsCall(id string) bool { return t.Op == Call && t.Str == id }

// CallOf strips Extract from a term and returns the call below it, or nil.
func (t *Term) CallOf() *Term {
	if t.Op == Extract || t.Op == Out {
		t = t.Args[0]
	}
	if t.Op == Call {
		return t
	}
	return nil
}

// Index is the result index of an Extract term, and 0 for the call itself.
func (t *Term) Index() int {
	if t.Op == Extract {
		return t.N
	}
	return 0
}

// Walk calls f for the term and everything below it, until f returns false.
func (t *Term) Walk(f func(*Term) bool) {
	seen := map[*Term]bool{}
	var walk func(t *Term) bool
	walk = func(t *Term) bool {
		if seen[t] {
			return true
		}
		seen[t] = true
		if !f(t) {
			return false
		}
		for _, a := range t.Args {
			if !walk(a) {
				return false
			}
		}
		return true
	}
	walk(t)
}

// Has reports whether f holds for the term or anything below it.
func (t *Term) Has(f func(*Term) bool) bool {
	found := false
	t.Walk(func(t *Term) bool {
		found = found || f(t)
		return !found
	})
	return found
}

// Open reports whether the term mentions a parameter or captured variable of
// the function it was built in, so that callers can still fill it in.
func (t *Term) Open() bool {
	return t.Has(func(t *Term) bool { return t.Op == Param || t.Op == Free })
}

const maxCompare = 1000 // size beyond which two terms count as different

// Equal reports whether two terms describe the same value.
func Equal(a, b *Term) bool {
	steps := maxCompare
	return equal(a, b, &steps)
}

func equal(a, b *Term, steps *int) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || *steps <= 0 || a.Op == Unknown ||
		a.Op != b.Op || a.Lit != b.Lit || a.N != b.N || a.Str != b.Str || len(a.Args) != len(b.Args) || len(a.Keys) != len(b.Keys) {
		return false
	}
	*steps--
	// Two calls are two values, even with equal arguments.
	if (a.Op == Call || a.Op == Struct || a.Op == Instance) && a.val != b.val {
		return false
	}
	for i := range a.Keys {
		if a.Keys[i] != b.Keys[i] {
			return false
		}
	}
	for i := range a.Args {
		if !equal(a.Args[i], b.Args[i], steps) {
			return false
		}
	}
	return true
}

// NewInstance is some value of a type.
func NewInstance(t types.Type) *Term { return &Term{Op: Instance, typ: t, Str: TypeName(t)} }

// NewMethod is a method of an interface value.
func NewMethod(recv *Term, name string) *Term {
	return &Term{Op: Method, Str: name, Args: []*Term{recv}, pos: recv.pos}
}

// NewFunc is a declared function or, with a receiver, a method value.
func NewFunc(id string, recv ...*Term) *Term { return &Term{Op: Func, Str: id, Args: recv} }

// NewCall is a call of a function value.
func NewCall(fn *Term, args ...*Term) *Term {
	return &Term{Op: Call, Args: append([]*Term{fn}, args...)}
}

// NewStaticCall is a call of a declared function by its ID.
func NewStaticCall(id string, args ...*Term) *Term { return &Term{Op: Call, Str: id, Args: args} }

// NewExtract is one result of a call.
func NewExtract(call *Term, n int) *Term { return &Term{Op: Extract, N: n, Args: []*Term{call}} }

// NewField is a field of a struct.
func NewField(base *Term, name string) *Term {
	if base.Op == Unknown {
		return unknown
	}
	return &Term{Op: Field, Str: name, Args: []*Term{base}}
}

// NewParam is a parameter.
func NewParam(n int) *Term { return &Term{Op: Param, N: n} }

// NewUnknown is a value that cannot be followed.
func NewUnknown() *Term { return unknown }

// With is the term with one argument replaced.
func (t *Term) With(i int, arg *Term) *Term {
	c := *t
	c.Args = append([]*Term(nil), t.Args...)
	c.Args[i] = arg
	return &c
}

// NewAlt is the choice between terms: flattened, without duplicates, and the
// term itself if there is only one.
func NewAlt(terms ...*Term) *Term {
	var out []*Term
	seen := map[shape][]*Term{}
	for _, t := range terms {
	next:
		for _, a := range t.Alternatives() {
			// Large tables of tools are alternatives too, so only terms that
			// look alike are compared.
			look := shape{a.Op, a.Lit, a.Str, a.N, len(a.Args)}
			for _, have := range seen[look] {
				if Equal(a, have) {
					continue next
				}
			}
			seen[look] = append(seen[look], a)
			out = append(out, a)
		}
	}
	switch len(out) {
	case 0:
		return unknown
	case 1:
		return out[0]
	}
	return &Term{Op: Alt, Args: out, typ: out[0].typ}
}

// A shape is what two equal terms have in common at first sight.
type shape struct {
	op   Op
	lit  Lit
	str  string
	n    int
	args int
}

// Alternatives are the choices of an Alt term, or the term itself.
func (t *Term) Alternatives() []*Term {
	if t.Op == Alt {
		return t.Args
	}
	return []*Term{t}
}

// String renders the term for debugging and for the outcomes command.
func (t *Term) String() string {
	var b strings.Builder
	t.write(&b, 0)
	return b.String()
}

func (t *Term) write(b *strings.Builder, depth int) {
	if depth > 12 || b.Len() > 4000 {
		b.WriteString("…")
		return
	}
	list := func(open string, args []*Term, close string) {
		b.WriteString(open)
		for i, a := range args {
			if i > 0 {
				b.WriteString(", ")
			}
			a.write(b, depth+1)
		}
		b.WriteString(close)
	}
	switch t.Op {
	case Unknown:
		b.WriteString("?")
	case Const:
		if t.Lit == LitString {
			b.WriteString(strconv.Quote(t.Str))
		} else {
			b.WriteString(t.Str)
		}
	case Param:
		b.WriteString("$" + strconv.Itoa(t.N))
	case Free:
		b.WriteString("^" + strconv.Itoa(t.N))
	case Global:
		b.WriteString(t.Str)
	case Func:
		b.WriteString(t.Str)
		if len(t.Args) > 0 {
			list("{", t.Args, "}")
		}
	case Call:
		if t.Str == "" {
			t.Args[0].write(b, depth+1)
			list("(", t.Args[1:], ")")
		} else {
			b.WriteString(t.Str)
			list("(", t.Args, ")")
		}
	case Extract:
		t.Args[0].write(b, depth+1)
		b.WriteString("#" + strconv.Itoa(t.N))
	case Field:
		t.Args[0].write(b, depth+1)
		b.WriteString("." + t.Str)
	case Elem:
		t.Args[0].write(b, depth+1)
		list("[", t.Args[1:], "]")
	case Struct:
		b.WriteString(t.TypeName() + "{")
		for i, k := range t.Keys {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(k + ": ")
			t.Args[i].write(b, depth+1)
		}
		b.WriteString("}")
	case List:
		list("[", t.Args, "]")
	case Map:
		list("map[", t.Args, "]")
	case Bin:
		list("("+t.Str+" ", t.Args, ")")
	case Not:
		list("!(", t.Args, ")")
	case Assert:
		t.Args[0].write(b, depth+1)
		b.WriteString(".(" + t.Str + ")")
	case Alt:
		list("<", t.Args, ">")
	case Out:
		b.WriteString("&out ")
		t.Args[0].write(b, depth+1)
	case Method:
		t.Args[0].write(b, depth+1)
		b.WriteString("." + t.Str + "()")
	case Instance:
		b.WriteString("some " + t.TypeName())
	}
}
