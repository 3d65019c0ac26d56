package crash

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/rule"
)

// Bounds are in which directions an argument leaves a number open: no test on
// the way has ruled out that it is too small, or too large.
type bounds struct {
	low, high bool
	name      string // of the argument
}

func (b bounds) or(c bounds) bounds {
	out := bounds{b.low || c.low, b.high || c.high, b.name}
	if !b.low && !b.high {
		out.name = c.name
	}
	return out
}

// indexes reports numbers from the arguments that cut, index or size something,
// or divide by, without a test.
func (c *checker) indexes(f *outcome.Frame, instr ssa.Instruction) {
	paths := func() []flow.Path { return c.Flow.Paths(instr.Block()) }
	switch instr := instr.(type) {
	case *ssa.Slice:
		var all bounds
		for _, v := range []ssa.Value{instr.Low, instr.High, instr.Max} {
			if v == nil || isConst(v) || sizes(instr.X, v) {
				continue
			}
			all = all.or(c.of(f, v, paths(), 0))
		}
		c.outOfRange(f, instr.Pos(), all)
		c.short(f, instr, instr.X, max(constOf(instr.Low), constOf(instr.High)))
	case *ssa.IndexAddr:
		if !isConst(instr.Index) && !sizes(instr.X, instr.Index) {
			c.outOfRange(f, instr.Pos(), c.of(f, instr.Index, paths(), 0))
		}
		if _, isSlice := instr.X.Type().Underlying().(*types.Slice); isSlice {
			c.short(f, instr, instr.X, constOf(instr.Index)+1)
		}
	case *ssa.Index:
		if !isConst(instr.Index) {
			c.outOfRange(f, instr.Pos(), c.of(f, instr.Index, paths(), 0))
		}
		if b, ok := instr.X.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
			c.short(f, instr, instr.X, constOf(instr.Index)+1)
		}
	case *ssa.MakeSlice:
		c.negative(f, instr.Pos(), c.of(f, instr.Len, paths(), 0).or(c.of(f, instr.Cap, paths(), 0)))
	case *ssa.Call:
		if callee := instr.Common().StaticCallee(); callee != nil {
			switch flow.FuncID(callee) {
			case "strings.Repeat", "bytes.Repeat":
				c.negative(f, instr.Pos(), c.of(f, instr.Common().Args[1], paths(), 0))
			}
		}
	case *ssa.BinOp:
		if b, ok := instr.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 && (instr.Op == token.QUO || instr.Op == token.REM) {
			c.zero(f, instr, paths())
		}
	}
}

func (c *checker) outOfRange(f *outcome.Frame, pos token.Pos, b bounds) {
	switch {
	case !b.low && !b.high || !c.once(f, b.name):
	case b.low:
		c.Report(pos, nil, "%s: %s below zero panics here; check it and say what was wrong", rule.Tools(f.Names()), described(b.name))
	default:
		c.Report(pos, nil, "%s: %s beyond the end panics here; check it and say what was wrong", rule.Tools(f.Names()), described(b.name))
	}
}

func (c *checker) negative(f *outcome.Frame, pos token.Pos, b bounds) {
	if b.low && c.once(f, b.name) {
		c.Report(pos, nil, "%s: %s below zero panics here; check it and say what was wrong", rule.Tools(f.Names()), described(b.name))
	}
}

// zero reports a division by a number from the arguments.
func (c *checker) zero(f *outcome.Frame, b *ssa.BinOp, paths []flow.Path) {
	if isConst(b.Y) {
		return
	}
	t := c.Flow.Eval(b.Y)
	name, ok := c.Outcome.ArgumentTerm(f, t)
	if !ok || !c.sent(t) || c.checked(f, paths, t, compared, 0) || !c.once(f, name) {
		return
	}
	c.Report(b.Pos(), nil, "%s: %s that is zero, or missing, panics here; check it and say what was wrong", rule.Tools(f.Names()), described(name))
}

