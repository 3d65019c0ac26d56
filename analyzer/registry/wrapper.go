package registry

import (
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// A Wrapper is a function that calls a handler and answers in its place.
type Wrapper struct {
	ID    string
	Inner *flow.Term // what it calls, in its own parameters and captures

	Adapter  bool // calls a handler of another shape
	Unknown  bool // could not be looked into
	SDK      bool // belongs to an SDK
	Boundary bool // named as a boundary by the configuration

	Recovers    bool // a panic below becomes an answer
	RecoverLost bool // it recovers, but the answer is lost: unnamed results
	Masks       bool // replaces the text of errors it does not know
	MasksResult bool // the same for error results that the SDK made of errors
	Passes      bool // passes errors on as they are
	Flattens    bool // turns errors into results, with their text

	ReturnsErrors bool // answers with errors of its own, for whoever is outside

	Pos    token.Pos // where it is, when in this package
	At     string
	RawPos token.Pos // where the text of any error goes into a result
	RawAt  string

	errors   *masking
	innerSig *types.Signature
}

// wrapper is what is known of a function as a wrapper, or nil.
func (r *Result) wrapper(id string) *Wrapper {
	if w, ok := r.wrappers[id]; ok {
		return w
	}
	r.wrappers[id] = nil
	w := r.inferWrapper(id)
	r.wrappers[id] = w
	return w
}

// Wrapper is what is known of a function as a wrapper, or nil.
func (r *Result) Wrapper(id string) *Wrapper { return r.wrapper(id) }

func (r *Result) inferWrapper(id string) *Wrapper {
	fn := r.Flow.Func(id)
	if fn == nil {
		if r.facts == nil {
			return nil
		}
		return r.facts.wrapper(id)
	}
	d := r.delegation(fn)
	if d == nil {
		return nil
	}
	w := &Wrapper{
		ID: id, Inner: d.inner, Adapter: d.adapter,
		Pos: fn.Pos(), At: r.Flow.At(fn.Pos()),
		innerSig: d.sig,
	}
	w.Boundary = r.cfg.boundary(id)
	w.Recovers, w.RecoverLost = r.recovers(fn)
	for lit := d.nested; lit != nil && lit != fn && !w.Recovers; lit = lit.Parent() {
		var lost bool
		w.Recovers, lost = r.recovers(lit)
		w.RecoverLost = w.RecoverLost || lost
		// A recover in the literal around the call protects it even when the
		// literal has no results of its own to assign.
		if lost && r.storesCaptured(lit) || r.runBehindRecover(lit) {
			w.Recovers, w.RecoverLost = true, false
		}
	}
	if d.via != nil {
		w.Recovers = w.Recovers || d.via.Recovers
	}
	r.judgeErrors(fn, w, d)
	if known, returnsErrors := sdk.IsBoundary(flow.BaseID(id)); known {
		w.Boundary, w.Recovers, w.ReturnsErrors = true, true, returnsErrors
	}
	return w
}

// A delegate is the call of a handler within a wrapper.
type delegate struct {
	call    *flow.Term   // the call
	others  []*flow.Term // further calls of the same handler
	inner   *flow.Term   // what is called
	sig     *types.Signature
	adapter bool
	nested  *ssa.Function // the literal within the wrapper that makes the call
	via     *Wrapper      // the helper that makes it
}

// delegation finds the call of another handler that a function answers with.
func (r *Result) delegation(fn *ssa.Function) *delegate {
	if len(fn.Blocks) == 0 || fn.Signature.Results().Len() == 0 {
		return nil
	}
	exits := r.Flow.Exits(fn)
	var found *delegate
	add := func(d *delegate) {
		switch {
		case found == nil:
			found = d
		case flow.Equal(found.inner, d.inner) && (found.via == nil) == (d.via == nil):
			found.others = append(found.others, d.call)
			if found.nested == nil {
				found.nested = d.nested
			}
		}
	}
	for c := range calls(fn) {
		if d := r.delegates(fn, c); d != nil && !r.passesOtherMethods(c) &&
			(r.sameShape(fn, d) || (r.receivesCall(fn, d) && flowsOut(exits, d.call))) {
			d.adapter = !r.sameShape(fn, d)
			add(d)
		}
	}
	if found != nil && found.via == nil {
		return found
	}
	// The call may sit in a literal that fn runs itself, func() { … }(), or hands
	// to a helper that does.
	for _, anon := range fn.AnonFuncs {
		if d := r.nestedDelegation(fn, anon); d != nil && found == nil {
			return d
		}
	}
	return found
}

func (r *Result) nestedDelegation(fn, anon *ssa.Function) *delegate {
	if !isRun(anon) {
		return nil
	}
	bindings := r.bindings(fn, anon)
	for c := range calls(anon) {
		d := r.delegates(anon, c)
		if d == nil || d.sig == nil || r.passesOtherMethods(c) {
			continue
		}
		d.call, d.inner = flow.Substitute(d.call, nil, bindings), flow.Substitute(d.inner, nil, bindings)
		if !d.inner.Open() || !rooted(d.inner) {
			continue
		}
		if !r.sameShape(fn, d) {
			if !r.receivesCall(fn, d) || !leaves(r.Flow.Exits(anon), c) {
				continue
			}
			d.adapter = true
		}
		d.nested = anon
		return d
	}
	return nil
}

// calls yields the calls that a function makes itself.
func calls(fn *ssa.Function) iter.Seq[*ssa.Call] {
	return func(yield func(*ssa.Call) bool) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(*ssa.Call); ok && !yield(c) {
					return
				}
			}
		}
	}
}

