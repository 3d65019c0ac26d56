package emptyresult

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/rule"
)

// A loss is a way from a failure to a successful answer on which nothing but
// logs and tests reads the error.
type loss struct {
	rets      []*ssa.Return
	collected bool      // it was kept in a list or a variable
	apart     []*ssa.If // where ways part of which one reads the error

	partial bool // it says itself that there may be more

	blocks map[*ssa.BasicBlock]bool    // that a failure can come through
	edges  map[[2]*ssa.BasicBlock]bool // and the ways between them
}

// A trail follows one error through the blocks of a function.
type trail struct {
	pass  *rule.Pass
	f     *outcome.Frame
	err   ssa.Value
	steps int
	seen  map[string]bool
	loss  loss

	// readers are the branches with a way on which the error is read.
	readers map[*ssa.If]bool
	ways    map[*ssa.If]bool
}

// A state is what is known on one way.
type state struct {
	live      map[ssa.Value]bool // the error, and what was made of it
	consts    map[ssa.Value]bool // merged values that are a constant here
	collected bool
	branches  []*ssa.If // taken, of those that can go both ways
}

func (s *state) clone() *state {
	c := &state{live: map[ssa.Value]bool{}, consts: map[ssa.Value]bool{}, collected: s.collected, branches: s.branches}
	for v := range s.live {
		c.live[v] = true
	}
	for v, b := range s.consts {
		c.consts[v] = b
	}
	return c
}

const maxSteps = 400 // blocks looked at for one error

// lost follows the error of a call, or another error that is tested, to the
// successful answers that leave it behind.
func lost(pass *rule.Pass, f *outcome.Frame, err ssa.Value) *loss {
	def, ok := err.(ssa.Instruction)
	if !ok {
		return nil
	}
	t := &trail{pass: pass, f: f, err: err, seen: map[string]bool{}, loss: loss{blocks: map[*ssa.BasicBlock]bool{}, edges: map[[2]*ssa.BasicBlock]bool{}}, readers: map[*ssa.If]bool{}, ways: map[*ssa.If]bool{}}
	st := &state{live: map[ssa.Value]bool{err: true}, consts: map[ssa.Value]bool{}}
	b := def.Block()
	for i, instr := range b.Instrs {
		if instr == def {
			t.walk(b, i+1, st)
			break
		}
	}
	if len(t.loss.rets) == 0 || t.steps > maxSteps {
		return nil
	}
	for _, b := range f.Fn.Blocks {
		if br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && t.ways[br] && t.readers[br] {
			t.loss.apart = append(t.loss.apart, br)
		}
	}
	return &t.loss
}

// walk looks at a block from an instruction on.
func (t *trail) walk(b *ssa.BasicBlock, from int, st *state) {
	if t.steps++; t.steps > maxSteps {
		return
	}
	t.loss.blocks[b] = true
	for _, instr := range b.Instrs[from:] {
		if instr == t.err.(ssa.Instruction) {
			return // another error from here on
		}
		if t.reads(instr, st) {
			for _, br := range st.branches {
				t.readers[br] = true
			}
			return
		}
	}
	switch last := b.Instrs[len(b.Instrs)-1].(type) {
	case *ssa.Return:
		if t.succeeds(last) {
			t.loss.rets = append(t.loss.rets, last)
			t.loss.collected = t.loss.collected || st.collected
			for _, br := range st.branches {
				t.ways[br] = true
			}
		}
	case *ssa.If:
		yes, no := t.decide(last.Cond, st)
		if yes && no {
			st = st.clone()
			st.branches = append(st.branches[:len(st.branches):len(st.branches)], last)
		}
		for i, take := range []bool{yes, no} {
			if take {
				t.enter(b, b.Succs[i], st)
			}
		}
	default:
		for _, s := range b.Succs {
			t.enter(b, s, st)
		}
	}
}

// enter goes from one block to the next, where merged values become what they
// are on this way.
func (t *trail) enter(from, to *ssa.BasicBlock, st *state) {
	t.loss.edges[[2]*ssa.BasicBlock{from, to}] = true
	next := st.clone()
	edge := -1
	for i, p := range to.Preds {
		if p == from {
			edge = i
		}
	}
	phis := 0
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		phis++
		delete(next.live, phi)
		delete(next.consts, phi)
		v := phi.Edges[edge]
		if st.live[v] {
			next.live[phi] = true
			// A variable that outlives its loop.
			next.collected = next.collected || to.Dominates(from)
		}
		if c, ok := v.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.Bool {
			next.consts[phi] = constant.BoolVal(c.Value)
		} else if b, ok := st.consts[v]; ok {
			next.consts[phi] = b
		}
	}
	key := t.key(to, next)
	if t.seen[key] {
		// The ways from here on are known, but not under these branches.
		return
	}
	t.seen[key] = true
	t.walk(to, phis, next)
}

