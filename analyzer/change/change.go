package change

import (
	"reflect"
	"sort"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/outcome"
)

// New is the analyzer.
func New(flowAnalyzer *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:             "toolchange",
		Doc:              "find what functions change, for the other toolvet analyzers",
		URL:              "https://pkg.go.dev/github.com/toolvet/toolvet/analyzer/change",
		Requires:         []*analysis.Analyzer{flowAnalyzer},
		RunDespiteErrors: true,
		ResultType:       reflect.TypeFor[*Result](),
		FactTypes:        []analysis.Fact{new(Fact)},
		Run: func(pass *analysis.Pass) (any, error) {
			r := &Result{Flow: pass.ResultOf[flowAnalyzer].(*flow.Result), memo: map[*ssa.Function][]Effect{}, imported: map[string][]Effect{}}
			if r.Flow.Pkg == nil {
				return r, nil
			}
			for _, pf := range pass.AllPackageFacts() {
				if f, ok := pf.Fact.(*Fact); ok && pf.Package != pass.Pkg {
					for _, fn := range f.Funcs {
						r.imported[fn.ID] = fn.Effects
					}
				}
			}
			r.export(pass)
			return r, nil
		},
	}
}

// A Fact is what the functions of a package change.
type Fact struct{ Funcs []Changes }

// Changes are the effects of one function, those of what it calls included.
type Changes struct {
	ID      string
	Effects []Effect
}

// AFact marks Fact as an analysis fact.
func (*Fact) AFact() {}

func (f *Fact) String() string { return "change" }

// A Result answers what functions of one package change.
type Result struct {
	Flow     *flow.Result
	memo     map[*ssa.Function][]Effect
	imported map[string][]Effect
}

const maxEffects = 8 // effects remembered per function

func (r *Result) export(pass *analysis.Pass) {
	f := &Fact{}
	for _, fn := range r.Flow.Funcs {
		if es := r.Of(fn); len(es) > 0 && fn.Parent() == nil {
			f.Funcs = append(f.Funcs, Changes{flow.FuncID(fn), es})
		}
	}
	if len(f.Funcs) == 0 {
		return
	}
	sort.Slice(f.Funcs, func(i, j int) bool { return f.Funcs[i].ID < f.Funcs[j].ID })
	pass.ExportPackageFact(f)
}

// Of lists what a function of this package changes, by itself or through what
// it calls.
func (r *Result) Of(fn *ssa.Function) []Effect {
	if es, ok := r.memo[fn]; ok {
		return es
	}
	r.memo[fn] = nil // a recursive function adds nothing to itself
	var out []Effect
	add := func(es ...Effect) {
	next:
		for _, e := range es {
			for _, have := range out {
				if have == e {
					continue next
				}
			}
			if len(out) < maxEffects {
				out = append(out, e)
			}
		}
	}
	add(r.stores(fn)...)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case ssa.CallInstruction:
				add(r.Call(instr)...)
			case *ssa.MakeClosure:
				if lit := r.Flow.Func(flow.FuncID(instr.Fn.(*ssa.Function))); lit != nil {
					add(r.Of(lit)...)
				}
			}
		}
	}
	r.memo[fn] = out
	return out
}

// Call lists what a call changes, the surest first.
func (r *Result) Call(c ssa.CallInstruction) []Effect {
	var out []Effect
	if fn := c.Common().StaticCallee(); fn != nil {
		id := flow.FuncID(fn)
		if body := r.Flow.Func(id); body != nil {
			out = append(out, r.Of(body)...)
		} else {
			out = append(out, r.imported[id]...)
		}
	}
	if e, ok := r.direct(c); ok {
		out = append(out, e)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Sure() && !out[j].Sure() })
	return out
}

// A Change is what a tool does to what is there.
type Change struct {
	Kind    Kind
	Effects []Effect // that tell so
}

// Tool tells whether a tool changes something. The answer is nil where it does
// not, or where that cannot be told: its name, its annotations and what its
// handler reaches have to agree.
func (r *Result) Tool(t *outcome.Target) *Change {
	if t.Tool == nil || t.Handler.Fn == nil {
		return nil
	}
	if ro := t.Tool.Hints.ReadOnly; ro != nil && *ro {
		return nil
	}
	kind, looks := Named(t.Tool.Name)
	if looks {
		return nil
	}
	h := t.Tool.Hints
	marked := h.Destructive != nil && *h.Destructive || h.ReadOnly != nil && !*h.ReadOnly
	if kind == 0 && !marked {
		return nil // a tool that only looks may write a log, a cache, a statistic
	}
	c := &Change{Kind: kind}
	for _, e := range r.Of(t.Handler.Fn) {
		if kind != 0 || e.Sure() && e.Source != Memory {
			c.Effects = append(c.Effects, e)
			if kind == 0 {
				c.Kind |= e.Kind
			}
		}
	}
	if len(c.Effects) == 0 {
		return nil
	}
	return c
}

// Creates reports whether the tool makes something new and nothing else.
func (c *Change) Creates() bool { return c != nil && c.Kind == Create }

// Replaces reports whether the tool changes or removes what is there.
func (c *Change) Replaces() bool {
	return c != nil && c.Kind&(Update|Delete) != 0 && c.Kind&Create == 0
}