// isRun reports whether a literal is called where it stands, or given to a
// function that can call it, rather than returned or stored.
func isRun(lit *ssa.Function) bool {
	for _, v := range literalValues(lit) {
		for _, ref := range *v.Referrers() {
			if _, ok := ref.(ssa.CallInstruction); ok {
				return true
			}
		}
	}
	return false
}

// literalValues are the values that a literal has in the function around it.
func literalValues(lit *ssa.Function) []ssa.Value {
	if len(lit.FreeVars) == 0 {
		return nil // it captures no handler
	}
	var out []ssa.Value
	for _, b := range lit.Parent().Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == ssa.Value(lit) {
				out = append(out, mc)
			}
		}
	}
	return out
}

// passesOtherMethods reports whether a call is only made for what is not a tool
// call, in a middleware that sees all of a server's methods.
func (r *Result) passesOtherMethods(c *ssa.Call) bool {
	paths := r.Flow.Paths(c.Block())
	for _, p := range paths {
		if !slices.ContainsFunc(p, func(c flow.Cond) bool { return otherMethod(r.Flow.SDKs, c) }) {
			return false
		}
	}
	return len(paths) > 0
}

// leaves reports whether what a call in a literal returns gets out of it.
func leaves(exits []*flow.Exit, call ssa.Value) bool {
	is := func(t *flow.Term) bool { return t.Op == flow.Call && t.Value() == call }
	for _, x := range exits {
		for _, t := range x.Results {
			if t.Has(is) {
				return true
			}
		}
		for _, a := range x.Assigns {
			if a.Value.Has(is) {
				return true
			}
		}
	}
	return false
}

// bindings are the captured values of a literal, in terms of the function
// that contains it.
func (r *Result) bindings(fn, anon *ssa.Function) []*flow.Term {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == ssa.Value(anon) {
				return r.Flow.Eval(mc).Args
			}
		}
	}
	return nil
}

