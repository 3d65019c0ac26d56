package outcome

import (
	"go/types"
	"slices"
	"sort"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// A Reach is what a package's handlers can run of the package's own code.
type Reach struct {
	Frames []*Frame // in source order
	byFn   map[*ssa.Function]*Frame
	byRecv map[string][]*ssa.Function // methods by name, for calls through interfaces
}

// A Frame is a function in a handler's reach, with what its callers there pass
// in.
type Frame struct {
	Fn      *ssa.Function
	Targets []*Target // the handlers that reach it
	Handler *Target   // set when the function is a handler itself

	Elsewhere bool // only handlers of other packages reach it

	also []string // tools of other packages that reach it too

	roles map[int]sdk.Role
	args  map[int]string    // parameters that hold arguments of the call
	errs  map[int][]errCase // parameters that are errors
	fargs map[int]string    // the same for captured variables
	ferrs map[int][]errCase
	calls int // call sites seen
}

// Of is the frame of a function, or nil if no handler reaches it.
func (r *Reach) Of(fn *ssa.Function) *Frame { return r.byFn[fn] }

// Names are the tools that reach a frame, sorted, without repetition.
func (f *Frame) Names() []string {
	seen := map[string]bool{}
	var out []string
	add := func(n string) {
		if !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	for _, t := range f.Targets {
		add(t.Label())
	}
	for _, n := range f.also {
		add(n)
	}
	sort.Strings(out)
	return out
}

func (f *Frame) argument(t *flow.Term) (string, bool) {
	if f == nil {
		return "", false
	}
	if t.Op == flow.Free {
		name, ok := f.fargs[t.N]
		return name, ok
	}
	switch f.roles[t.N] {
	case sdk.Args, sdk.Request:
		return "", true
	}
	name, ok := f.args[t.N]
	return name, ok
}

// isRequest reports whether a term is the raw request itself.
func (f *Frame) isRequest(t *flow.Term) bool {
	return f != nil && t.Op == flow.Param && f.roles[t.N] == sdk.Request
}

func (f *Frame) errorsOf(t *flow.Term) []errCase {
	if f == nil {
		return nil
	}
	if t.Op == flow.Free {
		return f.ferrs[t.N]
	}
	return f.errs[t.N]
}

const (
	maxTargets  = 400 // handlers remembered per function
	maxErrCases = 16  // errors remembered per parameter
	maxVisits   = 4   // times that a function is looked at again
)

// newReach follows calls from the handlers through the package.
func newReach(r *Result) *Reach {
	reach := &Reach{byFn: map[*ssa.Function]*Frame{}, byRecv: map[string][]*ssa.Function{}}
	for _, fn := range r.Flow.Funcs {
		if fn.Signature.Recv() != nil && fn.Parent() == nil {
			reach.byRecv[fn.Name()] = append(reach.byRecv[fn.Name()], fn)
		}
	}
	w := &walker{r: r, reach: reach, visits: map[*ssa.Function]int{}}
	for _, t := range r.Targets {
		f := w.frame(t.Handler.Fn)
		f.Handler = t
		f.roles = handlerRoles(r.Flow.SDKs, t)
		w.addTargets(f, []*Target{t})
	}
	for _, t := range r.Targets {
		if t.Tool == nil {
			continue
		}
		// What wraps a handler runs too.
		for _, wr := range t.Tool.Wrappers {
			if fn := r.Flow.Func(wr.ID); fn != nil {
				f := w.frame(fn)
				if f.roles == nil {
					f.roles = wrapperRoles(r.Flow.SDKs, fn)
				}
				w.addTargets(f, []*Target{t})
			}
		}
	}
	w.run()
	w.fromElsewhere()
	w.run()
	for _, fn := range r.Flow.Funcs {
		if f := reach.byFn[fn]; f != nil {
			f.also, _ = r.Registry.ReachedFrom(flow.FuncID(fn))
			f.Elsewhere = !slices.ContainsFunc(f.Targets, func(t *Target) bool { return t.Tool != nil })
			reach.Frames = append(reach.Frames, f)
		}
	}
	return reach
}

// fromElsewhere adds the functions that handlers of other packages run.
func (w *walker) fromElsewhere() {
	targets := map[string]*Target{}
	for _, fn := range w.r.Flow.Funcs {
		if fn.Parent() != nil || w.reach.byFn[fn] != nil {
			continue
		}
		names, ok := w.r.Registry.ReachedFrom(flow.FuncID(fn))
		if !ok {
			continue
		}
		f := w.frame(fn)
		f.Elsewhere = true
		for _, n := range names {
			if targets[n] == nil {
				targets[n] = &Target{label: n}
			}
			w.addTargets(f, []*Target{targets[n]})
		}
	}
}

// handlerRoles maps the parameters of a handler to what they are for.
func handlerRoles(sdks *sdk.Table, t *Target) map[int]sdk.Role {
	b, fn := t.Handler.Binding, t.Handler.Fn
	roles := map[int]sdk.Role{}
	if b == nil {
		return roles
	}
	offset := 0
	if fn.Signature.Recv() != nil && len(b.Params) == fn.Signature.Params().Len() {
		offset = 1 // the receiver is not counted
	}
	byType, _ := rolesOf(sdks, fn.Signature)
	for i, role := range b.Params {
		if role == sdk.Request && i < len(byType) && byType[i] == sdk.Args {
			role = sdk.Args // an adapter of the program's own has decoded them
		}
		roles[i+offset] = role
	}
	return roles
}

func wrapperRoles(sdks *sdk.Table, fn *ssa.Function) map[int]sdk.Role {
	roles := map[int]sdk.Role{}
	offset := 0
	if fn.Signature.Recv() != nil {
		offset = 1
	}
	params, _ := rolesOf(sdks, fn.Signature)
	for i, role := range params {
		roles[i+offset] = role
	}
	return roles
}

// A walker spreads the handlers over the functions that they call.
type walker struct {
	r      *Result
	reach  *Reach
	queue  []*Frame
	queued map[*Frame]bool
	visits map[*ssa.Function]int
}

func (w *walker) frame(fn *ssa.Function) *Frame {
	f := w.reach.byFn[fn]
	if f == nil {
		f = &Frame{Fn: fn, args: map[int]string{}, errs: map[int][]errCase{}, fargs: map[int]string{}, ferrs: map[int][]errCase{}}
		w.reach.byFn[fn] = f
		w.push(f)
	}
	return f
}

func (w *walker) push(f *Frame) {
	if w.queued == nil {
		w.queued = map[*Frame]bool{}
	}
	if !w.queued[f] {
		w.queued[f] = true
		w.queue = append(w.queue, f)
	}
}

// addTargets merges handlers into a frame, and looks at it again if that
// changes anything.
func (w *walker) addTargets(f *Frame, targets []*Target) {
	changed := false
next:
	for _, t := range targets {
		if len(f.Targets) >= maxTargets {
			break
		}
		for _, have := range f.Targets {
			if have == t {
				continue next
			}
		}
		f.Targets = append(f.Targets, t)
		changed = true
	}
	if changed {
		w.push(f)
	}
}

func (w *walker) run() {
	for len(w.queue) > 0 {
		f := w.queue[0]
		w.queue = w.queue[1:]
		w.queued[f] = false
		if w.visits[f.Fn]++; w.visits[f.Fn] > maxVisits {
			// Arguments have settled; only the names of handlers still spread.
			w.spreadTargets(f)
			continue
		}
		w.visit(f)
	}
}

func (w *walker) visit(f *Frame) {
	w.r.judge.begin(f)
	w.r.judge.errMemo = map[*flow.Term][]errCase{} // what is known of the parameters may have grown
	for _, b := range f.Fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case ssa.CallInstruction:
				w.call(f, instr)
			case *ssa.MakeClosure:
				w.closure(f, instr)
			}
			w.values(f, instr)
		}
	}
}

