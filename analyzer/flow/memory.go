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
	for _, ref := range *a.Referrers() {
		mc, ok := ref.(*ssa.MakeClosure)
		if !ok || onlyDeferred(mc) {
			continue
		}
		fn := mc.Fn.(*ssa.Function)
		for i, b := range mc.Bindings {
			if b == a && i < len(fn.FreeVars) && hasStore(fn.FreeVars[i], map[ssa.Value]bool{}) {
				alts = append(alts, unknown)
			}
		}
	}
	return alts
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

// A place is a variable, or a field path within it.
type place struct {
	root ssa.Value
	path []int
}

// placeOf is the place behind an address, if its root is a local or captured variable.
func placeOf(addr ssa.Value) (place, bool) {
	switch addr := addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		return place{root: addr}, true
	case *ssa.Parameter:
		return place{root: addr}, pointsToPlain(addr.Type())
	case *ssa.FieldAddr:
		p, ok := placeOf(addr.X)
		return place{p.root, append(p.path[:len(p.path):len(p.path)], addr.Field)}, ok
	}
	return place{}, false
}

// load is the value read through a pointer.
func (e *evaluator) load(v *ssa.UnOp) *Term {
	switch addr := v.X.(type) {
	case *ssa.Alloc:
		elem := addr.Type().Underlying().(*types.Pointer).Elem()
		switch elem.Underlying().(type) {
		case *types.Struct, *types.Array:
			return e.eval(addr)
		}
	case *ssa.Global:
		return retype(e.eval(addr), v)
	case *ssa.IndexAddr:
		return retype(e.eval(addr), v)
	}
	if p, ok := placeOf(v.X); ok {
		return retype(e.read(p, v), v)
	}
	return retype(e.eval(v.X), v)
}

// retype gives an address term the type of what it points to.
func retype(t *Term, v ssa.Value) *Term {
	switch t.Op {
	case Field, Elem, Global, Free, Param:
		c := *t
		c.typ, c.val = v.Type(), v
		return &c
	}
	return t
}

func retypeTo(t *Term, typ types.Type) *Term {
	switch t.Op {
	case Free, Param:
		c := *t
		c.typ, c.val = typ, nil
		return &c
	}
	return t
}

// read is what a place holds at an instruction: what the stores that reach it
// put there, or else what the variable started with.
func (e *evaluator) read(p place, at ssa.Instruction) *Term {
	stores, complete := e.reaching(p, at)
	var alts []*Term
	for _, s := range stores {
		alts = append(alts, project(e.eval(s.store.Val), p, s.rest))
	}
	if !complete || len(alts) == 0 {
		start := e.initial(p.root, at)
		if start != nil {
			alts = append(alts, project(start, p, p.path))
		}
	}
	if a, ok := p.root.(*ssa.Alloc); ok && len(e.storesInClosures(a)) > 0 {
		alts = append(alts, unknown)
	}
	return NewAlt(alts...)
}

// initial is what a variable holds before any store in this function.
func (e *evaluator) initial(root ssa.Value, at ssa.Instruction) *Term {
	switch root := root.(type) {
	case *ssa.FreeVar, *ssa.Parameter:
		return e.eval(root)
	case *ssa.Alloc:
		if out := e.outParam(root, at); out != nil {
			return out
		}
		if len(e.storesInClosures(root)) > 0 {
			return nil
		}
		elem := root.Type().Underlying().(*types.Pointer).Elem()
		if _, ok := elem.Underlying().(*types.Struct); ok {
			return &Term{Op: Struct, typ: elem}
		}
		return zeroOf(elem)
	}
	return unknown
}

// project reads rest, the last part of the place's field path, out of a term
// that stands for everything before it.
func project(t *Term, p place, rest []int) *Term {
	typ := p.root.Type()
	if ptr, ok := typ.Underlying().(*types.Pointer); ok {
		typ = ptr.Elem()
	}
	skip := len(p.path) - len(rest)
	for i, f := range p.path {
		st, ok := coreStruct(typ)
		if !ok || f >= st.NumFields() {
			return unknown
		}
		fld := st.Field(f)
		if i >= skip {
			t = fieldTerm(t, fld)
		}
		typ = fld.Type()
	}
	return t
}

// fieldTerm is one field of a term.
func fieldTerm(t *Term, fld *types.Var) *Term {
	if t.Op == Unknown {
		return unknown
	}
	if t.Op == Struct {
		if f := t.Get(fld.Name()); f != nil {
			return f
		}
		if len(t.Keys) == 0 || t.Keys[0] != "" {
			return zeroOf(fld.Type())
		}
		t = t.Args[0] // a copy: what the literal leaves out is as in the original
	}
	return &Term{Op: Field, Str: fld.Name(), Args: []*Term{t}, typ: fld.Type()}
}

type reached struct {
	store *ssa.Store
	rest  []int // the part of the path below the stored value
}

// reaching finds the stores that can be the last to a place before the
// instruction. complete means that one comes first on every path.
func (e *evaluator) reaching(p place, before ssa.Instruction) (stores []reached, complete bool) {
	complete = true
	seen := map[*ssa.BasicBlock]bool{}
	var search func(b *ssa.BasicBlock, end int)
	search = func(b *ssa.BasicBlock, end int) {
		for i := end - 1; i >= 0; i-- {
			switch instr := b.Instrs[i].(type) {
			case *ssa.Store:
				q, ok := placeOf(instr.Addr)
				if ok && q.root == p.root && isPrefix(q.path, p.path) {
					stores = append(stores, reached{instr, p.path[len(q.path):]})
					return
				}
			case *ssa.Alloc:
				if ssa.Value(instr) == p.root {
					complete = false
					return
				}
			}
		}
		if len(b.Preds) == 0 {
			complete = false
		}
		for _, pred := range b.Preds {
			if !seen[pred] && (!e.dead[pred] || e.dead[b]) {
				seen[pred] = true
				search(pred, len(pred.Instrs))
			}
		}
	}
	b := before.Block()
	for i, instr := range b.Instrs {
		if instr == before {
			search(b, i)
			break
		}
	}
	return stores, complete
}

func isPrefix(short, long []int) bool {
	if len(short) > len(long) {
		return false
	}
	for i := range short {
		if short[i] != long[i] {
			return false
		}
	}
	return true
}

func pointee(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// StructAt is the struct at an address, from the stores into its fields.
func (r *Result) StructAt(addr ssa.Value) *Term {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.evaluator(addr.Parent())
	if a, ok := addr.(*ssa.Alloc); ok {
		return e.eval(a)
	}
	return e.structAt(addr, pointee(addr.Type()))
}
