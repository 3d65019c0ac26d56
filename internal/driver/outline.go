package driver

import (
	"go/token"
	"sync"
)

// An outline is a package that others only import, reduced to what they can
// see of it: the declarations that they name, and all that these are made of.
// Imports that none of this needs are removed, so that a dependency of the
// implementation is never loaded.
type outline struct {
	pkg     *pkg
	sources []*source
	items   map[string][]ref // by name
	methods map[string][]ref // by the name of their receiver's type

	mu      sync.Mutex
	asked   map[string]bool
	pending []string
	active  bool // a worker is at it

	// Of the active worker.
	queue []ref
	wants map[*unit][]string
}

// A ref is an item of a source.
type ref struct{ source, item int }

// everything is a name that stands for all declarations, and exports for the
// exported ones.
const (
	everything = "*"
	exports    = "."
)

// want asks for declarations of a package. A package that is loaded in full has
// them all.
func (l *load) want(u *unit, names []string) {
	p := l.pkg(u)
	if p.full || u.ImportPath == "unsafe" {
		return
	}
	o := p.outline
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, name := range names {
		if !o.asked[name] {
			o.asked[name] = true
			o.pending = append(o.pending, name)
		}
	}
	if len(o.pending) > 0 && !o.active {
		o.active = true
		l.queue.add(func() { l.outline(o) })
	}
}

// outline marks what is asked for, until nothing more is.
func (l *load) outline(o *outline) {
	defer o.pkg.recover("the parser")
	for l.run.ctx.Err() == nil {
		o.mu.Lock()
		names := o.pending
		o.pending = nil
		o.active = len(names) > 0
		o.mu.Unlock()
		if len(names) == 0 {
			return
		}
		o.wants = map[*unit][]string{}
		if o.items == nil {
			l.readSources(o)
		}
		for _, name := range names {
			o.keepNamed(name)
		}
		for len(o.queue) > 0 {
			r := o.queue[len(o.queue)-1]
			o.queue = o.queue[:len(o.queue)-1]
			s := o.sources[r.source]
			it := &s.items[r.item]
			o.refs(s, s.text[it.start:it.cut])
		}
		for dep, names := range o.wants {
			l.want(dep, names)
		}
	}
}

// readSources finds the declarations of a package.
func (l *load) readSources(o *outline) {
	o.items, o.methods = map[string][]ref{}, map[string][]ref{}
	aliases := map[string]string{}
	for _, name := range l.run.filesOf(o.pkg.unit) {
		text, err := l.run.ReadFile(name)
		if err != nil {
			o.pkg.errs = append(o.pkg.errs, err)
			continue
		}
		s, names := newSource(name, strip(text))
		n := len(o.sources)
		o.sources = append(o.sources, s)
		for _, d := range names {
			r := ref{n, d.item}
			if d.method {
				o.methods[d.name] = append(o.methods[d.name], r)
				continue
			}
			o.items[d.name] = append(o.items[d.name], r)
			if d.alias != "" {
				aliases[d.name] = d.alias
			}
		}
	}
	// A method that is declared on another name of a type is one of the type.
	for name, to := range aliases {
		methods := o.methods[name]
		for range aliases {
			o.methods[to] = append(o.methods[to], methods...)
			if to = aliases[to]; to == "" {
				break
			}
		}
	}
	for _, s := range o.sources {
		o.prepare(s)
	}
}

// prepare keeps what stays in a file whatever importers ask for.
func (o *outline) prepare(s *source) {
	u := o.pkg.unit
	for i := range s.imports {
		d := &s.imports[i]
		d.used = s.odd
		dep := u.imports[d.path]
		if dep == nil {
			continue
		}
		if u.analysed && dep.analysed {
			// Analyzers walk the packages of the program along imports.
			d.used = true
			o.wants[dep] = nil
		}
		switch d.name {
		case ".":
			d.used = true
			o.wants[dep] = append(o.wants[dep], exports)
		case "":
			d.name = dep.Name
		}
	}
	if s.odd {
		o.refs(s, s.text)
	}
}

func (o *outline) keepNamed(name string) {
	switch name {
	case everything:
		for i, s := range o.sources {
			for j := range s.items {
				o.keep(ref{i, j})
			}
		}
	case exports:
		for name := range o.items {
			if token.IsExported(name) {
				o.name([]byte(name))
			}
		}
	default:
		o.name([]byte(name))
	}
}

// name keeps a declaration. The methods of a type belong to it.
func (o *outline) name(name []byte) {
	for _, r := range o.items[string(name)] {
		o.keep(r)
	}
	for _, r := range o.methods[string(name)] {
		o.keep(r)
	}
}

func (o *outline) keep(r ref) {
	if it := &o.sources[r.source].items[r.item]; !it.kept {
		it.kept = true
		o.queue = append(o.queue, r)
	}
}

// refs keeps what a piece of source names. Names of fields and parameters, and
// those that are shadowed, keep a little too much.
func (o *outline) refs(s *source, text []byte) {
	x := lexer{src: text}
	selected := false
	for tok := x.next(); tok != tokEOF; tok = x.next() {
		if tok != tokWord || selected {
			selected = tok == '.'
			continue
		}
		word := x.text()
		if d := s.importNamed(word); d != nil {
			ahead := x
			if ahead.next() == '.' && ahead.next() == tokWord {
				x = ahead
				d.used = true
				if dep := o.pkg.imports[d.path]; dep != nil {
					o.wants[dep] = append(o.wants[dep], string(x.text()))
				}
				continue
			}
		}
		o.name(word)
	}
}

// importNamed is the import that a file gives a name to, or nil.
func (s *source) importNamed(word []byte) *importDecl {
	for i := range s.imports {
		if s.imports[i].name == string(word) {
			return &s.imports[i]
		}
	}
	return nil
}
