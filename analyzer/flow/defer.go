package flow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An Assigned value is what a function leaves in a variable that its caller can see: the
// one a parameter points to, or one that a literal captures.
type Assigned struct {
	Index int
	Free  bool // a captured variable, not a parameter
	Value *Term
}

// A place that a function's callers see: see [Assigned].
type outlet struct {
	addr  ssa.Value
	index int
	free  bool
}

// outlets are the variables outside the function that it assigns as a whole.
func (e *evaluator) outlets() []outlet {
	var out []outlet
	for i, p := range e.fn.Params {
		if isOutlet(p) {
			out = append(out, outlet{p, i, false})
		}
	}
	for i, v := range e.fn.FreeVars {
		if isOutlet(v) {
			out = append(out, outlet{v, i, true})
		}
	}
	return out
}

func isOutlet(v ssa.Value) bool {
	if !pointsToPlain(v.Type()) || v.Referrers() == nil {
		return false
	}
	return slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		s, ok := ref.(*ssa.Store)
		return ok && s.Addr == v
	})
}

// pointsToPlain reports whether a type is a pointer to what is assigned as a
// whole: not to a struct or array, whose parts are.
func pointsToPlain(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	switch p.Elem().Underlying().(type) {
	case *types.Struct, *types.Array:
		return false
	}
	return true
}

// findDead notes the blocks that only run while a panic is being recovered. How
// a function returns is asked for the case that nothing panics.
func (e *evaluator) findDead() {
	for _, b := range e.fn.Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cmp, ok := br.Cond.(*ssa.BinOp)
		if !ok || !isRecover(cmp.X) && !isRecover(cmp.Y) {
			continue
		}
		dead := b.Succs[0]
		if cmp.Op == token.EQL {
			dead = b.Succs[1]
		} else if cmp.Op != token.NEQ {
			continue
		}
		if len(dead.Preds) != 1 {
			continue
		}
		if e.dead == nil {
			e.dead = map[*ssa.BasicBlock]bool{}
		}
		for _, d := range e.fn.Blocks {
			if dead.Dominates(d) {
				e.dead[d] = true
			}
		}
	}
}

func isRecover(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	b, ok := c.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "recover"
}

// Panicking reports whether a condition only holds while a panic is recovered.
func (c Cond) Panicking() bool {
	x, isNil := c.NilTest()
	return x != nil && !isNil && x.IsCall("recover")
}

// NilTest reads a condition that compares a term with nil.
func (c Cond) NilTest() (t *Term, isNil bool) {
	b := c.Term
	if b.Op != Bin || len(b.Args) != 2 || b.Str != "==" && b.Str != "!=" {
		return nil, false
	}
	x, y := b.Args[0], b.Args[1]
	if x.IsNil() {
		x, y = y, x
	}
	if !y.IsNil() {
		return nil, false
	}
	return x, (b.Str == "==") != c.Neg
}

// possible reports whether no condition of a path contradicts what is plain
// from its terms.
func (p Path) possible() bool {
	for _, c := range p {
		x, isNil := c.NilTest()
		if x == nil {
			continue
		}
		switch {
		case x.IsNil() && !isNil, isNil && x.nonNil(), !isNil && x.IsCall("recover"):
			return false
		}
	}
	return true
}

// nonNil reports whether a term is plainly not nil.
func (t *Term) nonNil() bool {
	switch t.Op {
	case Struct, Func:
		return true
	case Call:
		return t.Str == "errors.New" || t.Str == "fmt.Errorf"
	}
	return false
}

// afterDefers applies to the exits of a function what its deferred calls make
// of the results. An exit for which that cannot be told is marked as Deferred.
func (e *evaluator) afterDefers(exits []*Exit) []*Exit {
	if e.fn.Recover == nil {
		return exits
	}
	var defers []*ssa.Defer
	for _, b := range e.fn.Blocks {
		for _, instr := range b.Instrs {
			if d, ok := instr.(*ssa.Defer); ok {
				defers = append(defers, d)
			}
		}
	}
	slices.Reverse(defers) // the last one runs first
	for _, d := range defers {
		exits = e.afterDefer(exits, d)
	}
	return exits
}

func (e *evaluator) afterDefer(exits []*Exit, d *ssa.Defer) []*Exit {
	c := e.deferred(d)
	if c == nil {
		return exits
	}
	var out []*Exit
	for _, x := range exits {
		switch {
		case !d.Block().Dominates(x.ret.Block()):
			if reaches(d.Block(), x.ret.Block()) {
				x.Deferred = true
			}
			out = append(out, x)
		case len(c.ends) == 0:
			x.Deferred = true
			out = append(out, x)
		default:
			out = append(out, c.apply(x)...)
		}
	}
	if len(out) > maxExits {
		for _, x := range exits {
			x.Deferred = true
		}
		return exits
	}
	return out
}

