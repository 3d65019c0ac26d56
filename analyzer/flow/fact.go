package flow

import (
	"go/ast"
	"go/types"
	"sort"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A Fact is what a package tells its importers: how its functions can return
// and what its package-level variables hold.
type Fact struct {
	Version int
	Table   Table
	Funcs   []wireFunc
	Globals []wireGlobal
}

// factVersion changes whenever the meaning of a fact does. A fact of another
// version is ignored: what is not known is never reported.
const factVersion = 2

type wireFunc struct {
	ID      int
	Exits   []wireExit
	Effects []wireEffect
}

type wireEffect struct {
	Param, Field, Value int
	Maybe               bool
}

type wireExit struct {
	Results  []int
	Paths    [][]wireCond
	Assigns  []wireAssigned
	Deferred bool
	At       int
}

type wireAssigned struct {
	Index, Value int
	Free         bool
}

type wireCond struct {
	Term int
	Neg  bool
}

type wireGlobal struct{ Name, Term int }

// AFact marks Fact as an analysis fact.
func (*Fact) AFact() {}

func (f *Fact) String() string {
	names := make([]string, len(f.Funcs))
	for i, fn := range f.Funcs {
		names[i] = NameOf(f.Table.Strings[fn.ID])
	}
	return "flow(" + strings.Join(names, " ") + ")"
}

const (
	maxFactExits = 24   // a function with more ways out tells its callers nothing
	maxFactPath  = 8    // conditions per exit, the nearest ones
	maxFactTerms = 1500 // terms of one function
	maxVarTerms  = 6000 // terms of one package-level variable
)

// exportFact publishes the exits of every function that importers can reach,
// directly or through what those functions return.
func (r *Result) exportFact() {
	w := r.NewTableWriter()
	fact := &Fact{Version: factVersion}
	var queue, refs []string
	queued := map[string]bool{}
	push := func(id string) {
		if !queued[id] && r.funcs[id] != nil {
			queued[id] = true
			queue = append(queue, id)
		}
	}
	w.refs = func(id string) { refs = append(refs, id) }
	follow := func(ok bool) {
		if ok {
			for _, id := range refs {
				push(id)
			}
		}
		refs = nil
	}
	for _, fn := range r.Funcs {
		if fn.Parent() == nil && ast.IsExported(fn.Name()) {
			push(FuncID(fn))
		}
	}
	scope := r.Pkg.Pkg.Scope()
	for _, name := range scope.Names() {
		v, ok := scope.Lookup(name).(*types.Var)
		if !ok {
			continue
		}
		id := r.Pkg.Pkg.Path() + "." + v.Name()
		if t := r.globalValue(id); t != nil && t.Op != Unknown {
			n, ok := w.Terms(maxVarTerms, t)
			if ok {
				fact.Globals = append(fact.Globals, wireGlobal{w.String(id), n[0]})
			}
			follow(ok)
		}
	}
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		fn := r.funcs[id]
		effects := r.effects(fn)
		var exits []*Exit
		if fn.Signature.Results().Len() > 0 || len(r.evaluator(fn).outlets()) > 0 {
			exits = r.exits(fn)
		}
		if len(exits) == 0 && len(effects) == 0 || len(exits) > maxFactExits {
			continue
		}
		wf, ok := w.function(id, exits, effects)
		if ok {
			fact.Funcs = append(fact.Funcs, wf)
		}
		follow(ok)
	}
	if len(fact.Funcs)+len(fact.Globals) == 0 {
		return
	}
	fact.Table = *w.Table
	sort.Slice(fact.Funcs, func(i, j int) bool {
		return w.Table.Strings[fact.Funcs[i].ID] < w.Table.Strings[fact.Funcs[j].ID]
	})
	r.Pass.ExportPackageFact(fact)
}

