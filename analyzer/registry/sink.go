package registry

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// A sink is a place where a tool reaches an SDK, with what it is given as
// terms over the parameters of the function that contains it.
type sink struct {
	entry   string // registrar ID or bundle type
	sdk     string
	binding *sdk.Binding

	server  *flow.Term
	tool    *flow.Term
	name    *flow.Term // where the name is an argument of its own
	desc    *flow.Term
	handler *flow.Term
	many    *flow.Term // bundles, instead of tool and handler
	bundle  *sdk.Bundle

	// apply is set instead of all others for a call of an unknown function
	// that is given a handler: whoever fills in the function decides.
	apply *flow.Term

	site     string        // the SDK's call that the tool ends in
	wrappers []*Wrapper    // put around the handler on the way
	pos      token.Pos     // in this package: the innermost call
	literal  bool          // a bundle literal
	home     *ssa.Function // the function with the literal, if in this package
}

// maxOpen bounds the sinks that one function leaves to its callers.
const maxOpen = 200

// key tells sinks apart that stand for different registrations.
func (k *sink) key() string {
	var b strings.Builder
	b.WriteString(k.entry)
	for _, t := range []*flow.Term{k.handler, k.many, k.apply, k.tool, k.name} {
		b.WriteByte(0)
		if t != nil {
			b.WriteString(t.String())
		}
	}
	for _, w := range k.wrappers {
		b.WriteByte(0)
		b.WriteString(w.ID)
	}
	return b.String()
}

// terms lists the parts that substitution changes.
func (k *sink) terms() []**flow.Term {
	return []**flow.Term{&k.server, &k.tool, &k.name, &k.desc, &k.handler, &k.many, &k.apply}
}

// fill is the sink with parameters and captured variables put in.
func (k *sink) fill(params, free []*flow.Term) *sink {
	c := *k
	for _, t := range c.terms() {
		if *t != nil {
			*t = flow.Substitute(*t, params, free)
		}
	}
	return &c
}

// open reports whether what is registered depends on the caller.
func (k *sink) open() bool {
	for _, t := range []*flow.Term{k.handler, k.many, k.apply} {
		if t != nil && spineOpen(t, 0) {
			return true
		}
	}
	return false
}

// spineOpen reports whether what a term starts from is the caller's to give. A
// parameter that only serves as an argument on the way does not count.
func spineOpen(t *flow.Term, depth int) bool {
	if depth > 24 {
		return false
	}
	switch t.Op {
	case flow.Param, flow.Free:
		return true
	case flow.Field, flow.Elem, flow.Assert, flow.Method, flow.Extract:
		return spineOpen(t.Args[0], depth+1)
	case flow.Call:
		if t.Str == "" || t.Invoke() {
			return spineOpen(t.Args[0], depth+1)
		}
		return anyOpen(t.Args, depth)
	case flow.Alt, flow.List, flow.Map, flow.Struct, flow.Func:
		return anyOpen(t.Args, depth)
	}
	return false
}

func anyOpen(ts []*flow.Term, depth int) bool {
	for _, t := range ts {
		if spineOpen(t, depth+1) {
			return true
		}
	}
	return false
}

// summary lists the sinks of a function that its callers complete. What is
// complete already is recorded as a tool on the way.
func (s *search) summary(fn *ssa.Function) []*sink {
	if sum, ok := s.summaries[fn]; ok {
		return sum
	}
	s.summaries[fn] = nil // recursion adds nothing
	var open []*sink
	seen := map[string]bool{}
	add := func(k *sink, at token.Pos) {
		for _, o := range s.settle(fn, k, at) {
			if key := o.key(); !seen[key] && len(open) < maxOpen {
				seen[key] = true
				open = append(open, o)
			}
		}
	}
	for _, k := range s.bundles[fn] {
		add(k, k.pos)
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			for _, k := range s.callSinks(c) {
				add(k, c.Pos())
			}
		}
	}
	for _, anon := range fn.AnonFuncs {
		for _, k := range s.summary(anon) {
			if lifted := s.lift(fn, anon, k); lifted != nil {
				add(lifted, lifted.pos)
			}
		}
	}
	s.summaries[fn] = open
	return open
}