func (w *walker) spreadTargets(f *Frame) {
	for _, b := range f.Fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok {
				for _, fn := range w.callees(c) {
					if g := w.reach.byFn[fn]; g != nil && w.visits[fn] <= 2*maxVisits {
						w.addTargets(g, f.Targets)
					}
				}
			}
		}
	}
}

// call adds the functions behind one call.
func (w *walker) call(f *Frame, c ssa.CallInstruction) {
	for _, fn := range w.callees(c) {
		g := w.frame(fn)
		w.addTargets(g, f.Targets)
		if g.Handler != nil {
			continue
		}
		w.pass(f, c, g)
	}
}

// callees are the functions of this package that a call can run.
func (w *walker) callees(c ssa.CallInstruction) []*ssa.Function {
	common := c.Common()
	if common.IsInvoke() {
		return w.implementations(common)
	}
	if fn := common.StaticCallee(); fn != nil {
		if body := w.r.Flow.Func(flow.FuncID(fn)); body != nil {
			return []*ssa.Function{body}
		}
		return nil
	}
	if _, ok := common.Value.(*ssa.Builtin); ok {
		return nil
	}
	t := w.r.Flow.CallTerm(c)
	if t.Op != flow.Call {
		return nil
	}
	if id, _, _ := w.r.Flow.Callee(t); id != "" {
		if body := w.r.Flow.Func(id); body != nil {
			return []*ssa.Function{body}
		}
	}
	return nil
}