// compared reports whether a path compares a value with anything.
func compared(p flow.Path, t *flow.Term) bool {
	for _, c := range p {
		if x, _, _ := comparison(c, t); x != nil {
			return true
		}
	}
	return false
}

func isConst(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}

func constOf(v ssa.Value) int64 {
	if k, ok := v.(*ssa.Const); ok && k.Value != nil {
		return k.Int64()
	}
	return -1
}

// sizes reports whether a list was made as long as a number says.
func sizes(list, n ssa.Value) bool {
	m, ok := list.(*ssa.MakeSlice)
	return ok && (m.Len == n || m.Cap == n)
}

// of is what is known of a number where some paths lead.
func (c *checker) of(f *outcome.Frame, v ssa.Value, paths []flow.Path, depth int) bounds {
	t, ok := v.Type().Underlying().(*types.Basic)
	if depth > 10 || isConst(v) || !ok || t.Info()&types.IsInteger == 0 {
		return bounds{}
	}
	b := c.made(f, v, paths, depth)
	if t.Info()&types.IsUnsigned != 0 {
		b.low = false
	}
	return b
}

// made is what is known of a number by how it is made.
func (c *checker) made(f *outcome.Frame, v ssa.Value, paths []flow.Path, depth int) bounds {
	var b bounds
	switch v := v.(type) {
	case *ssa.Phi:
		for i, pred := range v.Block().Preds {
			if v.Block().Dominates(pred) {
				return bounds{} // a loop's
			}
			b = b.or(c.of(f, v.Edges[i], c.Flow.EdgePaths(pred, v.Block()), depth+1))
		}
	case *ssa.BinOp:
		x, y := c.of(f, v.X, paths, depth+1), c.of(f, v.Y, paths, depth+1)
		switch v.Op {
		case token.ADD, token.MUL:
			b = x.or(y)
		case token.SUB:
			b = x.or(bounds{y.high, y.low, y.name})
		case token.QUO:
			b = x
		case token.REM:
			b = bounds{low: x.low, name: x.name}
		}
	case *ssa.Convert:
		if !isInteger(v.X.Type()) {
			return c.leaf(f, c.Flow.Eval(v.X), paths, depth)
		}
		b = c.of(f, v.X, paths, depth+1)
	case *ssa.ChangeType:
		b = c.of(f, v.X, paths, depth+1)
	case *ssa.Parameter:
		return c.param(f, v, paths, depth)
	case *ssa.Call:
		if fn, ok := v.Common().Value.(*ssa.Builtin); ok {
			b = c.builtin(f, fn.Name(), v.Common().Args, paths, depth)
			break
		}
		return c.leaf(f, c.Flow.Eval(v), paths, depth)
	default:
		return c.leaf(f, c.Flow.Eval(v), paths, depth)
	}
	if t := c.Flow.Eval(v); b.low || b.high {
		b.low = b.low && !every(paths, func(p flow.Path) bool { return bounded(p, t, false) })
		b.high = b.high && !every(paths, func(p flow.Path) bool { return bounded(p, t, true) })
	}
	return b
}

// builtin is what min and max leave of their arguments.
func (c *checker) builtin(f *outcome.Frame, name string, args []ssa.Value, paths []flow.Path, depth int) bounds {
	if name != "min" && name != "max" {
		return bounds{}
	}
	b := bounds{low: true, high: true}
	for i, a := range args {
		x := c.of(f, a, paths, depth+1)
		if x.name != "" {
			b.name = x.name
		}
		// The smaller of two is too small if either is, and too large if both
		// are; the larger the other way round.
		if name == "min" {
			b.low, b.high = x.low || b.low && i > 0, b.high && x.high
		} else {
			b.low, b.high = b.low && x.low, x.high || b.high && i > 0
		}
	}
	return b
}

