package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

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
		case *types.Struct:
			if untouched(addr, v) {
				return &Term{Op: Struct, typ: elem}
			}
			return e.eval(addr)
		case *types.Array:
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

// untouched reports whether a struct variable is zero still where it is read:
// what writes to it comes later, or on another way.
func untouched(a *ssa.Alloc, at *ssa.UnOp) bool {
	var writes func(addr ssa.Value) bool
	writes = func(addr ssa.Value) bool {
		for _, ref := range *addr.Referrers() {
			switch ref := ref.(type) {
			case *ssa.DebugRef, *ssa.UnOp:
			case *ssa.FieldAddr:
				if writes(ref) {
					return true
				}
			default:
				if comesBefore(ref, at) {
					return true
				}
			}
		}
		return false
	}
	return !writes(a)
}

// comesBefore reports whether control can go from one instruction to another.
func comesBefore(from, to ssa.Instruction) bool {
	if from.Block() == to.Block() && indexOf(from.Block(), from) < indexOf(to.Block(), to) {
		return true
	}
	seen := map[*ssa.BasicBlock]bool{}
	var visit func(b *ssa.BasicBlock) bool
	visit = func(b *ssa.BasicBlock) bool {
		for _, s := range b.Succs {
			if s == to.Block() {
				return true
			}
			if !seen[s] {
				seen[s] = true
				if visit(s) {
					return true
				}
			}
		}
		return false
	}
	return visit(from.Block())
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
	if a, ok := p.root.(*ssa.Alloc); ok && e.assignedBefore(a, at) {
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
		if e.assignedBefore(root, at) {
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
