package driver

import "golang.org/x/tools/go/analysis"

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

// infer type-checks all packages of a load and runs the first phase on those
// that are loaded in full, bottom-up.
func (l *load) infer() {
	var tasks []*task
	check := map[*pkg]*task{}
	acts := map[*unit]map[*analysis.Analyzer]*task{}
	pkgs := l.sorted()
	for _, p := range pkgs {
		t := &task{run: p.check}
		for _, dep := range p.needs {
			t.after(check[dep])
		}
		check[p] = t
		tasks = append(tasks, t)
	}
	for _, p := range pkgs {
		if !p.full {
			continue
		}
		p.actions = map[*analysis.Analyzer]*action{}
		acts[p.unit] = map[*analysis.Analyzer]*task{}
		end := &task{run: p.finish}
		for _, a := range l.run.plan.infer {
			t := p.task(a)
			t.after(check[p])
			for _, req := range a.Requires {
				t.after(acts[p.unit][req])
			}
			if len(a.FactTypes) > 0 {
				for _, dep := range p.below {
					t.after(acts[dep][a])
				}
			}
			acts[p.unit][a] = t
			end.after(t)
			tasks = append(tasks, t)
		}
		tasks = append(tasks, end)
	}
	runTasks(l.run.workers, tasks)
	for _, p := range pkgs {
		if p.full && l.run.ctx.Err() == nil {
			p.publish()
		}
	}
}

// task makes the action of an analyzer on a package.
func (p *pkg) task(a *analysis.Analyzer) *task {
	act := &action{analyzer: a, pkg: p}
	p.actions[a] = act
	return &task{run: act.exec}
}
