package flow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

const (
	maxList = 2000 // elements of a literal list that are kept
)

// alloc is what a local variable or composite literal holds. Struct literals
// are read field by field, whatever the order of the stores: a literal that is
// completed by assignments is still one value.
func (e *evaluator) alloc(a *ssa.Alloc, at ssa.Instruction) *Term {
	elem := a.Type().Underlying().(*types.Pointer).Elem()
	switch elem.Underlying().(type) {
	case *types.Struct:
		return e.structAt(a, elem)
	case *types.Array:
		return e.arrayAt(a, elem)
	}
	var alts []*Term
	for _, ref := range *a.Referrers() {
		if s, ok := ref.(*ssa.Store); ok && s.Addr == a {
			alts = append(alts, e.eval(s.Val))
		}
	}
	alts = append(alts, e.storesInClosures(a)...)
	if len(alts) == 0 {
		if out := e.outParam(a, at); out != nil {
			return out
		}
		z := *zeroOf(elem)
		return &z
	}
	return NewAlt(alts...)
}

// storesInClosures are the values that literals assign to the variable they capture.
func (e *evaluator) storesInClosures(a ssa.Value) []*Term {
	var alts []*Term
	for range assigning(a) {
		alts = append(alts, unknown)
	}
	return alts
}

// assigning are the literals that assign to a variable they capture, but for
// those that only run at the function's end.
func assigning(a ssa.Value) []*ssa.MakeClosure {
	var out []*ssa.MakeClosure
	for _, ref := range *a.Referrers() {
		mc, ok := ref.(*ssa.MakeClosure)
		if !ok || onlyDeferred(mc) {
			continue
		}
		fn := mc.Fn.(*ssa.Function)
		for i, b := range mc.Bindings {
			if b == a && i < len(fn.FreeVars) && hasStore(fn.FreeVars[i], map[ssa.Value]bool{}) {
				out = append(out, mc)
				break
			}
		}
	}
	return out
}

// assignedBefore reports whether a literal that assigns to a variable it captures
// may have run before an instruction.
func (e *evaluator) assignedBefore(a ssa.Value, at ssa.Instruction) bool {
	for _, mc := range assigning(a) {
		if precedes(mc, at) {
			return true
		}
	}
	return false
}

// precedes reports whether one instruction may run before another.
func precedes(first, second ssa.Instruction) bool {
	from, to := first.Block(), second.Block()
	if from == to && indexOf(from, first) < indexOf(to, second) {
		return true
	}
	seen := map[*ssa.BasicBlock]bool{}
	var reach func(b *ssa.BasicBlock) bool
	reach = func(b *ssa.BasicBlock) bool {
		for _, s := range b.Succs {
			if s == to {
				return true
			}
			if !seen[s] {
				seen[s] = true
				if reach(s) {
					return true
				}
			}
		}
		return false
	}
	return reach(from)
}

// onlyDeferred reports whether a literal runs at the function's end and no
// earlier. What it assigns is seen by the caller only: see Exit.Deferred.
func onlyDeferred(mc *ssa.MakeClosure) bool {
	for _, ref := range *mc.Referrers() {
		if _, ok := ref.(*ssa.Defer); !ok {
			return false
		}
	}
	return true
}

// hasStore reports whether anything assigns to the variable at addr.
func hasStore(addr ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[addr] {
		return false
	}
	seen[addr] = true
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == addr {
				return true
			}
		case ssa.CallInstruction:
			if slices.Contains(ref.Common().Args, addr) {
				return true
			}
		case *ssa.MakeClosure:
			fn := ref.Fn.(*ssa.Function)
			for i, b := range ref.Bindings {
				if b == addr && i < len(fn.FreeVars) && hasStore(fn.FreeVars[i], seen) {
					return true
				}
			}
		}
	}
	return false
}

// structAt is the struct that addr points to, from the stores into its fields.
func (e *evaluator) structAt(addr ssa.Value, typ types.Type) *Term {
	t := &Term{Op: Struct, typ: addr.Type(), pos: addr.Pos(), val: addr}
	if _, ok := addr.(*ssa.FieldAddr); ok {
		t.typ = typ
	}
	fields := map[string][]*Term{}
	var order []string
	var whole []*Term
	put := func(name string, v *Term) {
		if _, ok := fields[name]; !ok {
			order = append(order, name)
		}
		fields[name] = append(fields[name], v)
	}
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == addr {
				whole = append(whole, e.eval(ref.Val))
			}
		case *ssa.FieldAddr:
			name := fieldName(ref.X.Type(), ref.Field)
			for _, v := range e.fieldStores(ref) {
				put(name, v)
			}
		}
	}
	whole = append(whole, e.storesInClosures(addr)...)
	if len(whole) > 0 {
		if len(order) == 0 {
			return NewAlt(whole...)
		}
		// A copy that is then changed: the copy's fields, with the changes on top.
		base := NewAlt(whole...)
		if base.Op == Struct {
			for i, k := range base.Keys {
				if _, ok := fields[k]; !ok {
					put(k, base.Args[i])
				}
			}
		} else {
			t.Args = append(t.Args, base)
			t.Keys = append(t.Keys, "") // the copied value
		}
	} else if len(order) == 0 {
		if out := e.outParam(addr, nil); out != nil {
			return out
		}
	}
	for _, name := range order {
		t.Keys = append(t.Keys, name)
		t.Args = append(t.Args, NewAlt(fields[name]...))
	}
	for _, ref := range *addr.Referrers() {
		if f := e.applies(ref, addr); f != nil {
			t.Keys = append(t.Keys, Applied)
			t.Args = append(t.Args, f)
		}
	}
	return t
}

