package flow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// An Exit is one way a function returns.
type Exit struct {
	Results []*Term
	Paths   []Path

	// Assigns are what the function leaves in variables of its callers.
	Assigns []Assigned

	// Deferred is set where a deferred call assigns to the results after the
	// return statement has, and what it assigns is not known.
	Deferred bool

	ret   *ssa.Return
	block *ssa.BasicBlock // where the results were decided
	pos   token.Pos
	at    string
}

// Return is the instruction, when the function is of this package.
func (x *Exit) Return() *ssa.Return { return x.ret }

// Block is the block in which the returned values were decided: the branch
// that feeds a shared return, or the return's own block.
func (x *Exit) Block() *ssa.BasicBlock { return x.block }

// Pos is the return statement, or NoPos for an exit read from a fact.
func (x *Exit) Pos() token.Pos { return x.pos }

// At is the position as text: "file.go:12".
func (x *Exit) At() string { return x.at }

const (
	maxExits = 64 // exits of one function
	maxSplit = 12 // values told apart at one return
)

// exits lists the ways the evaluator's function returns. A return that several
// branches feed (a merged variable, a named result) is one exit per branch.
func (e *evaluator) exits() []*Exit {
	var out []*Exit
	for _, b := range e.fn.Blocks {
		if b == e.fn.Recover || len(b.Instrs) == 0 || e.dead[b] {
			continue
		}
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(out) > maxExits {
			continue
		}
		out = append(out, e.split(ret)...)
	}
	return e.afterDefers(out)
}

// A pending result is a value still to be told apart by the way it came: a
// merged value, or what a result variable holds.
type pending struct {
	val  ssa.Value
	addr ssa.Value // of the variable whose value is wanted, in place of val
	load *ssa.UnOp // val, if it reads a variable that is still to be found
	end  int       // where in the current block to look for its stores
	done bool
}

// variable is the local variable that a load reads whole, if it can be told
// apart by its stores. A struct literal is not a variable: it is read by field.
func (e *evaluator) variable(v ssa.Value) ssa.Value {
	ld, ok := v.(*ssa.UnOp)
	if !ok || ld.Op != token.MUL {
		return nil
	}
	a, ok := ld.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	switch ld.Type().Underlying().(type) {
	case *types.Struct, *types.Array:
		if !isResult(e.fn, a) {
			return nil
		}
	}
	return a
}

// follow looks for the value of a pending result within one block. It reports
// whether the answer lies before the block.
func (e *evaluator) follow(v *pending, b *ssa.BasicBlock) (open bool) {
	for !v.done {
		a := v.addr
		if a == nil {
			a = e.variable(v.val)
		}
		if a == nil {
			phi, ok := v.val.(*ssa.Phi)
			return ok && phi.Block() == b
		}
		if v.addr == nil && v.load != v.val {
			v.load = v.val.(*ssa.UnOp)
			if v.load.Block() != b {
				v.done = true // read earlier, on another way
				return false
			}
			v.end = indexOf(b, v.load)
		}
		s, declared := lastStore(b, v.end, a)
		switch {
		case s != nil:
			v.end = indexOf(b, s)
			v.val, v.addr, v.load = s.Val, nil, nil
		case declared:
			v.done = true
		default:
			return true
		}
	}
	return false
}

func indexOf(b *ssa.BasicBlock, instr ssa.Instruction) int {
	for i, in := range b.Instrs {
		if in == instr {
			return i
		}
	}
	return len(b.Instrs)
}

