package looseinput

import (
	"go/constant"
	"go/token"
	"sort"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/contract"
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// uses are what a handler does with one argument.
type uses struct {
	c     *checker
	arg   *contract.Arg
	reads []contract.Read
	whole bool
}

// values are those that hold the argument: what a read gives, through loads and
// the first result of an accessor.
func (u *uses) values(r contract.Read) []ssa.Value {
	seen := map[ssa.Value]bool{}
	var add func(v ssa.Value)
	add = func(v ssa.Value) {
		if seen[v] || v.Referrers() == nil {
			return
		}
		seen[v] = true
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.UnOp:
				if ref.Op == token.MUL {
					add(ref)
				}
			case *ssa.Extract:
				if ref.Index == 0 {
					add(ref)
				}
			case *ssa.TypeAssert:
				add(ref)
			case *ssa.Store:
				if a, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == v {
					add(a)
				}
			}
		}
	}
	add(r.Value)
	var out []ssa.Value
	for v := range seen {
		out = append(out, v)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Pos() < out[j].Pos() })
	return out
}

// set are the constants that the handler compares the argument with, if it
// refuses all others.
func (u *uses) set() []string {
	for _, r := range u.reads {
		var tests []*ssa.BinOp
		for _, v := range u.values(r) {
			if v.Referrers() == nil {
				continue
			}
			for _, ref := range *v.Referrers() {
				if cmp, ok := ref.(*ssa.BinOp); ok && cmp.Op == token.EQL && text(cmp) != "" {
					tests = append(tests, cmp)
				}
			}
		}
		// A switch is a chain of tests: the last one's other way is the default.
		sort.Slice(tests, func(i, j int) bool { return tests[i].Pos() < tests[j].Pos() })
		values := map[string]bool{}
		refused := false
		for _, cmp := range tests {
			br := branch(cmp)
			if br == nil {
				continue
			}
			values[text(cmp)] = true
			if next := br.Block().Succs[1]; !testsSame(next, tests) && u.c.Outcome.OnlyFails(br.Parent(), next) && made(next) {
				refused = true
			}
		}
		if refused && len(values) > 1 {
			var out []string
			for v := range values {
				out = append(out, strconv.Quote(v))
			}
			sort.Strings(out)
			return out
		}
	}
	return nil
}

// made reports whether a block leads straight to an error that is made for it,
// rather than to what something else returned.
func made(b *ssa.BasicBlock) bool {
	for range 8 {
		if len(b.Succs) != 1 {
			break
		}
		b = b.Succs[0]
	}
	if len(b.Instrs) == 0 {
		return false
	}
	ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
	if !ok || len(ret.Results) == 0 {
		return false
	}
	switch v := ret.Results[len(ret.Results)-1].(type) {
	case *ssa.Const:
		return true // the result is the failure
	case *ssa.Call, *ssa.MakeInterface, *ssa.UnOp:
		return flow.IsError(v.Type()) || len(ret.Results) == 1
	}
	return false
}

func text(cmp *ssa.BinOp) string {
	for _, v := range []ssa.Value{cmp.X, cmp.Y} {
		if k, ok := v.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String {
			return constant.StringVal(k.Value)
		}
	}
	return ""
}

func branch(cmp *ssa.BinOp) *ssa.If {
	for _, ref := range *cmp.Referrers() {
		if br, ok := ref.(*ssa.If); ok {
			return br
		}
	}
	return nil
}

func testsSame(b *ssa.BasicBlock, tests []*ssa.BinOp) bool {
	for _, t := range tests {
		if t.Block() == b {
			return true
		}
	}
	return false
}

// date reports whether the handler parses the argument as a date or a time.
func (u *uses) date() bool {
	for _, r := range u.reads {
		for _, v := range u.values(r) {
			if v.Referrers() == nil {
				continue
			}
			for _, ref := range *v.Referrers() {
				c, ok := ref.(*ssa.Call)
				if !ok || c.Call.StaticCallee() == nil {
					continue
				}
				switch flow.FuncID(c.Call.StaticCallee()) {
				case "time.Parse", "time.ParseInLocation":
					return true
				}
			}
		}
	}
	return false
}

// required reports whether the handler ends the call with a failure where the
// argument is missing.
func (u *uses) required() bool {
	if u.whole {
		return false
	}
	found := false
	for _, r := range u.reads {
		if r.Call == nil || r.Kind != sdk.Require {
			return false
		}
		if !u.fatal(r.Call) || !always(r.Call.Block()) {
			return false
		}
		found = true
	}
	return found
}

// fatal reports whether the error of an accessor is tested and always ends in a
// failure.
func (u *uses) fatal(c *ssa.Call) bool {
	for _, ref := range *c.Referrers() {
		x, ok := ref.(*ssa.Extract)
		if !ok || x.Index != 1 {
			continue
		}
		for _, ref := range *x.Referrers() {
			cmp, ok := ref.(*ssa.BinOp)
			if !ok {
				continue
			}
			br := branch(cmp)
			if br == nil {
				continue
			}
			i := 0
			if cmp.Op == token.EQL {
				i = 1
			}
			return u.c.Outcome.OnlyFails(br.Parent(), br.Block().Succs[i])
		}
	}
	return false
}

// always reports whether a block is on every way that answers well: no test but
// for failures comes before it.
func always(b *ssa.BasicBlock) bool {
	for d := b.Idom(); d != nil; d = d.Idom() {
		if len(d.Instrs) == 0 {
			continue
		}
		if br, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If); ok {
			cmp, ok := br.Cond.(*ssa.BinOp)
			if !ok || !flow.IsError(cmp.X.Type()) {
				return false
			}
		}
	}
	return true
}

// defaulted reports whether the handler goes on with a value of its own where
// the argument is missing.
func (u *uses) defaulted() bool {
	if u.whole || len(u.reads) != 1 {
		return false
	}
	r := u.reads[0]
	if r.Call == nil || r.Kind != sdk.Default || len(r.Call.Call.Args) < 3 {
		return false
	}
	k, ok := r.Call.Call.Args[len(r.Call.Call.Args)-1].(*ssa.Const)
	if !ok || k.Value == nil {
		return false
	}
	switch k.Value.Kind() {
	case constant.String:
		return constant.StringVal(k.Value) != ""
	case constant.Int, constant.Float:
		return constant.Sign(k.Value) != 0
	case constant.Bool:
		return constant.BoolVal(k.Value)
	}
	return false
}