// param is what the callers of a function leave open of a parameter.
func (c *checker) param(f *outcome.Frame, v *ssa.Parameter, paths []flow.Path, depth int) bounds {
	if f.Handler != nil {
		return c.leaf(f, c.Flow.Eval(v), paths, depth)
	}
	t := c.Flow.Eval(v)
	var b bounds
	for _, s := range c.sites[f.Fn] {
		if t.N < len(s.args) {
			b = b.or(c.of(s.from, s.args[t.N], c.Flow.Paths(s.block), depth+2))
		}
	}
	b.low = b.low && !every(paths, func(p flow.Path) bool { return bounded(p, t, false) || validated(p, t) })
	b.high = b.high && !every(paths, func(p flow.Path) bool { return bounded(p, t, true) || validated(p, t) })
	return b
}

// leaf is what the tests of a number that is not computed here leave open.
func (c *checker) leaf(f *outcome.Frame, t *flow.Term, paths []flow.Path, depth int) bounds {
	open := func(high bool) bool {
		return !every(paths, func(p flow.Path) bool { return bounded(p, t, high) || validated(p, t) })
	}
	b := bounds{low: open(false), high: open(true)}
	if !b.low && !b.high || depth > 10 {
		return bounds{}
	}
	if call := t.CallOf(); call != nil && t.Op != flow.Out && c.Flow.Func(call.Str) != nil {
		return c.returned(f, t, call, paths, depth)
	}
	if name, ok := c.Outcome.ArgumentTerm(f, t); ok && c.sent(t) && (f.Handler != nil || !t.Open()) {
		b.name = name
		return b
	}
	if f.Handler != nil || !t.Open() {
		return bounds{}
	}
	// What callers say of it.
	var up bounds
	for _, s := range c.sites[f.Fn] {
		args, vars := c.terms(s.args), c.terms(s.vars)
		if s.vars != nil {
			if t.Op != flow.Free || t.N >= len(s.vars) {
				continue
			}
			up = up.or(c.captured(s, s.vars[t.N], depth))
			continue
		}
		up = up.or(c.leaf(s.from, c.Flow.Reduce(flow.Substitute(t, args, vars)), c.Flow.Paths(s.block), depth+2))
	}
	return bounds{up.low && b.low, up.high && b.high, up.name}
}

// captured is what is known of a variable that a literal captures, and that is
// set once.
func (c *checker) captured(s site, v ssa.Value, depth int) bounds {
	a, ok := v.(*ssa.Alloc)
	if !ok {
		return bounds{}
	}
	var set *ssa.Store
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == a {
			if set != nil {
				return bounds{}
			}
			set = st
		}
	}
	if set == nil {
		return bounds{}
	}
	if !isInteger(set.Val.Type()) {
		return c.leaf(s.from, c.Flow.Eval(set.Val), c.Flow.Paths(s.block), depth+2)
	}
	return c.of(s.from, set.Val, c.Flow.Paths(s.block), depth+2)
}

// returned is what one of the program's own functions leaves open of what it
// gives back.
func (c *checker) returned(f *outcome.Frame, t, call *flow.Term, paths []flow.Path, depth int) bounds {
	exits, ok := c.Flow.Expand(call)
	if !ok {
		return bounds{}
	}
	var b bounds
	for _, x := range exits {
		n := t.Index()
		if n >= len(x.Results) || x.Results[n].Op == flow.Const {
			continue
		}
		r := x.Results[n]
		if r.Op == flow.Assert || r.Op == flow.Extract && r.Args[0].Op == flow.Assert || r.Op == flow.Field || r.Op == flow.Elem || r.CallOf() != nil {
			in, out := c.leaf(f, r, x.Paths, depth+3), c.leaf(f, r, paths, depth+3)
			b = b.or(bounds{in.low && out.low, in.high && out.high, in.name})
		}
	}
	b.low = b.low && !every(paths, func(p flow.Path) bool { return bounded(p, t, false) })
	b.high = b.high && !every(paths, func(p flow.Path) bool { return bounded(p, t, true) })
	return b
}

