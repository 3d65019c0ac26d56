package outcome

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

const (
	maxFollow = 6   // functions followed, one inside the other
	maxLeaves = 300 // exits of one handler
)

func rolesOf(sdks *sdk.Table, sig *types.Signature) (params, results []sdk.Role) {
	return registry.Roles(sdks, sig)
}

// Exits lists the ways in which a target's handler ends, those of the
// functions whose answer it passes on included.
func (r *Result) Exits(t *Target) []*Exit {
	if t.listed {
		return t.exits
	}
	t.listed = true
	fn := t.Handler.Fn
	r.judge.begin(r.Reach.Of(fn))
	w := &exitWalker{r: r, t: t}
	w.roles(fn)
	for _, x := range r.Flow.Exits(fn) {
		w.follow(step{
			results: x.Results, paths: x.Paths, fn: fn, pos: x.Pos(), block: x.Block(), ret: x.Return(), deferred: x.Deferred,
		})
	}
	t.exits = w.out
	return t.exits
}

// exitWalker lists the exits of one handler.
type exitWalker struct {
	r   *Result
	t   *Target
	out []*Exit

	result, output, err int // result positions, -1 for none
}

// roles finds which result of the handler is what.
func (w *exitWalker) roles(fn *ssa.Function) {
	w.result, w.output, w.err = -1, -1, -1
	b := w.t.Handler.Binding
	results := b.Results
	if len(results) != fn.Signature.Results().Len() {
		_, results = rolesOf(w.r.Flow.SDKs, fn.Signature)
	}
	for i, role := range results {
		switch role {
		case sdk.Tool:
			w.result = i
		case sdk.Output:
			if w.output < 0 {
				w.output = i
			}
		case sdk.Err:
			w.err = i
		}
	}
	if w.result < 0 {
		w.result, w.output = w.output, -1
	}
}

// A step is an exit on the way to where it is decided.
type step struct {
	results  []*flow.Term
	paths    []flow.Path
	fn       *ssa.Function
	pos      token.Pos
	block    *ssa.BasicBlock
	ret      *ssa.Return
	chain    []token.Pos
	deferred bool
	depth    int
}

func (w *exitWalker) at(s step, i int) *flow.Term {
	if i < 0 || i >= len(s.results) {
		return nil
	}
	return s.results[i]
}

// follow goes into the function that an exit passes the answer of, or records
// the exit.
func (w *exitWalker) follow(s step) {
	if len(w.out) >= maxLeaves {
		return
	}
	if s.depth < maxFollow {
		if call := w.next(s); call != nil {
			if exits, ok := w.r.Flow.Expand(call); ok && w.into(s, call, exits) {
				return
			}
		}
	}
	w.record(s)
}

// next is the call whose answer an exit passes on.
func (w *exitWalker) next(s step) *flow.Term {
	if res := w.at(s, w.result); res != nil {
		if call := res.CallOf(); call != nil && res.Op != flow.Out && call.Str != "append" {
			if w.buildsResult(call, res) {
				return call
			}
		}
	}
	err := w.at(s, w.err)
	if err == nil || err.IsNil() || err.Op == flow.Out {
		return nil
	}
	call := err.CallOf()
	if call == nil || w.r.judge.constructor(call) {
		return nil
	}
	id, _, _ := w.r.Flow.Callee(call)
	if id == "" {
		return nil
	}
	if w.r.Flow.Func(id) != nil {
		return call
	}
	// Another package's function is followed if it shapes an error that it is
	// given; else it is where the error comes from.
	for _, a := range call.Args {
		if isErrorTerm(a) && !a.IsNil() {
			return call
		}
	}
	return nil
}

// buildsResult reports whether a call makes the tool result that is returned.
func (w *exitWalker) buildsResult(call, res *flow.Term) bool {
	t := res.Type()
	if t != nil {
		if tup, ok := t.(*types.Tuple); ok {
			if n := res.Index(); n < tup.Len() {
				t = tup.At(n).Type()
			}
		}
		if registry.IsToolResult(w.r.Flow.SDKs, t) {
			return true
		}
	}
	id, _, _ := w.r.Flow.Callee(call)
	if w.r.Flow.Func(id) == nil {
		return false
	}
	// return f(…): the whole answer comes from one function of the package.
	if w.err >= 0 {
		if res.Op == flow.Extract {
			return true
		}
	}
	return false
}