// lift is a sink of a function literal seen from the function that builds the
// literal: the literal is taken to run, with arguments that are not known.
func (s *search) lift(fn, anon *ssa.Function, k *sink) *sink {
	params := make([]*flow.Term, len(anon.Params))
	for i := range params {
		params[i] = flow.NewUnknown()
	}
	var free []*flow.Term
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == ssa.Value(anon) {
				free = s.Flow.Eval(mc).Args
			}
		}
	}
	if k.apply != nil || mentionsOp(k.handler, flow.Param) || mentionsOp(k.many, flow.Param) || mentionsOp(s.namedBy(k), flow.Param) {
		return nil // only a call of the literal can complete it
	}
	return k.fill(params, free)
}

// callSinks are the sinks behind one call.
func (s *search) callSinks(c ssa.CallInstruction) []*sink {
	common := c.Common()
	if _, ok := common.Value.(*ssa.Builtin); ok {
		return nil
	}
	if !s.mayRegister(common) {
		return nil
	}
	call := s.Flow.CallTerm(c)
	if call.Op != flow.Call {
		return nil
	}
	s.noteMiddleware(call)
	id, params, free := s.Flow.Callee(call)
	if k := s.sdkSink(call, id, params, c); k != nil {
		k.site = s.siteOf(c)
		return []*sink{k}
	}
	if id != "" {
		var out []*sink
		if fn := s.Flow.Func(id); fn != nil {
			for _, k := range s.summary(fn) {
				f := k.fill(params, free)
				out = append(out, f)
			}
		} else {
			for _, k := range s.facts.sinks(s.Flow.SDKs, id) {
				f := k.fill(params, free)
				f.pos = c.Pos()
				out = append(out, f)
			}
		}
		return s.applied(out, c.Pos())
	}
	if spineOpen(call, 0) {
		for _, a := range common.Args {
			if s.carriesHandler(a.Type()) {
				return []*sink{{apply: call, pos: c.Pos()}}
			}
		}
	}
	return nil
}

// applied completes the sinks that stand for calls of a function which is now
// known.
func (s *search) applied(sinks []*sink, at token.Pos) []*sink {
	var out []*sink
	for _, k := range sinks {
		if k.apply == nil {
			out = append(out, k)
			continue
		}
		id, params, free := s.Flow.Callee(k.apply)
		switch {
		case id == "":
			if spineOpen(k.apply, 0) {
				out = append(out, k)
			}
		case s.Flow.Func(id) != nil:
			for _, inner := range s.summary(s.Flow.Func(id)) {
				out = append(out, inner.fill(params, free))
			}
		default:
			if reg := registrarByID(s.Flow.SDKs, id); reg != nil {
				n := newSink(reg, params)
				n.pos = at
				out = append(out, n)
				continue
			}
			for _, inner := range s.facts.sinks(s.Flow.SDKs, id) {
				f := inner.fill(params, free)
				f.pos = at
				out = append(out, f)
			}
		}
	}
	return out
}

// sdkSink is the sink of a direct call of a registrar, or of an interface
// method that stands for one.
func (s *search) sdkSink(call *flow.Term, id string, params []*flow.Term, c ssa.CallInstruction) *sink {
	if id == "" {
		id, params = call.Str, call.Args
	}
	reg := registrarByID(s.Flow.SDKs, id)
	if reg == nil && call.Invoke() {
		reg = s.registrarInterface(c.Common())
		params = call.Args
	}
	if reg == nil {
		return nil
	}
	k := newSink(reg, params)
	k.pos = c.Pos()
	return k
}

func newSink(reg *sdk.OwnedRegistrar, params []*flow.Term) *sink {
	arg := func(i int) *flow.Term {
		if i < 0 || i >= len(params) {
			return nil
		}
		return params[i]
	}
	return &sink{
		entry: reg.Func, sdk: reg.SDK.Name, binding: reg.Binding,
		server: arg(reg.Server), tool: arg(reg.Tool), name: arg(reg.Name), desc: arg(reg.Desc),
		handler: arg(reg.Handler), many: arg(reg.Bundles),
	}
}

func registrarByID(sdks *sdk.Table, id string) *sdk.OwnedRegistrar { return sdks.Registrars[id] }

