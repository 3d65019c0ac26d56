package looseinput

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/contract"
	"github.com/toolvet/toolvet/analyzer/flow"
)

// A zeroTest asks whether an argument has its zero value, which is what one that
// was left out decodes to.
type zeroTest struct {
	br   *ssa.If
	zero *ssa.BasicBlock // where it goes on if so
	read ssa.Value       // what is asked
}

// zeroTests are those that the handler itself makes.
func (u *uses) zeroTests() (out []zeroTest) {
	for _, r := range u.reads {
		if r.Frame == nil || r.Frame.Handler == nil {
			continue
		}
		for _, v := range u.values(r) {
			for _, ref := range *v.Referrers() {
				switch ref := ref.(type) {
				case *ssa.BinOp:
					out = append(out, zeroTestOf(ref, v)...)
				case *ssa.Call:
					if b, ok := ref.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
						for _, ref := range *ref.Referrers() {
							if cmp, ok := ref.(*ssa.BinOp); ok {
								out = append(out, zeroTestOf(cmp, v)...)
							}
						}
					}
				}
			}
		}
	}
	return out
}

func zeroTestOf(cmp *ssa.BinOp, v ssa.Value) []zeroTest {
	k, ok := cmp.Y.(*ssa.Const)
	br := branch(cmp)
	if !ok || br == nil || k.Value == nil {
		return nil
	}
	switch k.Value.Kind() {
	case constant.String:
		if constant.StringVal(k.Value) != "" {
			return nil
		}
	case constant.Int, constant.Float:
		if constant.Sign(k.Value) != 0 {
			return nil
		}
	default:
		return nil
	}
	switch cmp.Op {
	case token.EQL, token.LEQ:
		return []zeroTest{{br, br.Block().Succs[0], v}}
	case token.NEQ, token.GTR:
		return []zeroTest{{br, br.Block().Succs[1], v}}
	}
	return nil
}

// refused reports whether the handler ends every call with a failure in which
// the argument has its zero value.
func (u *uses) refused() bool {
	for _, z := range u.zeroTests() {
		if u.fails(z.zero) && u.onEveryWay(z.br.Block()) {
			return true
		}
	}
	return false
}

// onEveryWay reports whether all calls that are answered well pass a block:
// every test before it has a way that only fails.
func (u *uses) onEveryWay(b *ssa.BasicBlock) bool {
	for d := b.Idom(); d != nil; d = d.Idom() {
		if len(d.Instrs) == 0 {
			continue
		}
		br, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		if !u.fails(d.Succs[0]) && !u.fails(d.Succs[1]) && !testsError(br.Cond) {
			return false
		}
	}
	return true
}

// fails reports whether a block leads straight to a failure that is made there.
func (u *uses) fails(b *ssa.BasicBlock) bool {
	return u.c.Outcome.OnlyFails(b.Parent(), b) && made(b)
}

func testsError(cond ssa.Value) bool {
	cmp, ok := cond.(*ssa.BinOp)
	return ok && flow.IsError(cmp.X.Type())
}

// replaced reports whether the handler goes on with a constant of its own where
// the argument has its zero value.
func (u *uses) replaced() bool {
	for _, z := range u.zeroTests() {
		for _, instr := range z.zero.Instrs {
			st, ok := instr.(*ssa.Store)
			if !ok || !fills(st.Val) {
				continue
			}
			if fa, ok := st.Addr.(*ssa.FieldAddr); ok && u.arg.Field != nil && contract.FieldOf(fa.X.Type(), fa.Field) == u.arg.Field {
				return true
			}
		}
		for _, ref := range *z.read.Referrers() {
			phi, ok := ref.(*ssa.Phi)
			if !ok {
				continue
			}
			for i, e := range phi.Edges {
				if phi.Block().Preds[i] == z.zero && fills(e) {
					return true
				}
			}
		}
	}
	return false
}

// fills reports whether a value is a constant other than zero.
func fills(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil || flow.IsError(k.Type()) {
		return false
	}
	switch k.Value.Kind() {
	case constant.String:
		return constant.StringVal(k.Value) != ""
	case constant.Int, constant.Float:
		return constant.Sign(k.Value) != 0
	}
	return false
}
