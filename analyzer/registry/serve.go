package registry

import (
	"slices"
	"sort"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
)

// Serving is which functions of a package serve over standard input and output,
// and where in them they do: by themselves, or by a call.
type Serving struct {
	r      *Result
	points map[*ssa.Function][]ssa.Instruction
}

// maxServing is how many calls lie between a function and the call that serves.
const maxServing = 4

// Serving is which functions of the package serve over standard input and
// output.
func (r *Result) Serving() *Serving {
	if r.serving != nil {
		return r.serving
	}
	s := &Serving{r: r, points: map[*ssa.Function][]ssa.Instruction{}}
	r.serving = s
	for range maxServing {
		grown := false
		for _, fn := range r.Flow.All() {
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

// find lists the instructions with which a function serves.
func (s *Serving) find(fn *ssa.Function) (points []ssa.Instruction) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, isCall := instr.(ssa.CallInstruction)
			switch {
			case Stdio(s.r.Flow.SDKs, instr):
				points = append(points, instr)
				if v, ok := instr.(ssa.Value); ok {
					points = append(points, users(v, 0)...)
				}
			case isCall:
				if callee := c.Common().StaticCallee(); callee != nil && s.called(callee) {
					points = append(points, instr)
				}
				for _, a := range c.Common().Args {
					if f := FuncOf(a); f != nil && s.called(f) {
						points = append(points, instr)
					}
				}
			}
		}
	}
	return points
}

// called reports whether a function serves, of whichever package it is.
func (s *Serving) called(fn *ssa.Function) bool {
	id := flow.FuncID(fn)
	if body := s.r.Flow.Func(id); body != nil {
		return s.By(body)
	}
	return s.r.facts != nil && s.r.facts.serve[id]
}

// By reports whether a function of this package serves.
func (s *Serving) By(fn *ssa.Function) bool { return len(s.points[fn]) > 0 }

// Before reports whether a function serves after an instruction.
func (s *Serving) Before(fn *ssa.Function, instr ssa.Instruction) bool {
	paths := s.r.Flow.Paths(instr.Block())
	for _, p := range s.points[fn] {
		if leads(instr, p) && together(paths, s.r.Flow.Paths(p.Block())) {
			return true
		}
	}
	return false
}

// declared lists the IDs of the package's own functions that serve.
func (s *Serving) declared() []string {
	var out []string
	for fn := range s.points {
		if fn.Parent() == nil {
			out = append(out, flow.FuncID(fn))
		}
	}
	sort.Strings(out)
	return out
}

// starts lists the functions of the program's other packages that run before
// the package serves, unless something fails.
func (s *Serving) starts() []string {
	found := map[string]bool{}
	for fn := range s.points {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				c, ok := instr.(*ssa.Call)
				if !ok || c.Common().StaticCallee() == nil || s.called(c.Common().StaticCallee()) {
					continue
				}
				id := s.r.programID(c.Common().StaticCallee())
				if id != "" && s.r.Flow.Func(id) == nil && s.Before(fn, instr) {
					found[id] = true
				}
			}
		}
	}
	var out []string
	for id := range found {
		out = append(out, id)
	}
	sort.Strings(out)
	return out
}

// Started reports whether a function of this package runs before the program
// serves over standard input and output, as far as that is in sight.
func (r *Result) Started(id string) bool { return r.world != nil && r.world.started[id] }

// FuncOf is the function that a value certainly is, or nil.
func FuncOf(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		fn, _ := v.Fn.(*ssa.Function)
		return fn
	case *ssa.ChangeType:
		return FuncOf(v.X)
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

// OtherTransport reports whether all ways to a place say that the transport is
// another one.
func OtherTransport(paths []flow.Path) bool {
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