func (t *trail) key(b *ssa.BasicBlock, st *state) string {
	k := make([]byte, 0, 64)
	k = append(k, byte(b.Index), byte(b.Index>>8))
	if st.collected {
		k = append(k, 'c')
	}
	for _, blk := range t.f.Fn.Blocks {
		for _, instr := range blk.Instrs {
			phi, ok := instr.(*ssa.Phi)
			if !ok {
				break
			}
			if st.live[phi] {
				k = append(k, 'l', byte(blk.Index), byte(blk.Index>>8))
			}
			if v, ok := st.consts[phi]; ok {
				k = append(k, 'f', byte(blk.Index), byte(blk.Index>>8))
				if v {
					k[len(k)-3] = 't'
				}
			}
		}
	}
	return string(k)
}

// reads reports whether an instruction does something with the error that
// somebody may learn of. What only renders, tests or logs it does not.
func (t *trail) reads(instr ssa.Instruction, st *state) bool {
	if _, ok := instr.(*ssa.DebugRef); ok {
		return false
	}
	var buf [8]*ssa.Value
	used := false
	for _, op := range instr.Operands(buf[:0]) {
		used = used || *op != nil && st.live[*op]
	}
	if !used {
		return false
	}
	switch i := instr.(type) {
	case *ssa.Slice, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Convert, *ssa.IndexAddr:
		st.live[i.(ssa.Value)] = true
		return false
	case *ssa.BinOp:
		if i.Op == token.ADD {
			st.live[i] = true
		}
		return false
	case *ssa.Store:
		at, ok := i.Addr.(*ssa.IndexAddr)
		if !ok {
			return true
		}
		list, ok := at.X.(*ssa.Alloc)
		if !ok || list.Comment != "varargs" {
			return true
		}
		st.live[list] = true
		return false
	case *ssa.Call:
		return t.callReads(i, st)
	case *ssa.If:
		return false
	}
	return true
}

func (t *trail) callReads(c *ssa.Call, st *state) bool {
	if t.pass.Outcome.IsLog(c) {
		return false
	}
	if b, ok := c.Common().Value.(*ssa.Builtin); ok {
		st.live[c] = true
		if b.Name() == "append" {
			st.collected = true
		}
		return false
	}
	id := ""
	if fn := c.Common().StaticCallee(); fn != nil {
		id = flow.FuncID(fn)
	}
	switch {
	case id == "errors.Join":
		st.live[c], st.collected = true, true
		return false
	case c.Common().IsInvoke() && c.Common().Method.Name() == "Error", known.Pure(id):
		st.live[c] = true
		return false
	}
	b, ok := c.Type().Underlying().(*types.Basic)
	return !ok || b.Kind() != types.Bool // a question about the error
}

// succeeds reports whether a return answers without any error, or with what
// another function answers.
func (t *trail) succeeds(ret *ssa.Return) bool {
	i := flow.ErrIndex(t.f.Fn.Signature)
	if i < 0 {
		return true
	}
	// What a function with deferred calls returns is in its exits alone: the
	// instruction has variables.
	for _, x := range t.pass.Flow.Exits(t.f.Fn) {
		if x.Return() == ret && !x.Deferred && i < len(x.Results) && (t.pass.Outcome.NoError(x.Results[i]) || passesOn(x, i)) {
			return true
		}
	}
	return false
}

// decide tells which ways a branch can go, given that there is an error.
func (t *trail) decide(cond ssa.Value, st *state) (yes, no bool) {
	if v, ok := st.consts[cond]; ok {
		return v, !v
	}
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			no, yes = t.decide(c.X, st)
			return yes, no
		}
	case *ssa.BinOp:
		x, y := c.X, c.Y
		if st.live[y] {
			x, y = y, x
		}
		if !st.live[x] {
			break
		}
		switch c.Op {
		case token.NEQ, token.GTR:
			return true, false // not nil, not the one compared with, not none
		case token.LSS:
			return x == c.Y, x != c.Y // a first one of those collected
		case token.EQL:
			return false, true
		}
	case *ssa.Call:
		for _, a := range c.Call.Args {
			if !st.live[a] {
				continue
			}
			// What a test names has been told apart, but for what says that
			// there may be more.
			partial := t.pass.Outcome.Asks(t.f, c)&known.Partial != 0
			t.loss.partial = t.loss.partial || partial
			return partial, !partial
		}
	}
	return true, true
}
