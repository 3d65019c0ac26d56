package stdout

import (
	"fmt"
	"slices"
	"strings"

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
	pass   *rule.Pass
	points map[*ssa.Function][]ssa.Instruction // where a function serves, itself or by a call
}

func newStart(pass *rule.Pass) *start {
	s := &start{pass: pass, points: map[*ssa.Function][]ssa.Instruction{}}
	for range maxDepth {
		grown := false
		for _, fn := range pass.Flow.Funcs {
			if points := s.find(fn); len(points) > len(s.points[fn]) {
				s.points[fn], grown = points, true
			}
		}
		if !grown {
			break
		}
	}
	return s
}

// maxDepth is how many calls lie between main and the call that serves, or
// between what runs before it and a print.
const maxDepth = 4

// find lists the instructions with which a function serves.
func (s *start) find(fn *ssa.Function) (points []ssa.Instruction) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, isCall := instr.(ssa.CallInstruction)
			switch {
			case registry.Stdio(s.pass.Flow.SDKs, instr):
				points = append(points, instr)
				if v, ok := instr.(ssa.Value); ok {
					points = append(points, users(v, 0)...)
				}
			case isCall:
				if callee := c.Common().StaticCallee(); callee != nil && s.serves(callee) {
					points = append(points, instr)
				}
				for _, a := range c.Common().Args {
					if f := funcOf(a); f != nil && s.serves(f) {
						points = append(points, instr)
					}
				}
			}
		}
	}
	return points
}

func (s *start) serves(fn *ssa.Function) bool {
	body := s.pass.Flow.Func(flow.FuncID(fn))
	return body != nil && len(s.points[body]) > 0
}

func funcOf(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		fn, _ := v.Fn.(*ssa.Function)
		return fn
	}
	return nil
}

// users are the calls that are given a transport: it is they that serve.
func users(v ssa.Value, depth int) (calls []ssa.Instruction) {
	if v.Referrers() == nil || depth > 4 {
		return nil
	}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case ssa.CallInstruction:
			calls = append(calls, ref)
		case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.Phi:
			calls = append(calls, users(ref.(ssa.Value), depth+1)...)
		}
	}
	return calls
}

// matters reports whether what an instruction sets up lasts while the program
// serves over standard input and output.
func (s *start) matters(fn *ssa.Function, instr ssa.Instruction) bool {
	if len(s.points[fn]) == 0 {
		return !otherTransport(s.pass.Flow.Paths(instr.Block()))
	}
	return s.before(fn, instr)
}

// before reports whether a function serves after an instruction.
func (s *start) before(fn *ssa.Function, instr ssa.Instruction) bool {
	paths := s.pass.Flow.Paths(instr.Block())
	for _, p := range s.points[fn] {
		if leads(instr, p) && together(paths, s.pass.Flow.Paths(p.Block())) {
			return true
		}
	}
	return false
}

// leads reports whether control can go from one instruction to another.
func leads(from, to ssa.Instruction) bool {
	if from.Block() == to.Block() && slices.Index(from.Block().Instrs, from) < slices.Index(to.Block().Instrs, to) {
		return true
	}
	seen := map[*ssa.BasicBlock]bool{}
	queue := slices.Clone(from.Block().Succs)
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		if b == to.Block() {
			return true
		}
		if !seen[b] {
			seen[b] = true
			queue = append(queue, b.Succs...)
		}
	}
	return false
}

// together reports whether a way to one place and a way to another can be one.
func together(ps, qs []flow.Path) bool {
	if len(ps) == 0 || len(qs) == 0 {
		return true
	}
	for _, p := range ps {
		for _, q := range qs {
			if !opposed(p, q) {
				return true
			}
		}
	}
	return false
}

// opposed reports whether two ways ask for different things: one for a test
// that the other has failed, or one value to be two constants.
func opposed(p, q flow.Path) bool {
	for _, a := range p {
		for _, b := range q {
			if a.Neg != b.Neg && flow.Equal(a.Term, b.Term) {
				return true
			}
			x, v, is := constant(a)
			y, w, also := constant(b)
			if x == nil || y == nil || !flow.Equal(x, y) {
				continue
			}
			if is && also && v != w || is != also && v == w {
				return true
			}
		}
	}
	return false
}

// constant reads a condition that a value is a constant, or is not.
func constant(c flow.Cond) (x *flow.Term, value string, is bool) {
	t := c.Term
	if t.Op != flow.Bin || len(t.Args) != 2 || t.Str != "==" && t.Str != "!=" {
		return nil, "", false
	}
	for i, a := range t.Args {
		if a.Op == flow.Const && !a.IsNil() {
			return t.Args[1-i], a.Str, (t.Str == "==") != c.Neg
		}
	}
	return nil, "", false
}

// otherTransport reports whether all ways to a place say that the transport is
// another one.
func otherTransport(paths []flow.Path) bool {
	for _, p := range paths {
		if !slices.ContainsFunc(p, func(c flow.Cond) bool {
			t := c.Term
			if t.Op != flow.Bin || len(t.Args) != 2 || t.Str != "==" && t.Str != "!=" {
				return false
			}
			stdio := slices.ContainsFunc(t.Args, func(a *flow.Term) bool {
				return a.Op == flow.Const && strings.EqualFold(strings.Trim(a.Str, `"`), "stdio")
			})
			equal := (t.Str == "==") != c.Neg
			if stdio {
				return !equal
			}
			return equal && slices.ContainsFunc(t.Args, func(a *flow.Term) bool {
				return a.Op == flow.Const && networked(strings.Trim(a.Str, `"`))
			})
		}) {
			return false
		}
	}
	return len(paths) > 0
}

func networked(transport string) bool {
	t := strings.ToLower(transport)
	return strings.Contains(t, "http") || t == "sse" || t == "tcp" || t == "ws" || t == "websocket"
}

// run reports what is written before the server serves, once for a function:
// where the first line has to go, the others have to follow.
func (s *start) run() {
	for _, fn := range s.pass.Flow.Funcs {
		if len(s.points[fn]) == 0 || s.pass.Outcome.Reach.Of(fn) != nil || replaces(fn) {
			continue
		}
		var own []ssa.Instruction
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch {
				case prints(s.pass, instr) || inherits(s.pass, instr):
					if s.before(fn, instr) {
						own = append(own, instr)
					}
				default:
					if g := s.callee(instr); g != nil && s.before(fn, instr) {
						s.called(g, map[*ssa.Function]bool{}, 0)
					}
				}
			}
		}
		s.report(own)
	}
}

func (s *start) report(writes []ssa.Instruction) {
	if len(writes) == 0 {
		return
	}
	first := slices.MinFunc(writes, func(a, b ssa.Instruction) int { return int(posOf(a) - posOf(b)) })
	more := ""
	if n := len(writes) - 1; n > 0 {
		more = fmt.Sprintf(", and so are %d more in this function", n)
		if n == 1 {
			more = ", and so is one more in this function"
		}
	}
	s.pass.Report(posOf(first), nil, "this is written to standard output before the server speaks its protocol there%s; the client reads it as a broken message: write to standard error", more)
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
	if g == nil || len(s.points[g]) > 0 {
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
	s.report(own)
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