// delegates tells what a call calls, if that comes from outside the function.
func (r *Result) delegates(fn *ssa.Function, c *ssa.Call) *delegate {
	common := c.Common()
	if _, ok := common.Value.(*ssa.Builtin); ok {
		return nil
	}
	if common.IsInvoke() {
		if !callsHandler(common.Signature()) {
			return nil
		}
		t := r.Flow.CallTerm(c)
		if t.Op != flow.Call || !rooted(t.Args[0]) || common.Method.Name() == "Error" {
			return nil
		}
		return &delegate{call: t, inner: flow.NewMethod(t.Args[0], common.Method.Name()), sig: common.Signature()}
	}
	if callee := common.StaticCallee(); callee != nil {
		id := flow.FuncID(callee)
		if id == "(reflect.Value).Call" {
			t := r.Flow.CallTerm(c)
			if t.Op == flow.Call && rooted(t.Args[0]) {
				return &delegate{call: t, inner: t.Args[0]}
			}
			return nil
		}
		if callee == fn || flow.FuncID(fn) == id {
			return nil
		}
		if !passesFunc(common) {
			return nil
		}
		w := r.wrapper(id)
		if w == nil || w.Inner == nil {
			return nil
		}
		t := r.Flow.CallTerm(c)
		if t.Op != flow.Call {
			return nil
		}
		_, params, free := r.Flow.Callee(t)
		inner := flow.Substitute(w.Inner, params, free)
		if !rooted(inner) {
			return nil
		}
		return &delegate{call: t, inner: inner, sig: w.innerSig, via: w}
	}
	t := r.Flow.CallTerm(c)
	if t.Op != flow.Call || t.Str != "" || !callsHandler(common.Signature()) {
		return nil
	}
	if !rooted(t.Args[0]) {
		return nil
	}
	return &delegate{call: t, inner: t.Args[0], sig: common.Signature()}
}

// passesFunc reports whether a call is given a function or a struct or
// interface that can hold one.
func passesFunc(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		switch u := a.Type().Underlying().(type) {
		case *types.Signature, *types.Interface:
			return true
		case *types.Pointer:
			if _, ok := u.Elem().Underlying().(*types.Struct); ok {
				return true
			}
		case *types.Struct:
			return true
		}
	}
	return false
}

// callsHandler reports whether a signature can be a handler's: it takes
// something and returns something.
func callsHandler(sig *types.Signature) bool {
	return sig.Params().Len() > 0 && sig.Results().Len() > 0
}

// rooted reports whether a term starts from a parameter or captured variable.
func rooted(t *flow.Term) bool {
	for {
		switch t.Op {
		case flow.Param, flow.Free:
			return true
		case flow.Field, flow.Elem, flow.Assert, flow.Method, flow.Extract:
			t = t.Args[0]
		case flow.Call:
			// wrap(next)(ctx, req): what is called was made of what came in.
			if t.Str == "" {
				t = t.Args[0]
				continue
			}
			for _, a := range t.Args {
				if a.Type() != nil && isFunc(a.Type()) && rooted(a) {
					return true
				}
			}
			if t.Str == "reflect.ValueOf" && len(t.Args) == 1 {
				t = t.Args[0]
				continue
			}
			return false
		default:
			return false
		}
	}
}

// hasFuncInput reports whether a function is given another one: as a
// parameter, a captured variable, or a field of its receiver.
func hasFuncInput(sdks *sdk.Table, fn *ssa.Function) bool {
	if fn.Signature.Recv() != nil && sdkOfResults(sdks, fn.Signature) != nil {
		return true // a wrapper may be a method
	}
	for _, p := range fn.Params {
		if isFunc(p.Type()) {
			return true
		}
	}
	for _, f := range fn.FreeVars {
		t := f.Type()
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		if isFunc(t) || types.IsInterface(t) {
			return true
		}
	}
	return false
}

// TestsError reports whether a condition compares the error of what the wrapper
// calls with nil. Only a wrapper of the package being analysed can tell.
func (w *Wrapper) TestsError(t *flow.Term) bool {
	if w.errors == nil {
		return false
	}
	e, _ := flow.Cond{Term: t}.NilTest()
	return e != nil && w.errors.isErr(e)
}

// CallersOf lists the functions of this package that call a function directly.
func (r *Result) CallersOf(fn *ssa.Function) []*ssa.Function {
	if r.callers == nil {
		r.callers = map[*ssa.Function][]*ssa.Function{}
		for _, f := range r.Flow.All() {
			for _, b := range f.Blocks {
				for _, instr := range b.Instrs {
					if c, ok := instr.(ssa.CallInstruction); ok {
						if callee := c.Common().StaticCallee(); callee != nil {
							if body := r.Flow.Func(flow.FuncID(callee)); body != nil {
								r.callers[body] = append(r.callers[body], f)
							}
						}
					}
				}
			}
		}
	}
	return r.callers[fn]
}
