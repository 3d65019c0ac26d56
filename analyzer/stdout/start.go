package stdout

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/rule"
)

// start looks at what a program writes on its way to serving: the client reads
// that as the beginning of the protocol. What it writes once the server has
// ended nobody reads, and a way on which nothing is served, or by another
// transport, is none of the rule's business.
type start struct {
	pass    *rule.Pass
	serving *registry.Serving
}

// maxDepth is how many calls lie between what runs before the server, or while
// it does, and a print.
const maxDepth = 4

// matters reports whether what an instruction sets up lasts while the program
// serves over standard input and output.
func (s *start) matters(fn *ssa.Function, instr ssa.Instruction) bool {
	if !s.serving.By(fn) {
		return !registry.OtherTransport(s.pass.Flow.Paths(instr.Block()))
	}
	return s.serving.Before(fn, instr)
}

// run reports what is written before the server serves, once for a function:
// where the first line has to go, the others have to follow.
func (s *start) run() {
	for _, fn := range s.pass.Flow.Funcs {
		if s.pass.Outcome.Reach.Of(fn) != nil || replaces(fn) {
			continue
		}
		if !s.serving.By(fn) {
			if s.pass.Registry.Started(flow.FuncID(fn)) {
				s.called(fn, map[*ssa.Function]bool{}, 0)
			}
			continue
		}
		var own []ssa.Instruction
		after := 0
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch {
				case prints(s.pass, instr) || inherits(s.pass, instr):
					if s.serving.Before(fn, instr) {
						own = append(own, instr)
					} else if failed(s.pass.Flow.Paths(b)) {
						after++
					}
				default:
					if g := s.callee(instr); g != nil && s.serving.Before(fn, instr) {
						s.called(g, map[*ssa.Function]bool{}, 0)
					}
				}
			}
		}
		s.report(own, after)
	}
}

// failed reports whether a place is reached only when something has failed: who
// reads what is written there is the client, not a user.
func failed(paths []flow.Path) bool {
	if registry.OtherTransport(paths) {
		return false
	}
	for _, p := range paths {
		if !slices.ContainsFunc(p, func(c flow.Cond) bool {
			t, isNil := c.NilTest()
			return t != nil && !isNil && t.Type() != nil && flow.IsError(t.Type())
		}) {
			return false
		}
	}
	return len(paths) > 0
}

// report reports the first of what is written before the server serves, and
// counts the rest, with what is written for failures.
func (s *start) report(writes []ssa.Instruction, others int) {
	if len(writes) == 0 {
		return
	}
	first := slices.MinFunc(writes, func(a, b ssa.Instruction) int { return int(posOf(a) - posOf(b)) })
	more := ""
	if n := len(writes) - 1 + others; n > 0 {
		more = fmt.Sprintf(", here and %d times more in this function", n)
		if n == 1 {
			more = ", here and once more in this function"
		}
	}
	s.pass.Report(posOf(first), nil, "this is written to standard output before the server speaks its protocol there; the client reads it as a broken message: write to standard error%s", more)
}

// callee is the function of this package that a call runs and comes back from.
func (s *start) callee(instr ssa.Instruction) *ssa.Function {
	c, ok := instr.(*ssa.Call)
	if !ok {
		return nil
	}
	callee := c.Common().StaticCallee()
	if callee == nil {
		return nil
	}
	g := s.pass.Flow.Func(flow.FuncID(callee))
	if g == nil || s.serving.By(g) {
		return nil
	}
	return g
}

// called reports what a function that runs before the server always prints.
func (s *start) called(fn *ssa.Function, seen map[*ssa.Function]bool, depth int) {
	if seen[fn] || depth > maxDepth || replaces(fn) {
		return
	}
	seen[fn] = true
	var own []ssa.Instruction
	for _, b := range fn.Blocks {
		if !plain(s.pass.Flow.Paths(b)) || !returns(b) {
			continue
		}
		for _, instr := range b.Instrs {
			if prints(s.pass, instr) {
				own = append(own, instr)
			} else if g := s.callee(instr); g != nil {
				s.called(g, seen, depth+1)
			}
		}
	}
	s.report(own, 0)
}

// plain reports whether a place is reached unless something fails: nothing but
// errors was looked at on the way.
func plain(paths []flow.Path) bool {
	for _, p := range paths {
		for _, c := range p {
			if t, isNil := c.NilTest(); t == nil || !isNil {
				return false
			}
		}
	}
	return true
}

// returns reports whether a function can come back without an error from a
// block on.
func returns(b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	queue := []*ssa.BasicBlock{b}
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		if seen[b] {
			continue
		}
		seen[b] = true
		if n := len(b.Instrs); n > 0 {
			if ret, ok := b.Instrs[n-1].(*ssa.Return); ok && succeeds(ret) {
				return true
			}
		}
		queue = append(queue, b.Succs...)
	}
	return false
}

func succeeds(ret *ssa.Return) bool {
	for _, r := range ret.Results {
		if flow.IsError(r.Type()) {
			if c, ok := r.(*ssa.Const); !ok || !c.IsNil() {
				return false
			}
		}
	}
	return true
}
