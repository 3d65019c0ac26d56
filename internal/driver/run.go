package driver

import (
	"context"
	"fmt"
	"go/token"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/internal/report"
)

// A run is the state of one call of Run.
type run struct {
	*Config
	*platform
	ctx     context.Context
	workers int
	graph   *graph
	cgo     map[string][]string // files that cgo made, by ImportPath
	plan    *schedule
	store   *store // nil without a cache
	fset    *token.FileSet

	units []*unit // that are analysed, dependencies first
	pkgs  []*Package
	pkgOf map[*unit]*Package
	loads []*load

	viewOnce   sync.Once
	view       View
	viewFailed bool

	mu   sync.Mutex
	bugs []Bug // of what is not an analyzer
}

func newRun(ctx context.Context, c *Config) (*run, error) {
	r := &run{Config: c, ctx: ctx, workers: runtime.GOMAXPROCS(0), fset: token.NewFileSet(), pkgOf: map[*unit]*Package{}}
	if err := analysis.Validate(slices.Concat(c.Infer, c.Rules)); err != nil {
		return nil, fmt.Errorf("internal error: %v", err)
	}
	r.plan = newSchedule(c.Infer, c.Rules)
	gocmd := &goCommand{dir: c.Dir, vars: c.Env, flags: c.Flags}
	listed, err := gocmd.list(ctx, c.Tests, c.Patterns)
	if err != nil {
		return nil, err
	}
	nowhere := gocmd.nowhere(ctx)
	if err := checkPatterns(listed, nowhere, c.Patterns); err != nil {
		return nil, err
	}
	r.graph = newGraph(listed, c.sdks(), nowhere)
	for _, u := range r.graph.units {
		if u.analysed {
			p := &Package{
				ID:     u.ImportPath,
				Path:   u.path(),
				Dir:    u.Dir,
				Module: u.Module,
				Root:   r.graph.reported[u],
				unit:   u,
			}
			r.units = append(r.units, u)
			r.pkgs = append(r.pkgs, p)
			r.pkgOf[u] = p
		}
	}
	if len(r.units) == 0 {
		return r, nil
	}
	if r.platform, err = platformOf(ctx, gocmd, listed); err != nil {
		return nil, err
	}
	return r, r.findCgo(gocmd)
}

// analyse loads packages, as far as the cache does not know them, and runs the
// analyzers on them.
func (r *run) analyse() error {
	if r.Cache != nil && r.Link == nil && !r.Keep && len(r.units) > 0 {
		r.store = r.newStore()
	}
	for {
		todo := r.unknown()
		if len(todo) == 0 {
			break
		}
		r.load(todo)
		if err := r.ctx.Err(); err != nil {
			return err
		}
	}
	if len(r.units) > 0 {
		r.judge()
	}
	if err := r.ctx.Err(); err != nil {
		return err
	}
	r.store.close()
	return nil
}

// judge runs the rules on what is reported, as far as the cache does not know
// what they find.
func (r *run) judge() {
	if r.Link != nil {
		r.Link(r.pkgs)
	}
	r.store.findVerdicts()
	var unloaded []*unit
	for _, p := range r.pkgs {
		if p.Root && p.unit.report == nil && p.unit.live == nil {
			unloaded = append(unloaded, p.unit)
		}
	}
	if len(unloaded) > 0 {
		r.load(unloaded)
	}
	var tasks []*task
	for i, p := range r.pkgs {
		live := p.unit.live
		if live == nil {
			continue
		}
		end := &task{run: func() { r.conclude(p) }}
		if p.Root && p.unit.report == nil {
			give := &task{run: func() { r.give(i, p) }}
			tasks = append(tasks, give)
			end.after(give)
			acts := map[*analysis.Analyzer]*task{}
			for _, a := range r.plan.rules {
				if live.actions[a] != nil {
					continue // Link gave its result
				}
				t := live.task(a)
				t.after(give)
				for _, req := range a.Requires {
					t.after(acts[req])
				}
				end.after(t)
				acts[a] = t
				tasks = append(tasks, t)
			}
		}
		tasks = append(tasks, end)
	}
	runTasks(r.workers, tasks)
}

// give hands the view of the program to a package.
func (r *run) give(i int, p *Package) {
	if view := r.joined(); view != nil {
		p.unit.live.failed = !r.guard("the view of the program", p.ID, func() { view.Give(i, p) })
	}
}

// conclude collects what was found in a package, and lets go of what is not
// needed any more.
func (r *run) conclude(p *Package) {
	u := p.unit
	if p.Root && u.report == nil {
		v := new(verdict)
		for _, a := range slices.Concat(r.plan.infer, r.plan.rules) {
			if act := u.live.actions[a]; act != nil {
				v.Findings = append(v.Findings, act.findings...)
			}
		}
		v.Findings = report.Sort(v.Findings)
		if r.Count != nil {
			ok := r.guard("counting tools", p.ID, func() { v.Tools = r.Count(p) })
			u.live.failed = u.live.failed || !ok
		}
		u.report = v
		r.store.keepVerdict(u)
	}
	if r.Keep {
		return
	}
	u.live.files, u.live.info = nil, nil
	for _, act := range u.live.actions {
		act.result = nil
	}
}

// result collects what the run found.
func (r *run) result() *Result {
	res := &Result{Packages: r.pkgs, Problems: r.problems(), Bugs: r.bugs}
	for _, u := range r.graph.roots {
		if u.ForTest == "" {
			res.Matched++
		}
	}
	for _, p := range r.pkgs {
		if v := p.unit.report; v != nil {
			res.Tools += v.Tools
			res.Findings = append(res.Findings, v.Findings...)
		}
		live := p.unit.live
		if live == nil {
			continue
		}
		for _, a := range slices.Concat(r.plan.infer, r.plan.rules) {
			act := live.actions[a]
			if act == nil || len(act.bugs) == 0 {
				continue
			}
			if !live.shaky {
				res.Bugs = append(res.Bugs, act.bugs...)
				continue
			}
			// It is no wonder that an analyzer fails on what the type
			// checker could not make out.
			for _, b := range act.bugs {
				res.Problems = append(res.Problems, Problem{
					Package: p.ID,
					Pos:     b.Pos,
					Message: fmt.Sprintf("is not analysed by %s, since something that it imports does not compile: %s", b.Analyzer, b.Message),
				})
			}
		}
	}
	res.Findings = report.Sort(res.Findings)
	return res
}

// guard makes a bug of a panic, and reports whether there was none.
func (r *run) guard(what, id string, f func()) (ok bool) {
	defer func() {
		if v := recover(); v != nil {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.bugs = append(r.bugs, Bug{Analyzer: what, Package: id, Message: "panic: " + oneLine(fmt.Sprint(v)), Where: panicSite()})
		}
	}()
	f()
	return true
}

func (r *run) position(pos token.Pos) report.Position {
	p := r.fset.Position(pos)
	return report.Position{File: p.Filename, Line: p.Line, Column: p.Column}
}
