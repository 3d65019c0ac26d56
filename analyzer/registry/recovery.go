package registry

import (
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
)

// recovers reports whether a panic in what fn calls becomes an answer of fn: a
// deferred function recovers it and assigns a named result. A recover that
// assigns nothing stops the panic and answers with zero values, which only
// looks like protection: lost.
func (r *Result) recovers(fn *ssa.Function) (ok, lost bool) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			d, isDefer := instr.(*ssa.Defer)
			if !isDefer {
				continue
			}
			switch callee := d.Call.Value.(type) {
			case *ssa.MakeClosure:
				lit := callee.Fn.(*ssa.Function)
				if !r.callsRecover(lit) {
					continue
				}
				if assignsResult(fn, callee) || noResults(fn) {
					ok = true
				} else {
					lost = true
				}
			case *ssa.Function:
				if !r.callsRecover(callee) {
					continue
				}
				if takesResult(fn, d.Call.Args) || noResults(fn) {
					ok = true
				} else {
					lost = true
				}
			}
		}
	}
	return ok, lost && !ok
}

func noResults(fn *ssa.Function) bool { return fn.Signature.Results().Len() == 0 }

// callsRecover reports whether a function calls the recover builtin itself.
// Deeper down it would do nothing.
func (r *Result) callsRecover(fn *ssa.Function) bool {
	if len(fn.Blocks) == 0 {
		return r.facts != nil && r.facts.recovers(flow.FuncID(fn))
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if bi, ok := c.Call.Value.(*ssa.Builtin); ok && bi.Name() == "recover" {
				return true
			}
		}
	}
	return false
}

// assignsResult reports whether a deferred literal assigns a named result of
// fn, directly or by handing its address to another function.
func assignsResult(fn *ssa.Function, mc *ssa.MakeClosure) bool {
	lit := mc.Fn.(*ssa.Function)
	for i, b := range mc.Bindings {
		if i < len(lit.FreeVars) && isNamedResult(fn, b) && assigned(lit.FreeVars[i]) {
			return true
		}
	}
	return false
}

func assigned(addr ssa.Value) bool {
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == addr {
				return true
			}
		case ssa.CallInstruction:
			for _, a := range ref.Common().Args {
				if a == addr {
					return true
				}
			}
		case *ssa.MakeClosure:
			lit := ref.Fn.(*ssa.Function)
			for i, b := range ref.Bindings {
				if b == addr && i < len(lit.FreeVars) && assigned(lit.FreeVars[i]) {
					return true
				}
			}
		}
	}
	return false
}

// takesResult reports whether a deferred call is given the address of a named
// result.
func takesResult(fn *ssa.Function, args []ssa.Value) bool {
	for _, a := range args {
		if isNamedResult(fn, a) {
			return true
		}
	}
	return false
}

func isNamedResult(fn *ssa.Function, v ssa.Value) bool {
	a, ok := v.(*ssa.Alloc)
	if !ok {
		return false
	}
	for res := range fn.Signature.Results().Variables() {
		if res.Pos().IsValid() && res.Pos() == a.Pos() {
			return true
		}
	}
	return false
}

// storesCaptured reports whether a literal's deferred recover assigns a
// variable of the function around the literal.
func (r *Result) storesCaptured(lit *ssa.Function) bool {
	for _, b := range lit.Blocks {
		for _, instr := range b.Instrs {
			d, ok := instr.(*ssa.Defer)
			if !ok {
				continue
			}
			mc, ok := d.Call.Value.(*ssa.MakeClosure)
			if !ok || !r.callsRecover(mc.Fn.(*ssa.Function)) {
				continue
			}
			inner := mc.Fn.(*ssa.Function)
			for i := range mc.Bindings {
				if i < len(inner.FreeVars) && assigned(inner.FreeVars[i]) {
					return true
				}
			}
		}
	}
	return false
}

// runBehindRecover reports whether a literal is handed to a function that
// recovers from what it runs.
func (r *Result) runBehindRecover(lit *ssa.Function) bool {
	for _, v := range literalValues(lit) {
		for _, ref := range *v.Referrers() {
			c, ok := ref.(*ssa.Call)
			if !ok || c.Call.StaticCallee() == nil || c.Call.Value == v {
				continue
			}
			id := flow.FuncID(c.Call.StaticCallee())
			if fn := r.Flow.Func(id); fn != nil {
				if ok, _ := r.recovers(fn); ok {
					return true
				}
			} else if r.facts != nil && r.facts.guards(id) {
				return true
			}
		}
	}
	return false
}

// Recovers reports whether a function stops a panic of what it runs, whatever
// it then answers.
func (r *Result) Recovers(fn *ssa.Function) bool {
	ok, lost := r.recovers(fn)
	return ok || lost
}

// CallsRecover reports whether a function calls recover itself.
func (r *Result) CallsRecover(fn *ssa.Function) bool { return r.callsRecover(fn) }

// usesRecovery reports whether the package recovers the panics of any handler,
// or has arguments checked before any handler gets them.
func (r *Result) usesRecovery() bool {
	for id, w := range r.wrappers {
		// Others wrap other things than handlers.
		if fn := r.Flow.Func(id); w != nil && (w.Recovers || w.Boundary) && fn != nil && mentionsSDK(r.Flow.SDKs, fn.Signature) {
			return true
		}
	}
	for _, fn := range r.Flow.All() {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				c, ok := instr.(ssa.CallInstruction)
				if !ok || c.Common().StaticCallee() == nil {
					continue
				}
				id := flow.FuncID(c.Common().StaticCallee())
				if m := middlewareByID(r.Flow.SDKs, id); m != nil && m.PanicOnly || r.Flow.SDKs.Validating[id] {
					return true
				}
			}
		}
	}
	return false
}

// answersPanics reports whether a panic beneath some wrappers, on a server, is
// recovered, or what would panic is ruled out before. Where that cannot be told
// the answer is yes.
func (w *World) answersPanics(wrappers []*Wrapper, srv *Server) bool {
	chain := wrappers
	if srv == nil || srv.Open {
		// What cannot be told matters only if something recovers at all.
		if w == nil || w.recovery {
			return true
		}
	}
	if srv != nil {
		if srv.Validates {
			return true
		}
		chain = append(append([]*Wrapper(nil), srv.Middleware...), chain...)
	}
	for _, wr := range chain {
		if wr.Boundary || wr.Recovers || wr.Unknown {
			return true
		}
	}
	return false
}

// PanicsAnswered reports whether a panic beneath some wrappers, on a server, is
// recovered, or what would panic is ruled out before. Where that cannot be told
// the answer is yes.
func (r *Result) PanicsAnswered(wrappers []*Wrapper, srv *Server) bool {
	return r.world.answersPanics(wrappers, srv)
}

// Exposed reports whether nothing recovers the panics of some tool that goes by
// one of the labels.
func (r *Result) Exposed(labels []string) bool {
	for _, l := range labels {
		if r.world == nil {
			return false
		}
		if n, ok := r.world.labelAt[l]; ok && r.world.exposed.has(n) {
			return true
		}
	}
	return false
}
