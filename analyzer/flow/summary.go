package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

const (
	maxExpand = 8    // calls seen through, one inside the other
	maxNodes  = 3000 // size of a term built by substitution
	maxSteps  = 4096 // rewriting steps that one question may cost
)

// Exits lists the ways a function of this package returns.
func (r *Result) Exits(fn *ssa.Function) []*Exit {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.exits(fn)
}

func (r *Result) exits(fn *ssa.Function) []*Exit {
	if x, ok := r.exitMemo[fn]; ok {
		return x
	}
	r.exitMemo[fn] = nil // a recursive function is opaque to itself
	x := r.evaluator(fn).exits()
	r.exitMemo[fn] = x
	return x
}

// Eval is the term of a value of this package.
func (r *Result) Eval(v ssa.Value) *Term {
	r.mu.Lock()
	defer r.mu.Unlock()
	fn := v.Parent()
	if fn == nil {
		switch v.(type) {
		case *ssa.Global, *ssa.Const, *ssa.Function:
			fn = r.Pkg.Func("init")
		default:
			return unknown
		}
	}
	if fn == nil {
		return unknown
	}
	return r.evaluator(fn).eval(v)
}

// CallTerm is the term of a call instruction, go and defer included.
func (r *Result) CallTerm(c ssa.CallInstruction) *Term {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.evaluator(c.Parent())
	if v, ok := c.(*ssa.Call); ok {
		return e.eval(v)
	}
	return e.callTerm(c, c.Common())
}

// Paths are the ways into a block of this package.
func (r *Result) Paths(b *ssa.BasicBlock) []Path {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.evaluator(b.Parent()).paths(b)
}

// Expand lists the exits of the function that a call term calls, with the
// call's arguments put in. ok is false where the callee is not known.
func (r *Result) Expand(call *Term) (exits []*Exit, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.expand(call)
}

func (r *Result) expand(call *Term) ([]*Exit, bool) {
	if call == nil || call.Op != Call {
		return nil, false
	}
	if x, ok := r.expandMemo[call]; ok {
		return x, x != nil
	}
	r.expandMemo[call] = nil
	defer r.ask()()
	x := r.expandCall(call)
	if r.steps < maxSteps {
		r.expandMemo[call] = x
	} else {
		delete(r.expandMemo, call) // half an answer is no answer for the next who asks
	}
	return x, x != nil
}

// ask opens a question, or joins the one that is open. What it returns closes
// it. Terms that lead into one another, tables of tables among them, would
// otherwise be followed without end.
func (r *Result) ask() (done func()) {
	if r.asking == 0 {
		r.steps = 0
	}
	r.asking++
	return func() { r.asking-- }
}

func (r *Result) expandCall(call *Term) []*Exit {
	id, params, free := r.callee(call)
	if id == "" {
		return nil
	}
	var exits []*Exit
	if fn := r.funcs[id]; fn != nil {
		exits = r.exits(fn)
	} else {
		exits = r.imported(id)
	}
	if len(exits) == 0 {
		return nil
	}
	s := &substitution{params: params, free: free, memo: map[*Term]*Term{}}
	out := make([]*Exit, len(exits))
	for i, x := range exits {
		out[i] = s.exit(x)
	}
	return out
}

// Summary lists the exits of the function that a call term calls, in the
// function's own parameters.
func (r *Result) Summary(call *Term) []*Exit {
	r.mu.Lock()
	defer r.mu.Unlock()
	id, _, _ := r.callee(call)
	if id == "" {
		return nil
	}
	if fn := r.funcs[id]; fn != nil {
		return r.exits(fn)
	}
	return r.imported(id)
}

// Callee resolves the function behind a call term: its ID, and the terms that
// its parameters and captured variables stand for.
func (r *Result) Callee(call *Term) (id string, params, free []*Term) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.callee(call)
}

func (r *Result) callee(call *Term) (id string, params, free []*Term) {
	defer r.ask()()
	if call.inv {
		recv := r.reduce(call.Args[0], maxExpand)
		if m := r.methodOf(recv, NameOf(call.Str)); m != "" {
			return m, append([]*Term{recv}, call.Args[1:]...), nil
		}
		return "", nil, nil
	}
	if call.Str != "" {
		return call.Str, call.Args, nil
	}
	fn := r.reduce(call.Args[0], maxExpand)
	if fn.Op == Call && len(fn.Args) == 1 && runsOnce[fn.Str] {
		fn = r.reduce(fn.Args[0], maxExpand)
	}
	if fn.Op != Func {
		return "", nil, nil
	}
	if fn.bound() {
		return fn.Str, append([]*Term{fn.Args[0]}, call.Args[1:]...), nil
	}
	return fn.Str, call.Args[1:], fn.Args
}

