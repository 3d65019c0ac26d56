package flow

import "golang.org/x/tools/go/ssa"

// An Effect is a field that a function sets in a struct it is given by address.
type Effect struct {
	Param int
	Field string
	Value *Term
	Maybe bool // only on some ways through the function
}

// Effects lists the fields that a function sets in its parameters.
func (r *Result) Effects(id string) []Effect {
	r.mu.Lock()
	defer r.mu.Unlock()
	if fn := r.funcs[id]; fn != nil {
		return r.effects(fn)
	}
	r.imported(id) // decodes the package's fact
	if r.imports == nil {
		return nil
	}
	return r.imports.effects[id]
}

func (r *Result) effects(fn *ssa.Function) []Effect {
	var out []Effect
	e := r.evaluator(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			st, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			fa, ok := st.Addr.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			p, ok := fa.X.(*ssa.Parameter)
			if !ok {
				continue
			}
			for i, q := range fn.Params {
				if p == q {
					out = append(out, Effect{Param: i, Field: fieldName(fa.X.Type(), fa.Field), Value: e.eval(st.Val), Maybe: !always(b)})
				}
			}
		}
	}
	return out
}

// always reports whether every return of a function comes by way of a block.
func always(b *ssa.BasicBlock) bool {
	for _, other := range b.Parent().Blocks {
		if n := len(other.Instrs); n > 0 {
			if _, ok := other.Instrs[n-1].(*ssa.Return); ok && other != b.Parent().Recover && !b.Dominates(other) {
				return false
			}
		}
	}
	return true
}