// A deferredCall is a deferred call that may assign results.
type deferredCall struct {
	ends    []*Exit // how it ends; none if that is not known
	args    []*Term
	free    bool        // args are captured variables
	results map[int]int // the result that an argument is the address of
}

// deferred describes a deferred call, or gives nil if it assigns no result.
func (e *evaluator) deferred(d *ssa.Defer) *deferredCall {
	c := &deferredCall{results: map[int]int{}}
	var addrs []ssa.Value
	var fn *ssa.Function
	switch callee := d.Call.Value.(type) {
	case *ssa.MakeClosure:
		fn = callee.Fn.(*ssa.Function)
		addrs, c.free = callee.Bindings, true
	case *ssa.Function:
		fn = callee
		addrs = d.Call.Args
	default:
		return nil
	}
	for i, a := range addrs {
		alloc, ok := a.(*ssa.Alloc)
		if ok && isResult(e.fn, alloc) && (!c.free || hasStore(fn.FreeVars[i], map[ssa.Value]bool{})) {
			c.results[i] = resultIndex(e.fn, alloc)
			c.args = append(c.args, nil)
		} else if c.free {
			c.args = append(c.args, e.binding(a, d))
		} else {
			c.args = append(c.args, e.eval(a))
		}
	}
	if len(c.results) == 0 {
		return nil
	}
	if body := e.r.body(fn); body != nil {
		if !e.knowsOutlets(body, c) {
			return c
		}
		c.ends = e.r.exits(body)
	} else {
		c.ends = e.r.imported(FuncID(fn))
	}
	return c
}

// knowsOutlets reports whether every result that a deferred function can assign
// is one that it assigns itself, and not by way of a function further down.
func (e *evaluator) knowsOutlets(fn *ssa.Function, c *deferredCall) bool {
	for i := range c.results {
		var addr ssa.Value
		if c.free {
			addr = fn.FreeVars[i]
		} else if i < len(fn.Params) {
			addr = fn.Params[i]
		}
		if addr == nil || !pointsToPlain(addr.Type()) {
			return false
		}
		for _, ref := range *addr.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store, *ssa.UnOp, *ssa.DebugRef:
			default:
				_ = ref
				return false
			}
		}
	}
	return true
}

// apply lists how an exit ends after the deferred call.
func (c *deferredCall) apply(x *Exit) []*Exit {
	args := slices.Clone(c.args)
	for i, j := range c.results {
		if j >= len(x.Results) {
			return []*Exit{x}
		}
		args[i] = x.Results[j]
	}
	s := &substitution{memo: map[*Term]*Term{}}
	if c.free {
		s.free = args
	} else {
		s.params = args
	}
	same := true
	var out []*Exit
	for _, end := range c.ends {
		end := s.exit(end)
		n := *x
		n.Results = slices.Clone(x.Results)
		for _, o := range end.Assigns {
			if j, ok := c.results[o.Index]; ok && o.Free == c.free {
				same = same && o.Value == x.Results[j]
				n.Results[j] = o.Value
			}
		}
		n.Deferred = n.Deferred || end.Deferred
		if n.Paths = crossed(end.Paths, x.Paths); n.Paths != nil {
			out = append(out, &n)
		}
	}
	if same || len(out) == 0 {
		return []*Exit{x}
	}
	return out
}

// crossed are the paths of a deferred call with the paths to the return before
// it, which count as the nearer ones. Without any that is possible it is nil.
func crossed(deferred, before []Path) []Path {
	if len(deferred) == 0 {
		deferred = []Path{nil}
	}
	if len(before) == 0 {
		before = []Path{nil}
	}
	out := []Path{}
	for _, d := range deferred {
		if !d.possible() {
			continue
		}
		for _, b := range before {
			if len(out) > maxAlts {
				return out
			}
			out = append(out, append(slices.Clone(d), b...))
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

func resultIndex(fn *ssa.Function, a *ssa.Alloc) int {
	i := 0
	for v := range fn.Signature.Results().Variables() {
		if v.Pos() != token.NoPos && v.Pos() == a.Pos() {
			return i
		}
		i++
	}
	return -1
}

func reaches(from, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var walk func(b *ssa.BasicBlock) bool
	walk = func(b *ssa.BasicBlock) bool {
		if b == to {
			return true
		}
		if seen[b] {
			return false
		}
		seen[b] = true
		return slices.ContainsFunc(b.Succs, walk)
	}
	return walk(from)
}