// runsOnce are the functions that return one which runs their argument.
var runsOnce = map[string]bool{"sync.OnceFunc": true, "sync.OnceValue": true, "sync.OnceValues": true}

// methodOf is the ID of the method that a call through an interface reaches,
// when the concrete type of the receiver is known.
func (r *Result) methodOf(recv *Term, name string) string {
	t := recv.typ
	if t == nil {
		if recv.name == "" || recv.Op != Struct && recv.Op != Call && recv.Op != Extract && recv.Op != Instance {
			return ""
		}
		return methodIDByName(recv.name, name)
	}
	if types.IsInterface(t) {
		return ""
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, r.Pkg.Pkg, name)
	if fn, ok := obj.(*types.Func); ok {
		return ObjectID(fn)
	}
	return ""
}

// methodIDByName guesses the ID of a method from the printed type of its
// receiver, for terms that were read from facts.
func methodIDByName(typ, method string) string {
	if typ == "" || typ[0] == '[' || typ == "error" || typ == "any" {
		return ""
	}
	return "(" + typ + ")." + method
}

// Reduce rewrites a term as far as it can be followed: fields of literals,
// elements of lists, results of known functions, package-level variables.
func (r *Result) Reduce(t *Term) *Term {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.ask()()
	return r.reduce(t, maxExpand)
}

func (r *Result) reduce(t *Term, depth int) *Term {
	r.steps++
	if depth <= 0 || r.steps > maxSteps {
		return t
	}
	switch t.Op {
	case Alt:
		alts := make([]*Term, len(t.Args))
		changed := false
		for i, a := range t.Args {
			alts[i] = r.reduce(a, depth-1)
			changed = changed || alts[i] != a
		}
		if changed {
			return NewAlt(alts...)
		}
	case Global:
		if v := r.globalValue(t.Str); v != nil && v.Op != Unknown {
			return r.reduce(v, depth-1)
		}
	case Field:
		return r.reduceField(t, depth)
	case Elem:
		return r.reduceElem(t, depth)
	case Extract:
		return r.reduceResult(t, depth)
	case Call:
		if exits, ok := r.expand(t); ok && len(exits[0].Results) == 1 {
			return r.merge(exits, 0, depth)
		}
	case Method:
		recv := r.reduce(t.Args[0], depth-1)
		if id := r.methodOf(recv, t.Str); id != "" {
			return &Term{Op: Func, Str: id, Args: []*Term{recv}, bind: r.funcs[id]}
		}
	}
	return t
}

func (r *Result) reduceField(t *Term, depth int) *Term {
	base := r.reduce(t.Args[0], depth-1)
	alts := make([]*Term, 0, 1)
	for _, b := range base.Alternatives() {
		if b.Op == Struct {
			if f := b.Get(t.Str); f != nil {
				alts = append(alts, r.reduce(f, depth-1))
				continue
			}
			if len(b.Keys) > 0 && b.Keys[0] == "" {
				f := *t
				f.Args = []*Term{b.Args[0]}
				alts = append(alts, r.reduce(&f, depth-1))
				continue
			}
			if z := r.zeroField(t); z != nil {
				alts = append(alts, z)
				continue
			}
		}
		if b == t.Args[0] {
			alts = append(alts, t)
			continue
		}
		f := *t
		f.Args = []*Term{b}
		alts = append(alts, &f)
	}
	return NewAlt(alts...)
}

// zeroField is the zero value of a field that a literal leaves out.
func (r *Result) zeroField(t *Term) *Term {
	if t.typ == nil {
		return nil
	}
	if z := zeroOf(t.typ); z.Op != Unknown {
		return z
	}
	return nil
}

