package driver

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/sdk"
)

// A unit is one package of the build.
type unit struct {
	*listed
	order   int              // dependencies come before dependents
	paths   []string         // import paths in the source, sorted
	imports map[string]*unit // by import path, of those that are there
	deps    []*unit          // the same, sorted

	ofSDK    bool    // belongs to an SDK
	reaches  bool    // imports an SDK, directly or not
	analysed bool    // takes part in the analysis; of others only the declarations matter
	below    []*unit // analysed packages whose facts are visible, in order
	approx   string  // why parts of it are not known, though it has no errors

	key    key      // of its source and of all types that it can see
	api    key      // of the types that importers can see
	in     key      // of the facts that it can see
	out    *output  // what it tells others, once that is known
	view   key      // of what the program adds to it
	live   *pkg     // the last time it was analysed in this run
	report *verdict // what was found in it
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
func newGraph(pkgs []*listed, sdks *sdk.Table, nowhere func() bool) *graph {
	g := &graph{byID: map[string]*unit{}, reported: map[*unit]bool{}}
	for _, p := range pkgs {
		if p.ImportPath == commandLine && p.Module == nil && !nowhere() {
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
		g.byID[p.ImportPath] = &unit{listed: p, ofSDK: sdks.Owns(p.path()), imports: map[string]*unit{}}
	}
	visiting := map[*unit]bool{}
	var visit func(u *unit)
	visit = func(u *unit) {
		visiting[u] = true
		u.paths = u.sourceImports()
		for _, path := range u.paths {
			dep := g.byID[u.resolve(path)]
			if dep == nil || visiting[dep] && dep.order == 0 {
				continue // missing, or a cycle: the type checker will say so
			}
			if !visiting[dep] {
				visit(dep)
			}
			u.imports[path] = dep
			u.deps = append(u.deps, dep)
			u.reaches = u.reaches || dep.reaches || dep.ofSDK
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
	g.findBelow()
	return g
}

// commandLine is the import path of a package that is given by its files.
const commandLine = "command-line-arguments"

// plan marks the packages that are analysed.
func (g *graph) plan() {
	var mark func(u *unit)
	mark = func(u *unit) {
		if u.analysed || !u.inProgram() {
			return
		}
		u.analysed = true
		for _, dep := range u.deps {
			mark(dep)
		}
	}
	for _, u := range g.units {
		switch {
		case u.ofSDK || u.isTestMain():
		case u.inProgram() && u.reaches:
			mark(u)
		case u.importsSDK() || u.path() == sdk.Toolerr:
			u.analysed = true
		}
	}
}

// inProgram reports whether a package belongs to a main module. This and
// importsSDK have to agree with flow.Relevant.
func (u *unit) inProgram() bool {
	return u.Module != nil && u.Module.Path != "" && u.Module.Version == "" &&
		!u.ofSDK && !u.isTestMain()
}

func (u *unit) importsSDK() bool {
	for _, dep := range u.deps {
		if dep.ofSDK {
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
	if len(u.CgoFiles) > 0 && u.ImportPath != "runtime/cgo" {
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

// findBelow connects each analysed package with the nearest ones below it:
// facts pass through packages that are not analysed.
func (g *graph) findBelow() {
	nearest := map[*unit][]*unit{}
	for _, u := range g.units {
		seen := map[*unit]bool{}
		for _, dep := range u.deps {
			next := nearest[dep]
			if dep.analysed {
				next = []*unit{dep}
			}
			for _, b := range next {
				if !seen[b] {
					seen[b] = true
					nearest[u] = append(nearest[u], b)
				}
			}
		}
		if u.analysed {
			u.below = nearest[u]
		}
	}
}

// eachBelow visits all analysed packages that this one depends on, dependencies
// first.
func (u *unit) eachBelow(f func(*unit)) {
	seen := map[*unit]bool{u: true}
	var visit func(u *unit)
	visit = func(u *unit) {
		for _, dep := range u.below {
			if !seen[dep] {
				seen[dep] = true
				visit(dep)
				f(dep)
			}
		}
	}
	visit(u)
}

func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}
