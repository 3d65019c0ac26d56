package driver

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"runtime/debug"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// A load brings some packages into memory in full, and of what they import
// what they need. A run has several when the cache knows some packages: the
// packages of one load are no types of another.
type load struct {
	run   *run
	full  map[*unit]bool
	queue *queue

	mu     sync.Mutex
	pkgs   map[*unit]*pkg
	owners sync.Map // *types.Package -> *unit
	stubs  sync.Map // *unit -> *types.Package
	known  sync.Map // facts about packages that are not of this load
}

// A pkg is a package in memory.
type pkg struct {
	*unit
	load    *load
	full    bool // with syntax and type information
	outline *outline

	files []*ast.File
	needs []*pkg // packages that the type checker will ask for
	types *types.Package
	info  *types.Info
	errs  []error // why it is ill-typed
	shaky bool    // it, or one that it depends on, is not known in full
	made  *output

	failed bool // something that is no analyzer did, on it

	actions map[*analysis.Analyzer]*action
}

func newLoad(r *run, units []*unit) *load {
	l := &load{run: r, full: map[*unit]bool{}, queue: newQueue(r.workers), pkgs: map[*unit]*pkg{}}
	for _, u := range units {
		l.full[u] = true
	}
	return l
}

// load loads packages in full and runs the inference on them.
func (r *run) load(units []*unit) {
	l := newLoad(r, units)
	r.loads = append(r.loads, l)
	l.parse(units)
	if r.ctx.Err() == nil {
		l.infer()
	}
}

// pkg is a package of this load, which begins with the first call.
func (l *load) pkg(u *unit) *pkg {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.pkgs[u]
	if p == nil {
		p = &pkg{unit: u, load: l, full: l.full[u]}
		l.pkgs[u] = p
		if !p.full {
			p.outline = &outline{pkg: p, asked: map[string]bool{}}
			switch {
			case u.analysed:
				p.outline.pending = []string{everything}
			case u.ofSDK:
				p.outline.pending = []string{exports}
			}
		}
		if u.Error != nil {
			p.errs = append(p.errs, u.Error.problem(u.Dir))
		}
	}
	return p
}

// parse parses the packages and finds what they need of others.
func (l *load) parse(units []*unit) {
	for _, u := range units {
		p := l.pkg(u)
		u.live = p
		l.queue.add(func() {
			if l.run.ctx.Err() == nil {
				p.parse()
			}
		})
	}
	l.queue.wait()
	for _, p := range l.pkgs {
		p.findNeeds()
	}
}

// parse reads a package in full, and asks for what it uses of others.
func (p *pkg) parse() {
	defer p.recover("the parser")
	r := p.load.run
	for _, name := range r.filesOf(p.unit) {
		src, err := r.ReadFile(name)
		if err == nil {
			p.parseFile(name, src, parser.ParseComments)
		} else {
			p.errs = append(p.errs, err)
		}
	}
	for _, f := range p.files {
		for dep, names := range p.uses(f) {
			p.load.want(dep, names)
		}
	}
}

func (p *pkg) parseFile(name string, src []byte, mode parser.Mode) {
	f, err := parser.ParseFile(p.load.run.fset, name, src, mode|parser.SkipObjectResolution)
	if err != nil {
		p.errs = append(p.errs, err)
	}
	if f != nil {
		p.files = append(p.files, f)
	}
}

// uses are the names that a file uses of its imports.
func (p *pkg) uses(f *ast.File) map[*unit][]string {
	uses := map[*unit][]string{}
	named := map[string]*unit{}
	for _, spec := range f.Imports {
		dep := p.imports[importPath(spec)]
		switch {
		case dep == nil:
		case spec.Name == nil:
			named[dep.Name] = dep
			uses[dep] = nil
		case spec.Name.Name == ".":
			uses[dep] = append(uses[dep], exports)
		case spec.Name.Name != "_":
			named[spec.Name.Name] = dep
			uses[dep] = nil
		case dep.analysed:
			uses[dep] = nil // its effects may be tools
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				if dep := named[id.Name]; dep != nil {
					uses[dep] = append(uses[dep], sel.Sel.Name)
				}
			}
		}
		return true
	})
	return uses
}

// findNeeds lists the packages of this load that a package imports.
func (p *pkg) findNeeds() {
	seen := map[*unit]bool{}
	add := func(path string) {
		if dep := p.imports[path]; dep != nil && !seen[dep] {
			seen[dep] = true
			if d := p.load.pkgs[dep]; d != nil {
				p.needs = append(p.needs, d)
			}
		}
	}
	for _, f := range p.files {
		for _, spec := range f.Imports {
			add(importPath(spec))
		}
	}
	if p.outline != nil {
		for _, s := range p.outline.sources {
			for _, d := range s.imports {
				if d.used {
					add(d.path)
				}
			}
		}
	}
}

// sorted are the packages of the load, dependencies first.
func (l *load) sorted() []*pkg {
	var pkgs []*pkg
	for _, p := range l.pkgs {
		pkgs = append(pkgs, p)
	}
	slices.SortFunc(pkgs, func(a, b *pkg) int { return cmp.Compare(a.order, b.order) })
	return pkgs
}

// recover makes an error of a panic.
func (p *pkg) recover(what string) {
	if v := recover(); v != nil {
		p.errs = append(p.errs, fmt.Errorf("%s failed: %v\n%s", what, v, debug.Stack()))
	}
}