func (r *Result) reduceElem(t *Term, depth int) *Term {
	if t.Str == "key" {
		return t
	}
	base := r.reduce(t.Args[0], depth-1)
	switch base.Op {
	case List:
		if len(base.Args) == 0 {
			return t
		}
		if len(t.Args) > 1 {
			if i, ok := t.Args[1].Int(); ok && i >= 0 && int(i) < len(base.Args) {
				return r.reduce(base.Args[i], depth-1)
			}
		}
		alts := make([]*Term, len(base.Args))
		for i, a := range base.Args {
			alts[i] = r.reduce(a, depth-1)
		}
		return NewAlt(alts...)
	case Map:
		var alts []*Term
		for i := 1; i < len(base.Args); i += 2 {
			alts = append(alts, r.reduce(base.Args[i], depth-1))
		}
		if len(alts) > 0 {
			return NewAlt(alts...)
		}
	case Alt:
		var alts []*Term
		for _, b := range base.Args {
			e := *t
			e.Args = append([]*Term{b}, t.Args[1:]...)
			alts = append(alts, r.reduce(&e, depth-1))
		}
		return NewAlt(alts...)
	}
	if base != t.Args[0] {
		e := *t
		e.Args = append([]*Term{base}, t.Args[1:]...)
		return &e
	}
	return t
}

func (r *Result) reduceResult(t *Term, depth int) *Term {
	if exits, ok := r.expand(t.Args[0]); ok {
		return r.merge(exits, t.N, depth)
	}
	return t
}

// merge is the choice between one result of several exits. The result that
// goes with a returned error is no value worth following.
func (r *Result) merge(exits []*Exit, n, depth int) *Term {
	var alts []*Term
	for _, x := range exits {
		if n >= len(x.Results) {
			return unknown
		}
		alts = append(alts, r.reduce(x.Results[n], depth-1))
	}
	return NewAlt(alts...)
}

// substitution puts terms in for parameters and captured variables.
type substitution struct {
	params []*Term
	free   []*Term
	memo   map[*Term]*Term
	nodes  int
}

func (s *substitution) exit(x *Exit) *Exit {
	c := *x
	c.Results = make([]*Term, len(x.Results))
	for i, t := range x.Results {
		c.Results[i] = s.term(t)
	}
	if len(x.Assigns) > 0 {
		c.Assigns = make([]Assigned, len(x.Assigns))
		for i, o := range x.Assigns {
			o.Value = s.term(o.Value)
			c.Assigns[i] = o
		}
	}
	c.Paths = make([]Path, len(x.Paths))
	for i, p := range x.Paths {
		c.Paths[i] = make(Path, len(p))
		for j, cond := range p {
			cond.Term = s.term(cond.Term)
			c.Paths[i][j] = cond
		}
	}
	return &c
}

func (s *substitution) term(t *Term) *Term {
	switch t.Op {
	case Param:
		if t.N < len(s.params) {
			return s.params[t.N]
		}
		return unknown
	case Free:
		if t.N < len(s.free) {
			return s.free[t.N]
		}
		return unknown
	}
	if len(t.Args) == 0 {
		return t
	}
	if m, ok := s.memo[t]; ok {
		return m
	}
	s.nodes++
	if s.nodes > maxNodes {
		return unknown
	}
	args := make([]*Term, len(t.Args))
	changed := false
	for i, a := range t.Args {
		args[i] = s.term(a)
		changed = changed || args[i] != a
	}
	if !changed {
		s.memo[t] = t
		return t
	}
	c := *t
	c.Args = args
	m := &c
	if t.Op == Alt {
		m = NewAlt(args...)
	}
	s.memo[t] = m
	return m
}

// Substitute puts terms in for the parameters and captured variables of a term.
func Substitute(t *Term, params, free []*Term) *Term {
	s := &substitution{params: params, free: free, memo: map[*Term]*Term{}}
	return s.term(t)
}

// Replace puts with in for every occurrence of old, which must be a subterm
// by identity.
func Replace(t, old, with *Term) *Term {
	memo := map[*Term]*Term{old: with}
	var rep func(t *Term) *Term
	rep = func(t *Term) *Term {
		if m, ok := memo[t]; ok {
			return m
		}
		if len(t.Args) == 0 {
			if t != old && Equal(t, old) {
				return with
			}
			return t
		}
		if Equal(t, old) {
			memo[t] = with
			return with
		}
		args := make([]*Term, len(t.Args))
		changed := false
		for i, a := range t.Args {
			args[i] = rep(a)
			changed = changed || args[i] != a
		}
		m := t
		if changed {
			c := *t
			c.Args = args
			m = &c
		}
		memo[t] = m
		return m
	}
	return rep(t)
}

// EdgePaths are the ways into a block of this package that come from one of its
// predecessors.
func (r *Result) EdgePaths(from, to *ssa.BasicBlock) []Path {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.evaluator(to.Parent()).through(from, to)
}