// into replaces a call by the exits of what it calls.
func (w *exitWalker) into(s step, call *flow.Term, exits []*flow.Exit) bool {
	var next []step
	for _, x := range exits {
		n := s
		n.depth++
		n.results = make([]*flow.Term, len(s.results))
		for i, res := range s.results {
			n.results[i] = replaced(res, call, x)
		}
		n.paths = w.joined(s.paths, call, x)
		if n.paths == nil {
			continue // cannot happen on any path
		}
		if x.Return() != nil {
			n.fn, n.pos, n.block, n.ret = x.Return().Parent(), x.Pos(), x.Block(), x.Return()
			n.chain = append(s.chain[:len(s.chain):len(s.chain)], s.pos)
		}
		n.deferred = s.deferred || x.Deferred
		next = append(next, n)
	}
	if len(next) == 0 {
		return false
	}
	for _, n := range next {
		w.follow(n)
	}
	return true
}

// replaced puts an exit's results in for those of the call.
func replaced(t, call *flow.Term, x *flow.Exit) *flow.Term {
	if len(x.Results) == 1 {
		return flow.Replace(t, call, x.Results[0])
	}
	for i, r := range x.Results {
		t = flow.Replace(t, flow.NewExtract(call, i), r)
	}
	return t
}

const maxJoined = 6

// joined are the paths of a caller continued by those of a callee's exit. Ways
// that contradict the callee's answer are dropped; nil means that none is left.
func (w *exitWalker) joined(paths []flow.Path, call *flow.Term, x *flow.Exit) []flow.Path {
	if len(paths) == 0 {
		paths = []flow.Path{nil}
	}
	var possible []flow.Path
next:
	for _, p := range paths {
		out := make(flow.Path, len(p))
		for i, c := range p {
			c.Term = replaced(c.Term, call, x)
			if holds, known := decide(c); known && !holds {
				continue next
			}
			out[i] = c
		}
		possible = append(possible, out)
	}
	if len(possible) == 0 {
		return nil
	}
	inner := x.Paths
	if len(inner) == 0 {
		inner = []flow.Path{nil}
	}
	var out []flow.Path
	for _, p := range possible {
		for _, q := range inner {
			if impossible(q) {
				continue
			}
			if len(out) >= maxJoined {
				return out
			}
			if contradict(p, q) {
				continue
			}
			out = append(out, append(p[:len(p):len(p)], q...))
		}
	}
	return out
}

// impossible reports whether a path contains a condition that is known not to
// hold once the arguments are in place.
func impossible(p flow.Path) bool {
	for _, c := range p {
		if holds, known := decide(c); known && !holds {
			return true
		}
	}
	return false
}

// contradict reports whether one path asks for the opposite of what the other
// says.
func contradict(p, q flow.Path) bool {
	for _, a := range p {
		for _, b := range q {
			if a.Neg != b.Neg && sameTest(a.Term, b.Term) {
				return true
			}
		}
	}
	return false
}

// sameTest reports whether two calls ask the same of the same values.
func sameTest(a, b *flow.Term) bool {
	if a.Op != flow.Call || b.Op != flow.Call || a.Str == "" || a.Str != b.Str || len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		if !flow.Equal(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

// decide evaluates a comparison of constants, or of a made value with nil.
func decide(c flow.Cond) (holds, known bool) {
	t, neg := c.Term, c.Neg
	for t.Op == flow.Not {
		t, neg = t.Args[0], !neg
	}
	if v, ok := t.Bool(); ok {
		return v != neg, true
	}
	if t.Op != flow.Bin || len(t.Args) != 2 || t.Str != "==" && t.Str != "!=" {
		return false, false
	}
	x, y := t.Args[0], t.Args[1]
	eq, ok := sameValue(x, y)
	if !ok {
		return false, false
	}
	return (eq == (t.Str == "==")) != neg, true
}

// sameValue compares two terms where the answer is certain.
func sameValue(x, y *flow.Term) (equal, known bool) {
	if x.Op == flow.Const && y.Op == flow.Const {
		return x.Str == y.Str && x.Lit == y.Lit, true
	}
	if x.IsNil() {
		x, y = y, x
	}
	if y.IsNil() {
		switch x.Op {
		case flow.Struct, flow.List, flow.Map, flow.Func:
			return false, true
		case flow.Call:
			if x.Str == "errors.New" || x.Str == "fmt.Errorf" {
				return false, true
			}
		}
	}
	return false, false
}

// record judges an exit.
func (w *exitWalker) record(s step) {
	j := w.r.judge
	x := &Exit{
		Target: w.t, Fn: s.fn, Pos: s.pos, Block: s.block, Ret: s.ret, Chain: s.chain, Paths: s.paths, Deferred: s.deferred,
		Result: w.at(s, w.result), Output: w.at(s, w.output), Err: w.at(s, w.err),
	}
	j.convey(x)
	w.out = append(w.out, x)
}
