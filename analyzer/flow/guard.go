package flow

import "golang.org/x/tools/go/ssa"

// A Cond is a condition on the way to an instruction.
type Cond struct {
	Term *Term
	Neg  bool // the condition does not hold

	// At is the instruction that tests it, when in this package.
	at *ssa.If
}

// If is the branch that tests the condition, when it is in this package.
func (c Cond) If() *ssa.If { return c.at }

// A Path is one way to an instruction: the conditions that hold on it, the
// nearest last.
type Path []Cond

const (
	maxConds = 24 // conditions kept on one path, the nearest ones
	maxAlts  = 6  // ways into one block kept apart
)

// paths are the ways into a block. Conditions joined by || or by a case list
// give one path each; a join after an ordinary if forgets which branch was
// taken, and keeps what holds on both.
func (e *evaluator) paths(b *ssa.BasicBlock) []Path {
	if p, ok := e.pathMemo[b]; ok {
		return p
	}
	if e.pathMemo == nil {
		e.pathMemo = map[*ssa.BasicBlock][]Path{}
	}
	e.pathMemo[b] = []Path{nil} // in case b is reached again: an irreducible loop
	p := e.pathsTo(b)
	e.pathMemo[b] = p
	return p
}

func (e *evaluator) pathsTo(b *ssa.BasicBlock) []Path {
	var preds []*ssa.BasicBlock
	for _, p := range b.Preds {
		if !b.Dominates(p) { // not a back edge
			preds = append(preds, p)
		}
	}
	switch {
	case len(preds) == 0:
		return []Path{nil}
	case len(preds) == 1:
		return e.through(preds[0], b)
	case len(preds) <= maxAlts && allBranch(preds, b):
		var all []Path
		for _, p := range preds {
			all = append(all, e.through(p, b)...)
			if len(all) > maxAlts {
				all = nil
				break
			}
		}
		if all != nil {
			return all
		}
	}
	return e.paths(b.Idom())
}

// through are the paths into b that come from its predecessor p.
func (e *evaluator) through(p, b *ssa.BasicBlock) []Path {
	base := e.paths(p)
	cond, ok := e.edge(p, b)
	if !ok {
		return base
	}
	out := make([]Path, 0, len(base))
	for _, path := range base {
		if path.rulesOut(cond) {
			continue
		}
		path = append(path[:len(path):len(path)], cond)
		if n := len(path); n > maxConds {
			path = path[n-maxConds:]
		}
		out = append(out, path)
	}
	if len(out) == 0 {
		return base // never taken
	}
	return out
}

// rulesOut reports whether a path has found the opposite of a condition: the
// very same value, tested again.
func (p Path) rulesOut(c Cond) bool {
	for _, before := range p {
		if before.at != nil && c.at != nil && before.at.Cond == c.at.Cond && before.Neg != c.Neg {
			return true
		}
	}
	return false
}

// edge is the condition under which p goes to b.
func (e *evaluator) edge(p, b *ssa.BasicBlock) (Cond, bool) {
	if len(p.Instrs) == 0 {
		return Cond{}, false
	}
	br, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
	if !ok || p.Succs[0] == p.Succs[1] {
		return Cond{}, false
	}
	return Cond{Term: e.eval(br.Cond), Neg: p.Succs[1] == b, at: br}, true
}

// allBranch reports whether every predecessor decides to go to b by a test.
func allBranch(preds []*ssa.BasicBlock, b *ssa.BasicBlock) bool {
	for _, p := range preds {
		if len(p.Instrs) == 0 {
			return false
		}
		if _, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If); !ok {
			return false
		}
	}
	return true
}