// split follows a return backwards through joins until each result is known.
func (e *evaluator) split(ret *ssa.Return) []*Exit {
	start := make([]pending, len(ret.Results))
	for i, v := range ret.Results {
		start[i] = pending{val: v}
	}
	outlets := e.outlets()
	for _, o := range outlets {
		start = append(start, pending{addr: o.addr, end: len(ret.Block().Instrs)})
	}
	var out []*Exit
	finish := func(b *ssa.BasicBlock, vals []pending, via []*ssa.BasicBlock) {
		x := &Exit{ret: ret, block: b, pos: ret.Pos()}
		for i, v := range vals {
			var t *Term
			switch {
			case v.addr == nil:
				t = e.eval(v.val)
			case len(b.Preds) == 0:
				t = retypeTo(e.initial(v.addr, ret), pointee(v.addr.Type()))
			default:
				t = retypeTo(e.read(place{root: v.addr}, ret), pointee(v.addr.Type()))
			}
			if i < len(ret.Results) {
				x.Results = append(x.Results, t)
			} else {
				o := outlets[i-len(ret.Results)]
				x.Assigns = append(x.Assigns, Assigned{o.index, o.free, t})
			}
		}
		x.Paths = e.pathsVia(via)
		out = append(out, x)
	}
	var walk func(b *ssa.BasicBlock, vals []pending, via []*ssa.BasicBlock)
	walk = func(b *ssa.BasicBlock, vals []pending, via []*ssa.BasicBlock) {
		open := false
		for i := range vals {
			if e.follow(&vals[i], b) {
				open = true
			}
		}
		if !open || len(b.Preds) == 0 || len(out) >= maxSplit {
			finish(b, vals, via)
			return
		}
		// A loop would be followed for ever; leave its values merged.
		for _, p := range b.Preds {
			if b.Dominates(p) {
				finish(b, vals, via)
				return
			}
		}
		for pi, p := range b.Preds {
			if e.dead[p] && !e.dead[b] {
				continue
			}
			next := append([]pending(nil), vals...)
			for i := range next {
				v := &next[i]
				v.end = len(p.Instrs)
				if phi, ok := v.val.(*ssa.Phi); ok && phi.Block() == b {
					v.val = phi.Edges[pi]
				}
			}
			walk(p, next, append(via[:len(via):len(via)], p))
		}
	}
	walk(ret.Block(), start, []*ssa.BasicBlock{ret.Block()})
	return out
}

// lastStore is the last store to a variable before an instruction index of a
// block, or else whether the variable comes into being there.
func lastStore(b *ssa.BasicBlock, end int, a ssa.Value) (s *ssa.Store, declared bool) {
	for i := end - 1; i >= 0; i-- {
		switch instr := b.Instrs[i].(type) {
		case *ssa.Store:
			if instr.Addr == a {
				return instr, false
			}
		case *ssa.Alloc:
			if instr == a {
				return nil, true
			}
		}
	}
	return nil, false
}

// pathsVia are the paths along a chain of blocks, listed from the return back
// to where the results were decided.
func (e *evaluator) pathsVia(via []*ssa.BasicBlock) []Path {
	last := via[len(via)-1]
	paths := append([]Path(nil), e.paths(last)...)
	for i := len(via) - 1; i > 0; i-- {
		cond, ok := e.edge(via[i], via[i-1])
		if !ok {
			continue
		}
		for j := range paths {
			paths[j] = append(paths[j][:len(paths[j]):len(paths[j])], cond)
		}
	}
	return paths
}

// isResult reports whether a local variable is a named result.
func isResult(fn *ssa.Function, a *ssa.Alloc) bool {
	results := fn.Signature.Results()
	for v := range results.Variables() {
		if v.Pos() != token.NoPos && v.Pos() == a.Pos() {
			return true
		}
	}
	return false
}

// ErrIndex is the index of the error result of a signature, or -1.
func ErrIndex(sig *types.Signature) int {
	for i := sig.Results().Len() - 1; i >= 0; i-- {
		if IsError(sig.Results().At(i).Type()) {
			return i
		}
	}
	return -1
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// IsError reports whether a type is error itself.
func IsError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// Implements reports whether a type or a pointer to it is an error.
func ImplementsError(t types.Type) bool {
	return types.Implements(t, errorType) || types.Implements(types.NewPointer(t), errorType)
}