// Applied is the key under which a Struct term keeps a function value that was
// called with the struct's address, as functional options are. See Effects.
const Applied = "@applied"

// applies is the function value that an instruction calls with addr.
func (e *evaluator) applies(ref ssa.Instruction, addr ssa.Value) *Term {
	c, ok := ref.(*ssa.Call)
	if !ok || c.Call.IsInvoke() || c.Call.StaticCallee() != nil {
		return nil
	}
	if _, ok := c.Call.Value.(*ssa.Builtin); ok {
		return nil
	}
	for _, a := range c.Call.Args {
		if a == addr {
			return e.eval(c.Call.Value)
		}
	}
	return nil
}

// fieldStores are the values stored in the field at addr, nested literals included.
func (e *evaluator) fieldStores(addr *ssa.FieldAddr) []*Term {
	var out []*Term
	nested := false
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == addr {
				out = append(out, e.eval(ref.Val))
			}
		case *ssa.FieldAddr, *ssa.IndexAddr:
			nested = true
		}
	}
	if len(out) == 0 && nested {
		elem := addr.Type().Underlying().(*types.Pointer).Elem()
		switch elem.Underlying().(type) {
		case *types.Struct:
			if t := e.structAt(addr, elem); t.Op == Struct && len(t.Keys) > 0 {
				out = append(out, t)
			}
		case *types.Array:
			if t := e.arrayAt(addr, elem); len(t.Args) > 0 {
				out = append(out, t)
			}
		}
	}
	return out
}

// arrayAt is the array behind a slice literal or variadic call.
func (e *evaluator) arrayAt(addr ssa.Value, typ types.Type) *Term {
	t := &Term{Op: List, typ: typ, pos: addr.Pos(), val: addr}
	type slot struct {
		index int64
		term  *Term
	}
	var slots []slot
	for _, ref := range *addr.Referrers() {
		ia, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		index := int64(len(slots))
		if c, ok := ia.Index.(*ssa.Const); ok {
			index = c.Int64()
		}
		for _, ref := range *ia.Referrers() {
			if s, ok := ref.(*ssa.Store); ok && s.Addr == ia {
				slots = append(slots, slot{index, e.eval(s.Val)})
			}
		}
		elem := ia.Type().Underlying().(*types.Pointer).Elem()
		if _, ok := elem.Underlying().(*types.Struct); ok {
			if s := e.structAt(ia, elem); s.Op == Struct && len(s.Keys) > 0 && s.Keys[0] != "" {
				slots = append(slots, slot{index, s})
			}
		}
		if len(slots) > maxList {
			return unknown
		}
	}
	// Stores come in index order from literals; keep the last of each index.
	last := map[int64]int{}
	for _, s := range slots {
		if i, ok := last[s.index]; ok {
			t.Args[i] = s.term
			continue
		}
		last[s.index] = len(t.Args)
		t.Args = append(t.Args, s.term)
	}
	return t
}

// makeMap is a map literal, or a map filled in this function.
func (e *evaluator) makeMap(m *ssa.MakeMap) *Term {
	t := e.at(&Term{Op: Map}, m)
	for _, ref := range *m.Referrers() {
		if u, ok := ref.(*ssa.MapUpdate); ok && u.Map == m {
			t.Args = append(t.Args, e.eval(u.Key), e.eval(u.Value))
			if len(t.Args) > 2*maxList {
				return unknown
			}
		}
	}
	return t
}

// outParam is the value that a call stores through the address of a variable
// which nothing else assigns, as json.Unmarshal and errors.As do.
func (e *evaluator) outParam(addr ssa.Value, at ssa.Instruction) *Term {
	for _, ref := range *addr.Referrers() {
		var call ssa.CallInstruction
		switch ref := ref.(type) {
		case ssa.CallInstruction:
			call = ref
		case *ssa.MakeInterface:
			for _, r := range *ref.Referrers() {
				if c, ok := r.(ssa.CallInstruction); ok {
					call = c
				}
			}
		}
		if call == nil {
			continue
		}
		v, ok := call.(*ssa.Call)
		if !ok {
			continue
		}
		return &Term{Op: Out, Args: []*Term{e.eval(v)}, typ: pointee(addr.Type()), val: addr, pos: addr.Pos()}
	}
	return nil
}