// sent reports whether a value is one that the model sends, as it came, rather
// than something made of what it sends: a position in a text is within it, and
// a list built here is as long as it was built.
func (c *checker) sent(t *flow.Term) bool {
	for {
		switch t.Op {
		case flow.Param, flow.Free, flow.Out:
			return true
		case flow.Field, flow.Elem, flow.Assert, flow.Extract:
			if t.Op == flow.Extract && t.N > 0 {
				return false
			}
			t = t.Args[0]
		case flow.Call:
			return strings.HasPrefix(t.Str, "strconv.") || c.Flow.SDKs.Accessors[t.Str] != nil
		default:
			return false
		}
	}
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// bounded reports whether a path keeps a number from being too small, or too
// large.
func bounded(p flow.Path, t *flow.Term, high bool) bool {
	for _, c := range p {
		y, op, _ := comparison(c, t)
		if y == nil {
			continue
		}
		k, isInt := y.Int()
		switch op {
		case "==":
			return true
		case ">":
			if !high && (!isInt || k >= -1) {
				return true
			}
		case ">=":
			if !high && (!isInt || k >= 0) {
				return true
			}
		case "<", "<=":
			if high {
				return true
			}
		}
	}
	return false
}

// comparison reads a condition that compares a value: with what, and how.
func comparison(c flow.Cond, t *flow.Term) (with *flow.Term, op string, ok bool) {
	b, neg := c.Term, c.Neg
	for b.Op == flow.Not {
		b, neg = b.Args[0], !neg
	}
	if b.Op != flow.Bin || len(b.Args) != 2 {
		return nil, "", false
	}
	op = b.Str
	if neg {
		op = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}[op]
	}
	switch {
	case flow.Equal(b.Args[0], t):
		return b.Args[1], op, op != ""
	case flow.Equal(b.Args[1], t):
		op = map[string]string{"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}[op]
		return b.Args[0], op, op != ""
	}
	return nil, "", false
}

// short reports a fixed place in a text or list from the arguments that may have
// no such place: what is there has to be counted first.
func (c *checker) short(f *outcome.Frame, instr ssa.Instruction, list ssa.Value, need int64) {
	if need <= 0 {
		return
	}
	t := c.Flow.Eval(list)
	have, whole := int64(0), t
	if t.Op == flow.Call && len(t.Args) > 0 {
		switch t.Str {
		case "strings.Split", "strings.SplitN", "strings.SplitAfter":
			have, whole = 1, t.Args[0]
		case "strings.Fields", "strings.TrimSpace", "strings.ToLower", "strings.ToUpper":
			whole = t.Args[0]
		}
	}
	if need <= have {
		return
	}
	name, ok := c.Outcome.ArgumentTerm(f, whole)
	if !ok || !c.sent(whole) {
		return // a function may see to it that there is enough
	}
	counted := func(p flow.Path, t *flow.Term) bool {
		for _, cond := range p {
			mentions := cond.Term.Has(func(x *flow.Term) bool { return flow.Equal(x, t) || flow.Equal(x, whole) })
			if mentions && (need == 1 || !onlyThere(cond)) {
				return true
			}
		}
		return false
	}
	if c.checked(f, c.Flow.Paths(instr.Block()), whole, counted, 0) || every(c.Flow.Paths(instr.Block()), func(p flow.Path) bool { return counted(p, t) }) {
		return
	}
	if !c.once(f, name) {
		return
	}
	c.Report(instr.Pos(), nil, "%s: %s that is too short panics here; check its length and say what was wrong", rule.Tools(f.Names()), described(name))
}

// onlyThere reports whether a condition tells no more than that there is
// something at all.
func onlyThere(c flow.Cond) bool {
	b := c.Term
	for b.Op == flow.Not {
		b = b.Args[0]
	}
	if b.Op != flow.Bin || len(b.Args) != 2 {
		return b.Op == flow.Extract // the ok of an assertion
	}
	for _, a := range b.Args {
		if s, ok := a.Text(); ok && s == "" || a.IsNil() {
			return true
		}
		if n, ok := a.Int(); ok && n == 0 {
			return true
		}
	}
	return false
}
