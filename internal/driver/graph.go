package driver

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/sdk"
)

// A level says how much of a package is loaded.
type level uint8

const (
	unneeded level = iota
	outlined       // declarations that importers see
	analysed       // everything, with syntax and type information
)

// A unit is one package of the build, and what becomes of it.
type unit struct {
	*listed
	order   int              // dependencies come before dependents
	imports map[string]*unit // by import path in the source
	deps    []*unit          // the same, sorted

	reaches bool  // imports an SDK, directly or not
	level   level // fixed before anything is parsed

	// Set by parsing and type checking.
	files  []*ast.File
	needs  []*unit // packages that the type checker will ask for
	blank  []*unit // packages imported for their effects only
	types  *types.Package
	info   *types.Info
	errs   []error // why it is ill-typed
	approx string  // why parts of it are not known, though it has no errors

	// Set by the analysis.
	below   []*unit // analysed packages whose facts are visible, in order
	actions map[*analysis.Analyzer]*action
	tools   int
}

// A graph is all packages of the build.
type graph struct {
	units []*unit // dependencies first
	byID  map[string]*unit
	roots []*unit // matched by the patterns, in the order of units

	// What is found in these is reported. A package that is also built
	// with its tests is reported in that form only.
	reported map[*unit]bool
}

// newGraph connects the packages and decides how much of each is needed.
func newGraph(pkgs []*listed, env *goEnv) *graph {
	g := &graph{byID: map[string]*unit{}, reported: map[*unit]bool{}}
	for _, p := range pkgs {
		if p.ImportPath == commandLine && p.Module == nil && !inNoModule(env) {
			// Files on the command line are a part of the program.
			p.Module = &analysis.Module{Path: commandLine, Main: true}
		}
		// An import that is not allowed gives a second entry with an error.
		if old := g.byID[p.ImportPath]; old != nil {
			old.DepOnly = old.DepOnly && p.DepOnly
			if old.Error == nil || p.Error != nil {
				continue
			}
			p.DepOnly = old.DepOnly
		}
		g.byID[p.ImportPath] = &unit{listed: p, imports: map[string]*unit{}}
	}
	visiting := map[*unit]bool{}
	var visit func(u *unit)
	visit = func(u *unit) {
		visiting[u] = true
		for _, path := range u.sourceImports() {
			dep := g.byID[u.resolve(path)]
			if dep == nil || visiting[dep] && dep.order == 0 {
				continue // missing, or a cycle: the type checker will say so
			}
			if !visiting[dep] {
				visit(dep)
			}
			u.imports[path] = dep
			u.deps = append(u.deps, dep)
			u.reaches = u.reaches || dep.reaches || sdk.Owns(dep.path())
		}
		g.units = append(g.units, u)
		u.order = len(g.units)
		if !u.DepOnly && !u.isTestMain() {
			g.roots = append(g.roots, u)
		}
	}
	for _, id := range sortedKeys(g.byID) {
		if u := g.byID[id]; !visiting[u] {
			visit(u)
		}
	}
	for _, u := range g.roots {
		g.reported[u] = true
	}
	for _, u := range g.roots {
		if u.ForTest == u.path() {
			delete(g.reported, g.byID[u.path()])
		}
	}
	g.plan()
	return g
}

// commandLine is the import path of a package that is given by its files.
const commandLine = "command-line-arguments"

// plan marks the packages that are analysed.
func (g *graph) plan() {
	var mark func(u *unit)
	mark = func(u *unit) {
		if u.level == analysed || !u.inProgram() {
			return
		}
		u.level = analysed
		for _, dep := range u.deps {
			mark(dep)
		}
	}
	for _, u := range g.units {
		switch {
		case sdk.Owns(u.path()) || u.isTestMain():
		case u.inProgram() && u.reaches:
			mark(u)
		case u.importsSDK() || u.path() == sdk.Toolerr:
			u.level = analysed
		}
	}
}

// inProgram reports whether a package belongs to a main module. This and
// importsSDK have to agree with flow.Relevant.
func (u *unit) inProgram() bool {
	return u.Module != nil && u.Module.Path != "" && u.Module.Version == "" &&
		!sdk.Owns(u.path()) && !u.isTestMain()
}

func (u *unit) importsSDK() bool {
	for _, dep := range u.deps {
		if sdk.Owns(dep.path()) {
			return true
		}
	}
	return false
}

// isTestMain reports whether a package is the main function of a test, which
// the go command writes.
func (u *unit) isTestMain() bool {
	return u.Name == "main" && strings.HasSuffix(u.ImportPath, ".test") &&
		slices.Contains(u.Imports, "testing/internal/testdeps")
}

// sourceImports are the import paths as the source writes them, sorted.
func (u *unit) sourceImports() []string {
	paths := make([]string, 0, len(u.Imports))
	mapped := map[string]bool{}
	for path, id := range u.ImportMap {
		paths = append(paths, path)
		mapped[id] = true
	}
	ids := u.Imports
	if len(u.CgoFiles) > 0 {
		// What cgo writes imports these.
		ids = slices.Concat(ids, []string{"runtime/cgo", "syscall", "unsafe"})
	}
	for _, id := range ids {
		if !mapped[id] {
			mapped[id] = true
			paths = append(paths, id)
		}
	}
	slices.Sort(paths)
	return paths
}

func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}
