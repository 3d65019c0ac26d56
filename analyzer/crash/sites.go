package crash

import (
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/rule"
)

// A checker knows from where the functions in a handler's reach are run, so
// that a check before the call counts as one within.
type checker struct {
	*rule.Pass
	sites map[*ssa.Function][]site
	done  map[string]bool // arguments reported, by function
}

// A site is where a function is called, or a literal made.
type site struct {
	from  *outcome.Frame
	block *ssa.BasicBlock
	args  []ssa.Value
	vars  []ssa.Value // captured by the literal
}

// maxUp is how many calls a check may be away.
const maxUp = 4

func newChecker(pass *rule.Pass) *checker {
	c := &checker{Pass: pass, sites: map[*ssa.Function][]site{}, done: map[string]bool{}}
	for _, f := range pass.Outcome.Reach.Frames {
		for _, b := range f.Fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case ssa.CallInstruction:
					if callee := instr.Common().StaticCallee(); callee != nil {
						if body := pass.Flow.Func(flow.FuncID(callee)); body != nil {
							if _, isLit := instr.Common().Value.(*ssa.MakeClosure); !isLit {
								c.sites[body] = append(c.sites[body], site{from: f, block: b, args: instr.Common().Args})
							}
						}
					}
				case *ssa.MakeClosure:
					if body := pass.Flow.Func(flow.FuncID(instr.Fn.(*ssa.Function))); body != nil {
						c.sites[body] = append(c.sites[body], site{from: f, block: b, vars: instr.Bindings})
					}
				}
			}
		}
	}
	return c
}

// checked reports whether every way to a place, or to each of the calls that
// lead there, has passed a test of a value. Where that cannot be told the answer
// is yes.
func (c *checker) checked(f *outcome.Frame, paths []flow.Path, t *flow.Term, passes func(flow.Path, *flow.Term) bool, depth int) bool {
	if every(paths, func(p flow.Path) bool { return passes(p, t) || validated(p, t) }) {
		return true
	}
	if f.Handler != nil || !t.Open() {
		return false
	}
	sites := c.sites[f.Fn]
	if len(sites) == 0 || depth >= maxUp {
		return true
	}
	for _, s := range sites {
		if s.vars != nil && t.Has(func(t *flow.Term) bool { return t.Op == flow.Param }) {
			continue // whoever runs the literal gives it that
		}
		up := flow.Substitute(t, c.terms(s.args), c.terms(s.vars))
		if _, ok := c.Outcome.ArgumentTerm(s.from, up); !ok {
			continue
		}
		if !c.checked(s.from, c.Flow.Paths(s.block), up, passes, depth+1) {
			return false
		}
	}
	return true
}

func (c *checker) terms(vs []ssa.Value) []*flow.Term {
	out := make([]*flow.Term, len(vs))
	for i, v := range vs {
		out[i] = c.Flow.Eval(v)
	}
	return out
}

func every(paths []flow.Path, f func(flow.Path) bool) bool {
	for _, p := range paths {
		if !f(p) {
			return false
		}
	}
	return len(paths) > 0
}

// validated reports whether a function was asked about a value, or what it is
// part of, on a path: what that has checked is not known.
func validated(p flow.Path, t *flow.Term) bool {
	var parts []*flow.Term
	for x := t; ; x = x.Args[0] {
		parts = append(parts, x)
		if x.Op != flow.Field && x.Op != flow.Elem && x.Op != flow.Assert && x.Op != flow.Extract || len(x.Args) == 0 {
			break
		}
	}
	return has(p, func(x *flow.Term) bool {
		if x.Op != flow.Call || x.Str == "len" || x.Str == "cap" || flow.Equal(x, t) {
			return false
		}
		for _, a := range x.Args {
			for _, part := range parts {
				if part.Op != flow.Call && flow.Equal(a, part) {
					return true
				}
			}
		}
		return false
	})
}

func has(p flow.Path, f func(*flow.Term) bool) bool {
	for _, c := range p {
		if c.Term.Has(f) {
			return true
		}
	}
	return false
}

// notNil reports whether a path says that a value is there.
func notNil(p flow.Path, t *flow.Term) bool {
	for _, c := range p {
		if x, isNil := c.NilTest(); x != nil && !isNil && flow.Equal(x, t) {
			return true
		}
	}
	return false
}

// once reports whether something about an argument has not been reported in a
// function yet.
func (c *checker) once(f *outcome.Frame, what string) bool {
	key := flow.FuncID(f.Fn) + "\x00" + what
	if c.done[key] {
		return false
	}
	c.done[key] = true
	return true
}
