package classify

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/rule"
)

// words reports where the words of an error's text tell its outcome: once for
// an error in a function, however many words it looks for. Where the error's
// type or identity has been asked before, words are what is left to go by.
func words(pass *rule.Pass, f *outcome.Frame) {
	var done []*flow.Term
	for _, b := range f.Fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok || !searches(c) {
				continue
			}
			err := outcome.ErrorText(pass.Flow.CallTerm(c))
			same := func(e *flow.Term) bool { return flow.Equal(e, err) }
			if err == nil || slices.ContainsFunc(done, same) || !decides(c, map[ssa.Value]bool{}) || identified(pass, b, err) {
				continue
			}
			done = append(done, err)
			pass.Report(c.Pos(), nil, "%s: the outcome hangs on the words of an error of %s; use errors.Is, errors.As or a status instead", rule.Tools(f.Names()), outcome.CalleeName(err))
		}
	}
}

// searches reports whether a call looks for words in a text.
func searches(c *ssa.Call) bool {
	callee := c.Common().StaticCallee()
	if callee == nil {
		return false
	}
	switch flow.FuncID(callee) {
	case "strings.Contains", "strings.HasPrefix", "strings.HasSuffix", "strings.EqualFold", "strings.Index", "regexp.MatchString", "(*regexp.Regexp).MatchString":
		return true
	}
	return false
}

// identified reports whether every way to a block has asked which error it is,
// by errors.Is or errors.As.
func identified(pass *rule.Pass, b *ssa.BasicBlock, err *flow.Term) bool {
	paths := pass.Flow.Paths(b)
	for _, p := range paths {
		if !slices.ContainsFunc(p, func(c flow.Cond) bool {
			return c.Term.Has(func(t *flow.Term) bool {
				return (t.IsCall("errors.Is") || t.IsCall("errors.As")) && len(t.Args) > 0 && flow.Equal(t.Args[0], err)
			})
		}) {
			return false
		}
	}
	return len(paths) > 0
}

// decides reports whether how a function answers depends on a value: it is a
// part of the answer, or one side of a branch on it returns, or chooses what is
// returned.
func decides(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] || v.Referrers() == nil {
		return false
	}
	seen[v] = true
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.If:
			if branches(ref) {
				return true
			}
		case *ssa.Return:
			return true
		case *ssa.UnOp, *ssa.Phi, *ssa.BinOp:
			if decides(ref.(ssa.Value), seen) {
				return true
			}
		}
	}
	return false
}

// branches reports whether the sides of a branch end differently: one of them
// returns, and the other can do so without it; or what they meet with is
// returned.
func branches(branch *ssa.If) bool {
	block := branch.Block()
	for i, side := range block.Succs {
		if hasReturn(side) && avoids(block.Succs[1-i], side) {
			return true
		}
	}
	for _, b := range block.Parent().Blocks {
		if !block.Dominates(b) {
			continue
		}
		for _, instr := range b.Instrs {
			phi, ok := instr.(*ssa.Phi)
			if !ok {
				break
			}
			if fromSides(phi, block) && answers(phi, 0) {
				return true
			}
		}
	}
	return false
}

// avoids reports whether a function can return from one block on without
// another.
func avoids(from, other *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{other: true}
	queue := []*ssa.BasicBlock{from}
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		if seen[b] {
			continue
		}
		seen[b] = true
		if n := len(b.Instrs); n > 0 {
			if _, ok := b.Instrs[n-1].(*ssa.Return); ok {
				return true
			}
		}
		queue = append(queue, b.Succs...)
	}
	return false
}

// hasReturn reports whether a block, or one that it dominates, returns.
func hasReturn(b *ssa.BasicBlock) bool {
	for _, d := range b.Parent().Blocks {
		if n := len(d.Instrs); n > 0 && b.Dominates(d) {
			if _, ok := d.Instrs[n-1].(*ssa.Return); ok {
				return true
			}
		}
	}
	return false
}

// fromSides reports whether a merged value differs with the side of a branch.
func fromSides(phi *ssa.Phi, branch *ssa.BasicBlock) bool {
	for i, p := range phi.Block().Preds {
		if (p == branch || branch.Dominates(p)) && i > 0 && phi.Edges[i] != phi.Edges[0] {
			return true
		}
	}
	return false
}

// answers reports whether a value is returned, as it is or within what is.
func answers(v ssa.Value, depth int) bool {
	if v.Referrers() == nil || depth > 5 {
		return false
	}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Return:
			return true
		case *ssa.Store:
			// A field, or an argument among several.
			if a := base(ref.Addr); a != nil && answers(a, depth+1) {
				return true
			}
		case *ssa.Call, *ssa.Phi, *ssa.BinOp, *ssa.MakeInterface, *ssa.Slice, *ssa.Convert, *ssa.ChangeType, *ssa.Extract, *ssa.UnOp:
			if answers(ref.(ssa.Value), depth+1) {
				return true
			}
		}
	}
	return false
}

func base(addr ssa.Value) ssa.Value {
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		case *ssa.Alloc:
			return a
		default:
			return nil
		}
	}
}