// registrarInterface is the registrar behind a method of the program's own
// interface: an SDK's server has that method, and its parameters are the SDK's.
func (s *search) registrarInterface(c *ssa.CallCommon) *sdk.OwnedRegistrar {
	sig := c.Method.Signature()
	for _, x := range s.Flow.SDKs.All {
		for i := range x.Registrars {
			r := &x.Registrars[i]
			if r.Server != 0 || flow.NameOf(r.Func) != c.Method.Name() {
				continue
			}
			arg := r.Handler
			if arg < 0 {
				arg = r.Bundles
			}
			if arg < 1 || arg > sig.Params().Len() {
				continue
			}
			if bindingOfType(s.Flow.SDKs, sig.Params().At(arg-1).Type()) == r.Binding || bundleOfType(s.Flow.SDKs, elemType(sig.Params().At(arg-1).Type())) != nil {
				return &sdk.OwnedRegistrar{Registrar: r, SDK: x}
			}
		}
	}
	return nil
}

// mayRegister is a quick test that rules out most calls: something that a call
// is given must be able to lead to a handler.
func (s *search) mayRegister(c *ssa.CallCommon) bool {
	if c.IsInvoke() && s.carries(c.Value.Type(), 0) {
		return true
	}
	if fn := c.StaticCallee(); fn != nil {
		if registrarByID(s.Flow.SDKs, flow.FuncID(fn)) != nil || middlewareByID(s.Flow.SDKs, flow.FuncID(fn)) != nil {
			return true
		}
		if body := s.Flow.Func(flow.FuncID(fn)); body != nil {
			return len(s.summary(body)) > 0
		}
		return s.facts.has(flow.FuncID(fn))
	}
	for _, a := range c.Args {
		if s.carriesHandler(a.Type()) || s.carries(a.Type(), 0) {
			return true
		}
	}
	// A call of a function value without arguments of interest may still be a
	// registration closure of this package.
	return len(c.Args) <= 2
}

// carriesHandler reports whether a value of the type is a handler by its type.
func (s *search) carriesHandler(t types.Type) bool {
	t = types.Unalias(t)
	if bindingOfType(s.Flow.SDKs, t) != nil || shapeOf(s.Flow.SDKs, t) != nil || bundleOfType(s.Flow.SDKs, elemType(t)) != nil {
		return true
	}
	_, isSig := t.Underlying().(*types.Signature)
	return isSig && mentionsSDK(s.Flow.SDKs, t)
}

// carries reports whether a type has to do with an SDK at all.
func (s *search) carries(t types.Type, depth int) bool { return mentionsSDK(s.Flow.SDKs, t) }

// mentionsSDK reports whether a type names one of an SDK's types.
func mentionsSDK(sdks *sdk.Table, t types.Type) bool { return mentions(sdks, t, 0) }

func mentions(sdks *sdk.Table, t types.Type, depth int) bool {
	if depth > 4 {
		return false
	}
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if pkg := t.Obj().Pkg(); pkg != nil && sdks.Owns(pkg.Path()) {
			return true
		}
		switch u := t.Underlying().(type) {
		case *types.Signature:
			return mentions(sdks, u, depth+1)
		case *types.Interface:
			return mentions(sdks, u, depth+1)
		case *types.Struct:
			if depth > 1 {
				return false
			}
			for f := range u.Fields() {
				if mentions(sdks, f.Type(), depth+2) {
					return true
				}
			}
		}
	case *types.Pointer:
		return mentions(sdks, t.Elem(), depth)
	case *types.Slice:
		return mentions(sdks, t.Elem(), depth)
	case *types.Array:
		return mentions(sdks, t.Elem(), depth)
	case *types.Map:
		return mentions(sdks, t.Elem(), depth)
	case *types.Signature:
		for v := range t.Params().Variables() {
			if mentions(sdks, v.Type(), depth+1) {
				return true
			}
		}
		for v := range t.Results().Variables() {
			if mentions(sdks, v.Type(), depth+1) {
				return true
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if mentions(sdks, m.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// elemType is what a slice, array, map or variadic parameter holds.
func elemType(t types.Type) types.Type {
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	case *types.Map:
		return u.Elem()
	}
	return t
}
