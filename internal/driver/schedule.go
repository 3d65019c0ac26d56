package driver

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// A schedule is the order in which analyzers run on one package.
type schedule struct {
	infer []*analysis.Analyzer // on all packages, before Link
	rules []*analysis.Analyzer // on reported packages, after it
}

// newSchedule sorts the analyzers. Those that have facts, and what they
// require, belong to the inference, since they have to run on dependencies.
func newSchedule(infer, rules []*analysis.Analyzer) *schedule {
	s := new(schedule)
	done := map[*analysis.Analyzer]bool{}
	var add func(list *[]*analysis.Analyzer, a *analysis.Analyzer)
	add = func(list *[]*analysis.Analyzer, a *analysis.Analyzer) {
		if done[a] {
			return
		}
		done[a] = true
		for _, req := range a.Requires {
			add(list, req)
		}
		*list = append(*list, a)
	}
	for _, a := range infer {
		add(&s.infer, a)
	}
	seen := map[*analysis.Analyzer]bool{}
	var addFacts func(a *analysis.Analyzer)
	addFacts = func(a *analysis.Analyzer) {
		if seen[a] {
			return
		}
		seen[a] = true
		for _, req := range a.Requires {
			addFacts(req)
		}
		if len(a.FactTypes) > 0 {
			add(&s.infer, a)
		}
	}
	for _, a := range rules {
		addFacts(a)
	}
	for _, a := range rules {
		add(&s.rules, a)
	}
	return s
}

// analyse loads the packages and runs the analyzers on them.
func (r *run) analyse() error {
	r.plan = newSchedule(r.Infer, r.Rules)
	r.findBelow()
	r.loader.parseAll(r.ctx, r.workers)
	if err := r.ctx.Err(); err != nil {
		return err
	}
	r.infer()
	if err := r.ctx.Err(); err != nil {
		return err
	}
	for _, u := range r.graph.units {
		if u.level == analysed {
			r.pkgs = append(r.pkgs, &Package{
				ID:     u.ImportPath,
				Path:   u.path(),
				Module: u.Module,
				Root:   r.graph.reported[u],
				unit:   u,
			})
		}
	}
	if r.Link != nil && len(r.pkgs) > 0 {
		r.Link(r.pkgs)
	}
	r.judge()
	return r.ctx.Err()
}

// infer type-checks all packages and runs the first phase, bottom-up.
func (r *run) infer() {
	loaded := slices.SortedFunc(maps.Keys(r.loader.queued), func(a, b *unit) int { return a.order - b.order })
	var tasks []*task
	check := map[*unit]*task{}
	acts := map[*unit]map[*analysis.Analyzer]*task{}
	for _, u := range loaded {
		t := &task{run: func() { r.loader.check(u) }}
		for _, dep := range u.needs {
			t.after(check[dep])
		}
		check[u] = t
		tasks = append(tasks, t)
	}
	for _, u := range r.graph.units {
		if u.level != analysed {
			continue
		}
		u.actions = map[*analysis.Analyzer]*action{}
		acts[u] = map[*analysis.Analyzer]*task{}
		for _, a := range r.plan.infer {
			t := r.task(u, a)
			t.after(check[u])
			for _, req := range a.Requires {
				t.after(acts[u][req])
			}
			if len(a.FactTypes) > 0 {
				for _, dep := range u.below {
					t.after(acts[dep][a])
				}
			}
			acts[u][a] = t
			tasks = append(tasks, t)
		}
	}
	runTasks(r.workers, tasks)
}

// task makes the action of an analyzer on a package.
func (r *run) task(u *unit, a *analysis.Analyzer) *task {
	act := &action{analyzer: a, unit: u, run: r}
	u.actions[a] = act
	return &task{run: act.exec}
}

// judge runs the rules. What a package needed is freed after its last reader.
func (r *run) judge() {
	var tasks []*task
	for _, p := range r.pkgs {
		u := p.unit
		end := &task{run: func() { r.finish(p) }}
		if p.Root {
			acts := map[*analysis.Analyzer]*task{}
			for _, a := range r.plan.rules {
				if u.actions[a] != nil {
					continue // Link gave its result
				}
				t := r.task(u, a)
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

// finish counts the tools of a package and lets go of what is not needed any
// more.
func (r *run) finish(p *Package) {
	if p.Root && r.Count != nil {
		p.unit.tools = r.Count(p)
	}
	if r.Keep {
		return
	}
	p.unit.files, p.unit.info = nil, nil
	for _, act := range p.unit.actions {
		act.result = nil
	}
}

// findBelow connects each analysed package with the nearest ones below it:
// facts pass through packages that are not analysed.
func (r *run) findBelow() {
	nearest := map[*unit][]*unit{}
	for _, u := range r.graph.units {
		seen := map[*unit]bool{}
		for _, dep := range u.deps {
			next := nearest[dep]
			if dep.level == analysed {
				next = []*unit{dep}
			}
			for _, b := range next {
				if !seen[b] {
					seen[b] = true
					nearest[u] = append(nearest[u], b)
				}
			}
		}
		if u.level == analysed {
			u.below = nearest[u]
		}
	}
}
