// Package driver runs analyzers on the packages of a program, as far as they
// can have to do with tools.
//
// It differs from the driver of golang.org/x/tools in what it loads. One call
// of "go list" tells which packages can reach an SDK. Those of the program that
// can, and what they use of the program, are loaded in full. What they import
// is reduced to the declarations that they can see, before it is parsed; the
// rest is not read at all. Nothing is compiled, so it costs the same with an
// empty build cache.
//
// The analysis has two phases with a barrier between them. The inference runs
// bottom-up over all packages and hands on facts along imports. Then rules run
// on the packages that the user named, and they may use what the whole program
// showed; see [Config.Link].
package driver

import (
	"context"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/internal/report"
)

// A Config says what to analyse, and with what.
type Config struct {
	Dir      string            // where patterns are resolved, absolute; "" is the current directory
	Patterns []string          // as the go command takes them; none is "."
	Tests    bool              // include _test.go files
	Flags    []string          // build flags of the go command, such as "-tags=x"
	Env      []string          // of the go command; nil is that of this process
	Overlay  map[string]string // files to read in place of others, as the build flag -overlay gives them

	Infer []*analysis.Analyzer // run on all packages first
	Rules []*analysis.Analyzer // run on the packages that Patterns match

	// Link is called once, after the inference and before the rules, with
	// all packages that were analysed, dependencies first. It may replace
	// results by what the whole program showed.
	Link func([]*Package)

	// Count is the number of tools in a package.
	Count func(*Package) int

	// Keep retains the results of packages when Run returns.
	Keep bool
}

// A Package is one that was analysed.
type Package struct {
	ID     string // unique, as "go list" and "go vet" write it
	Path   string
	Module *analysis.Module
	Root   bool // what is found in it is reported

	unit *unit
}

// Result is what an analyzer returned for the package, or nil if it did not
// run or failed.
func (p *Package) Result(a *analysis.Analyzer) any {
	if act := p.unit.actions[a]; act != nil {
		return act.result
	}
	return nil
}

// SetResult replaces the result of an analyzer for those that run later.
func (p *Package) SetResult(a *analysis.Analyzer, result any) {
	p.unit.actions[a] = &action{analyzer: a, unit: p.unit, result: result}
}

// A Result is what one run found.
type Result struct {
	Packages []*Package // that were analysed, dependencies first
	Matched  int        // packages that the patterns name
	Tools    int
	Findings []report.Finding // sorted
	Problems []Problem
	Bugs     []Bug
}

// A Problem is a package that could not be analysed, or not in full.
type Problem struct {
	Package string
	Dep     bool // it is a dependency of what was asked for
	Pos     report.Position
	Message string
	More    int // further errors
}

// A Bug is a failure of an analyzer.
type Bug struct {
	Analyzer string
	Package  string
	Pos      report.Position // in the package, if it is known
	Message  string
	Where    string // in the analyzer, for a panic
}

// Run analyses a program. An error means that there is nothing to analyse, and
// says why in one line.
func Run(ctx context.Context, c *Config) (*Result, error) {
	r, err := load(ctx, c)
	if err != nil {
		return nil, err
	}
	done := make(chan error, 1)
	go func() { done <- r.analyse() }()
	select {
	case err = <-done:
	case <-ctx.Done():
		err = ctx.Err() // without waiting for an analyzer that takes long
	}
	if err != nil {
		return nil, err
	}
	return r.result(), nil
}

// A run is the state of one call of Run.
type run struct {
	*Config
	ctx     context.Context
	workers int
	graph   *graph
	loader  *loader
	plan    *schedule
	pkgs    []*Package
}

func load(ctx context.Context, c *Config) (*run, error) {
	r := &run{Config: c, ctx: ctx, workers: runtime.GOMAXPROCS(0)}
	if err := analysis.Validate(slices.Concat(c.Infer, c.Rules)); err != nil {
		return nil, fmt.Errorf("internal error: %v", err)
	}
	gocmd := &goCommand{dir: c.Dir, env: c.Env, flags: c.Flags}
	type answer struct {
		env *goEnv
		err error
	}
	asked := make(chan answer, 1)
	go func() {
		env, err := gocmd.environment(ctx)
		asked <- answer{env, err}
	}()
	listed, err := gocmd.list(ctx, c.Tests, c.Patterns)
	env := <-asked
	switch {
	case err != nil:
		return nil, err
	case env.err != nil:
		return nil, env.err
	}
	if err := checkPatterns(listed, env.env, c.Patterns); err != nil {
		return nil, err
	}
	r.graph = newGraph(listed, env.env)
	r.loader = &loader{
		fset:   token.NewFileSet(),
		graph:  r.graph,
		goarch: env.env.GOARCH,
		read:   c.ReadFile,
	}
	return r, r.loader.findCgo(ctx, gocmd, c.Tests)
}

// result collects what the run found.
func (r *run) result() *Result {
	res := &Result{Packages: r.pkgs, Problems: r.problems()}
	for _, u := range r.graph.roots {
		if u.ForTest == "" {
			res.Matched++
		}
	}
	for _, p := range r.pkgs {
		res.Tools += p.unit.tools
		for _, a := range slices.Concat(r.plan.infer, r.plan.rules) {
			act := p.unit.actions[a]
			if act == nil {
				continue
			}
			if p.Root {
				res.Findings = append(res.Findings, act.findings...)
			}
			if len(act.bugs) > 0 && r.shaky(p.unit) {
				// It is no wonder that an analyzer fails on
				// what the type checker could not make out.
				for _, b := range act.bugs {
					res.Problems = append(res.Problems, Problem{
						Package: p.ID,
						Pos:     b.Pos,
						Message: fmt.Sprintf("is not analysed by %s, since something that it imports does not compile: %s", b.Analyzer, b.Message),
					})
				}
				continue
			}
			res.Bugs = append(res.Bugs, act.bugs...)
		}
	}
	res.Findings = report.Sort(res.Findings)
	return res
}

// shaky reports whether a package, or one that it depends on, is not known in
// full.
func (r *run) shaky(u *unit) bool {
	seen := map[*unit]bool{}
	var visit func(u *unit) bool
	visit = func(u *unit) bool {
		if len(u.errs) > 0 || u.approx != "" {
			return true
		}
		for _, dep := range u.needs {
			if !seen[dep] {
				seen[dep] = true
				if visit(dep) {
					return true
				}
			}
		}
		return false
	}
	return visit(u)
}

// ReadFile reads a source file, or what an overlay puts in its place.
func (c *Config) ReadFile(name string) ([]byte, error) {
	if to, ok := c.Overlay[filepath.Clean(name)]; ok {
		name = to
	}
	return os.ReadFile(name)
}
