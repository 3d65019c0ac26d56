package driver

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"runtime/debug"
	"sync"
)

// A loader parses and type-checks packages.
type loader struct {
	fset   *token.FileSet
	graph  *graph
	goarch string
	read   func(file string) ([]byte, error)
	cgo    map[string][]string // files that cgo made, by ImportPath

	owners owners
	mu     sync.Mutex
	queued map[*unit]bool // packages that are loaded
}

// parseAll parses the analysed packages and, as far as their declarations
// need it, what they import.
func (l *loader) parseAll(ctx context.Context, workers int) {
	l.queued = map[*unit]bool{}
	q := newQueue(workers)
	for _, u := range l.graph.units {
		if u.level == analysed {
			l.enqueue(ctx, q, u)
		}
	}
	q.wait()
	for u := range l.queued {
		for _, dep := range u.blank {
			if l.queued[dep] {
				u.needs = append(u.needs, dep)
			}
		}
	}
}

func (l *loader) enqueue(ctx context.Context, q *queue, u *unit) {
	l.mu.Lock()
	seen := l.queued[u]
	l.queued[u] = true
	l.mu.Unlock()
	if seen {
		return
	}
	q.add(func() {
		if ctx.Err() != nil {
			return
		}
		l.parse(u)
		for _, dep := range u.needs {
			l.enqueue(ctx, q, dep)
		}
	})
}

// parse reads one package and finds out which imports it needs.
func (l *loader) parse(u *unit) {
	defer func() {
		if v := recover(); v != nil {
			u.errs = append(u.errs, fmt.Errorf("the parser failed: %v\n%s", v, debug.Stack()))
		}
	}()
	if u.level < outlined {
		u.level = outlined
	}
	if u.ImportPath == "unsafe" {
		return
	}
	if u.Error != nil {
		u.errs = append(u.errs, u.Error.problem(u.Dir))
	}
	for _, name := range l.filesOf(u) {
		f, err := l.parseFile(u, name)
		if err != nil {
			u.errs = append(u.errs, err)
		}
		if f != nil {
			u.files = append(u.files, f)
		}
	}
	if u.level == outlined {
		outline(u.files, func(path string) string {
			if dep := u.imports[path]; dep != nil {
				return dep.Name
			}
			return ""
		})
	}
	u.findNeeds()
}

// findNeeds lists the packages that the type checker will ask for. Those that
// are imported for their effects only declare nothing here.
func (u *unit) findNeeds() {
	seen := map[*unit]bool{}
	var blank []*unit
	for _, f := range u.files {
		for _, spec := range imports(f) {
			dep := u.imports[importPath(spec)]
			switch {
			case dep == nil || seen[dep]:
			case spec.Name != nil && spec.Name.Name == "_":
				blank = append(blank, dep)
			default:
				seen[dep] = true
				u.needs = append(u.needs, dep)
			}
		}
	}
	for _, dep := range blank {
		if !seen[dep] {
			seen[dep] = true
			u.blank = append(u.blank, dep)
		}
	}
}

// filesOf are the files to read: what the compiler sees, or for a package that
// uses cgo, where only declarations matter, what the author wrote.
func (l *loader) filesOf(u *unit) []string {
	if files := l.cgo[u.ImportPath]; files != nil {
		return files
	}
	return u.listed.files()
}

func (l *loader) parseFile(u *unit, name string) (*ast.File, error) {
	src, err := l.read(name)
	if err != nil {
		return nil, err
	}
	mode := parser.SkipObjectResolution
	if u.level == analysed {
		mode |= parser.ParseComments
	} else {
		src = strip(src)
	}
	return parser.ParseFile(l.fset, name, src, mode)
}

// imports are the import declarations that a file still has; outline removes
// them from the declarations only.
func imports(f *ast.File) []*ast.ImportSpec {
	var specs []*ast.ImportSpec
	for _, decl := range f.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT {
			break // imports come first
		}
		for _, spec := range gen.Specs {
			specs = append(specs, spec.(*ast.ImportSpec))
		}
	}
	return specs
}