// function encodes one summary, unless it is too large.
func (w *TableWriter) function(id string, exits []*Exit, effects []Effect) (wireFunc, bool) {
	wf := wireFunc{ID: w.String(id)}
	var terms []*Term
	for _, x := range exits {
		terms = append(terms, x.Results...)
		for _, o := range x.Assigns {
			terms = append(terms, o.Value)
		}
		for _, p := range x.Paths {
			for _, c := range nearest(p) {
				terms = append(terms, c.Term)
			}
		}
	}
	for _, x := range effects {
		terms = append(terms, x.Value)
	}
	index, ok := w.Terms(maxFactTerms, terms...)
	if !ok {
		return wf, false
	}
	next := func() int { n := index[0]; index = index[1:]; return n }
	for _, x := range exits {
		wx := wireExit{Deferred: x.Deferred, At: w.String(w.r.At(x.pos))}
		for range x.Results {
			wx.Results = append(wx.Results, next())
		}
		for _, o := range x.Assigns {
			wx.Assigns = append(wx.Assigns, wireAssigned{o.Index, next(), o.Free})
		}
		for _, p := range x.Paths {
			p = nearest(p)
			wp := make([]wireCond, len(p))
			for i, c := range p {
				wp[i] = wireCond{next(), c.Neg}
			}
			wx.Paths = append(wx.Paths, wp)
		}
		wf.Exits = append(wf.Exits, wx)
	}
	for _, x := range effects {
		wf.Effects = append(wf.Effects, wireEffect{x.Param, w.String(x.Field), next(), x.Maybe})
	}
	return wf, true
}

// nearest keeps the conditions of a path that importers are told.
func nearest(p Path) Path {
	if len(p) > maxFactPath {
		return p[len(p)-maxFactPath:]
	}
	return p
}

// textPos is the position of a term as text, wherever it was built.
func (r *Result) textPos(t *Term) string {
	if t.at != "" {
		return t.at
	}
	if t.Op == Func && t.bind != nil {
		return r.At(t.bind.Pos())
	}
	return r.At(t.pos)
}

// TextPos is the position of a term as text: "file.go:12", or "".
func (r *Result) TextPos(t *Term) string { return r.textPos(t) }

// An importIndex finds the summaries of other packages. Facts are decoded
// when first asked for.
type importIndex struct {
	facts map[string]*Fact // by package path
	funcs map[string]map[string][]*Exit
	terms map[*Fact][]*Term

	effects map[string][]Effect
}

func newImportIndex(pass *analysis.Pass) *importIndex {
	x := &importIndex{facts: map[string]*Fact{}, funcs: map[string]map[string][]*Exit{}, terms: map[*Fact][]*Term{}, effects: map[string][]Effect{}}
	for _, pf := range pass.AllPackageFacts() {
		if f, ok := pf.Fact.(*Fact); ok && f.Version == factVersion && pf.Package != pass.Pkg {
			x.facts[pf.Package.Path()] = f
		}
	}
	return x
}

// imported are the exits of a function of another package.
func (r *Result) imported(id string) []*Exit {
	if r.imports == nil {
		return nil
	}
	path := PackageOf(id)
	f := r.imports.facts[path]
	if f == nil {
		return nil
	}
	funcs := r.imports.funcs[path]
	if funcs == nil {
		funcs = make(map[string][]*Exit, len(f.Funcs))
		if terms := r.imports.decode(f); terms != nil {
			for _, w := range f.Funcs {
				exits := make([]*Exit, len(w.Exits))
				for i, wx := range w.Exits {
					exits[i] = decodeExit(wx, f, terms)
				}
				id := f.Table.Strings[w.ID]
				funcs[id] = exits
				for _, x := range w.Effects {
					r.imports.effects[id] = append(r.imports.effects[id], Effect{x.Param, f.Table.Strings[x.Field], terms[x.Value], x.Maybe})
				}
			}
		}
		r.imports.funcs[path] = funcs
	}
	return funcs[id]
}

func decodeExit(w wireExit, f *Fact, terms []*Term) *Exit {
	x := &Exit{Deferred: w.Deferred, at: f.Table.Strings[w.At]}
	for _, n := range w.Results {
		x.Results = append(x.Results, terms[n])
	}
	for _, o := range w.Assigns {
		x.Assigns = append(x.Assigns, Assigned{o.Index, o.Free, terms[o.Value]})
	}
	for _, wp := range w.Paths {
		p := make(Path, len(wp))
		for i, c := range wp {
			p[i] = Cond{Term: terms[c.Term], Neg: c.Neg}
		}
		x.Paths = append(x.Paths, p)
	}
	return x
}

func (x *importIndex) decode(f *Fact) []*Term {
	terms, ok := x.terms[f]
	if !ok {
		terms = f.Table.Read()
		x.terms[f] = terms
	}
	return terms
}

// importedGlobal is the initial value of another package's variable.
func (r *Result) importedGlobal(name string) *Term {
	if r.imports == nil {
		return nil
	}
	f := r.imports.facts[PackageOf(name)]
	if f == nil {
		return nil
	}
	terms := r.imports.decode(f)
	for _, g := range f.Globals {
		if f.Table.Strings[g.Name] == name && g.Term < len(terms) {
			return terms[g.Term]
		}
	}
	return nil
}