// implementations are this package's methods that a call through one of the
// program's interfaces can run.
func (w *walker) implementations(c *ssa.CallCommon) []*ssa.Function {
	named, ok := types.Unalias(c.Value.Type()).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || !w.r.Registry.SameProgram(named.Obj().Pkg().Path()) {
		return nil
	}
	iface, ok := named.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var out []*ssa.Function
	for _, fn := range w.reach.byRecv[c.Method.Name()] {
		if types.Implements(fn.Signature.Recv().Type(), iface) {
			out = append(out, fn)
		}
	}
	return out
}

// pass tells a callee what this call gives it.
func (w *walker) pass(f *Frame, c ssa.CallInstruction, g *Frame) {
	t := w.r.Flow.CallTerm(c)
	if t.Op != flow.Call {
		return
	}
	args := t.Args
	if t.Str == "" {
		_, params, _ := w.r.Flow.Callee(t)
		args = params
	}
	g.calls++
	for i, a := range args {
		if i >= len(g.Fn.Params) {
			break
		}
		if g.set(g.args, g.errs, i, a, w.r.judge) {
			w.push(g)
		}
	}
}

// set merges what a value is into what is known of a parameter. It reports
// whether that is news.
func (g *Frame) set(args map[int]string, errs map[int][]errCase, i int, a *flow.Term, j *judge) bool {
	if isErrorTerm(a) {
		if len(errs[i]) >= maxErrCases {
			return false
		}
		changed := false
	next:
		for _, c := range j.errCases(a) {
			for _, have := range errs[i] {
				if have.kind == c.kind && have.class == c.class && have.call == c.call && (have.term == c.term || flow.Equal(have.term, c.term)) {
					continue next
				}
			}
			if len(errs[i]) < maxErrCases {
				errs[i] = append(errs[i], c)
				changed = true
			}
		}
		return changed
	}
	name, ok := j.argument(a)
	if !ok {
		return false
	}
	if _, have := args[i]; have {
		return false
	}
	args[i] = name
	return true
}

// closure adds a function literal, with what it captures.
func (w *walker) closure(f *Frame, mc *ssa.MakeClosure) {
	fn := mc.Fn.(*ssa.Function)
	body := w.r.Flow.Func(flow.FuncID(fn))
	if body == nil {
		return
	}
	g := w.frame(body)
	w.addTargets(g, f.Targets)
	t := w.r.Flow.Eval(mc)
	for i, a := range t.Args {
		if g.set(g.fargs, g.ferrs, i, a, w.r.judge) {
			w.push(g)
		}
	}
}

// values adds function literals without captures, and functions of this
// package that are passed on as values.
func (w *walker) values(f *Frame, instr ssa.Instruction) {
	var buf [8]*ssa.Value
	for _, op := range instr.Operands(buf[:0]) {
		fn, ok := (*op).(*ssa.Function)
		if !ok {
			continue
		}
		if c, isCall := instr.(ssa.CallInstruction); isCall && c.Common().StaticCallee() == fn {
			continue
		}
		if body := w.r.Flow.Func(flow.FuncID(fn)); body != nil {
			w.addTargets(w.frame(body), f.Targets)
		}
	}
}
