package outcome

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
)

// A Shown is a piece of text that becomes part of what handlers answer with.
type Shown struct {
	Fn   *ssa.Function
	Part Part
}

// Shown lists where the text of errors becomes part of an answer, by whatever
// way: an item of a list, a field of an output, a line in a buffer. The answers
// of this package's handlers are followed back to what they are made of.
func (r *Result) Shown() []Shown {
	a := &answer{r: r, values: map[ssa.Value]bool{}, objects: map[object]bool{}, results: map[callResult]bool{}, callers: map[*ssa.Function][]ssa.CallInstruction{}}
	w := &walker{r: r, reach: r.Reach}
	for _, f := range r.Reach.Frames {
		for _, b := range f.Fn.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(ssa.CallInstruction); ok {
					for _, fn := range w.callees(c) {
						a.callers[fn] = append(a.callers[fn], c)
					}
				}
			}
		}
	}
	a.callees = w.callees
	for _, t := range r.Targets {
		ew := &exitWalker{r: r, t: t}
		ew.roles(t.Handler.Fn)
		for _, i := range []int{ew.result, ew.output} {
			if i >= 0 {
				a.returned(t.Handler.Fn, i)
			}
		}
	}
	for len(a.queue) > 0 {
		next := a.queue[0]
		a.queue = a.queue[1:]
		next()
	}
	return a.texts()
}

// answer follows answers back to what they are made of. Which value went into
// which object is followed without regard to the order in which a function does
// things, and calls without regard to who makes them.
type answer struct {
	r       *Result
	callees func(ssa.CallInstruction) []*ssa.Function
	callers map[*ssa.Function][]ssa.CallInstruction
	values  map[ssa.Value]bool
	objects map[object]bool
	results map[callResult]bool
	queue   []func()
	calls   []ssa.CallInstruction // that render text into the answer
}

// An object is a variable, struct, map or buffer, or one field of it.
type object struct {
	v     ssa.Value
	field int // -1 for all
}

type callResult struct {
	fn    *ssa.Function
	index int
}

func (a *answer) later(f func()) { a.queue = append(a.queue, f) }

// returned follows one result of a function.
func (a *answer) returned(fn *ssa.Function, index int) {
	key := callResult{fn, index}
	if a.results[key] {
		return
	}
	a.results[key] = true
	for _, b := range fn.Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && index < len(ret.Results) {
			a.value(ret.Results[index])
		}
	}
}

// value follows a value that is part of the answer.
func (a *answer) value(v ssa.Value) {
	if v == nil || a.values[v] {
		return
	}
	a.values[v] = true
	a.later(func() { a.follow(v) })
}

func (a *answer) follow(v ssa.Value) {
	if holds(v.Type()) {
		a.object(v, -1)
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		for _, arg := range a.arguments(v) {
			a.value(arg)
		}
	case *ssa.FreeVar:
		for _, b := range bound(v) {
			a.value(b)
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			a.value(e)
		}
	case *ssa.MakeInterface:
		a.value(v.X)
	case *ssa.ChangeInterface:
		a.value(v.X)
	case *ssa.ChangeType:
		a.value(v.X)
	case *ssa.Convert:
		a.value(v.X)
	case *ssa.TypeAssert:
		a.value(v.X)
	case *ssa.Slice:
		a.value(v.X)
	case *ssa.BinOp:
		a.value(v.X)
		a.value(v.Y)
	case *ssa.Lookup:
		a.value(v.X)
	case *ssa.Index:
		a.value(v.X)
	case *ssa.Field:
		a.fieldOf(v.X, v.Field)
	case *ssa.FieldAddr:
		a.object(v, -1)
	case *ssa.UnOp:
		if v.Op == token.MUL || v.Op == token.ARROW {
			a.load(v.X)
		}
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Call:
			a.call(t, v.Index)
		case *ssa.Lookup:
			a.value(t.X)
		case *ssa.TypeAssert:
			a.value(t.X)
		case *ssa.Next:
			if r, ok := t.Iter.(*ssa.Range); ok {
				a.value(r.X)
			}
		case *ssa.UnOp:
			a.load(t.X)
		}
	case *ssa.Call:
		a.call(v, 0)
	}
}

// holds reports whether values of a type hold others that may be put in later.
func holds(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Chan:
		return true
	}
	return false
}

// load follows what is read at an address.
func (a *answer) load(addr ssa.Value) {
	switch addr := addr.(type) {
	case *ssa.Global:
	case *ssa.FieldAddr:
		a.object(addr.X, addr.Field)
	case *ssa.IndexAddr:
		a.value(addr.X)
	default:
		a.value(addr)
	}
}

// fieldOf follows one field of a struct.
func (a *answer) fieldOf(v ssa.Value, field int) {
	if ld, ok := v.(*ssa.UnOp); ok && ld.Op == token.MUL {
		a.object(ld.X, field)
		return
	}
	a.value(v)
}

// arguments are what a parameter is given by the callers in sight.
func (a *answer) arguments(p *ssa.Parameter) []ssa.Value {
	fn := p.Parent()
	var out []ssa.Value
	i := slices.Index(fn.Params, p)
	for _, c := range a.callers[fn] {
		common := c.Common()
		args := common.Args
		if common.IsInvoke() {
			args = append([]ssa.Value{common.Value}, args...)
		}
		if i >= 0 && i < len(args) && len(args) == len(fn.Params) {
			out = append(out, args[i])
		}
	}
	return out
}

// bound are the variables that a captured one stands for.
func bound(v *ssa.FreeVar) []ssa.Value {
	fn := v.Parent()
	i := slices.Index(fn.FreeVars, v)
	if fn.Parent() == nil || i < 0 {
		return nil
	}
	var out []ssa.Value
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == ssa.Value(fn) && i < len(mc.Bindings) {
				out = append(out, mc.Bindings[i])
			}
		}
	}
	return out
}

// object follows what is put into an object, by any of its names.
func (a *answer) object(v ssa.Value, field int) {
	key := object{v, field}
	if v == nil || a.objects[key] || a.objects[object{v, -1}] {
		return
	}
	a.objects[key] = true
	a.later(func() {
		switch v := v.(type) {
		case *ssa.Parameter:
			for _, arg := range a.arguments(v) {
				a.object(arg, field)
			}
		case *ssa.FreeVar:
			for _, b := range bound(v) {
				a.object(b, field)
			}
		case *ssa.Phi:
			for _, e := range v.Edges {
				a.object(e, field)
			}
		case *ssa.UnOp:
			a.stored(v.X, func(val ssa.Value) { a.object(val, field) })
		case *ssa.Const, *ssa.Global, *ssa.Function:
			return
		}
		if v.Referrers() == nil {
			return
		}
		for _, ref := range *v.Referrers() {
			a.put(v, field, ref)
		}
	})
}

// stored calls f for what is assigned to a local variable.
func (a *answer) stored(addr ssa.Value, f func(ssa.Value)) {
	switch addr := addr.(type) {
	case *ssa.Alloc:
		for _, ref := range *addr.Referrers() {
			if s, ok := ref.(*ssa.Store); ok && s.Addr == addr {
				f(s.Val)
			}
		}
	case *ssa.FreeVar:
		for _, b := range bound(addr) {
			a.stored(b, f)
		}
	}
}

// put looks at one use of an object for what it puts in.
func (a *answer) put(v ssa.Value, field int, ref ssa.Instruction) {
	switch ref := ref.(type) {
	case *ssa.FieldAddr:
		if field < 0 || ref.Field == field {
			a.object(ref, -1)
		}
	case *ssa.IndexAddr:
		a.object(ref, -1)
	case *ssa.Store:
		switch {
		case ref.Addr == v && field >= 0:
			a.fieldOf(ref.Val, field)
		case ref.Addr == v:
			a.value(ref.Val)
		}
	case *ssa.UnOp:
		if ref.Op == token.MUL && holds(ref.Type()) {
			a.object(ref, field)
		}
	case *ssa.MapUpdate:
		if ref.Map == v {
			a.value(ref.Value)
		}
	case *ssa.Send:
		if ref.Chan == v {
			a.value(ref.X)
		}
	case *ssa.MakeInterface:
		a.object(ref, field)
	case *ssa.Slice:
		a.object(ref, field)
	case *ssa.MakeClosure:
		fn := ref.Fn.(*ssa.Function)
		for i, b := range ref.Bindings {
			if b == v && i < len(fn.FreeVars) {
				a.object(fn.FreeVars[i], field)
			}
		}
	case ssa.CallInstruction:
		a.given(v, field, ref)
	}
}

// given looks at a call that is given an object.
func (a *answer) given(v ssa.Value, field int, c ssa.CallInstruction) {
	common := c.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		if b.Name() == "copy" && common.Args[0] == v {
			a.value(common.Args[1])
		}
		return
	}
	if common.IsInvoke() {
		return
	}
	if callee := common.StaticCallee(); callee != nil && len(common.Args) > 0 && common.Args[0] == v {
		switch id := flow.FuncID(callee); {
		case writesText(id):
			for _, arg := range common.Args[1:] {
				a.value(arg)
			}
			return
		case id == "fmt.Fprintf" || id == "fmt.Fprint" || id == "fmt.Fprintln":
			a.renders(c, common.Args[1:])
			return
		case id == "io.WriteString":
			a.value(common.Args[1])
			return
		}
	}
	for _, fn := range a.callees(c) {
		for i, arg := range common.Args {
			if arg == v && len(common.Args) == len(fn.Params) {
				a.object(fn.Params[i], field)
			}
		}
	}
}

// writesText reports whether a method adds its argument to a buffer of text.
func writesText(id string) bool {
	switch flow.NameOf(id) {
	case "Write", "WriteString":
		return strings.HasPrefix(id, "(*strings.Builder).") || strings.HasPrefix(id, "(*bytes.Buffer).") || strings.HasPrefix(id, "(*bufio.Writer).")
	}
	return false
}

// call follows one result of a call.
func (a *answer) call(c *ssa.Call, index int) {
	common := c.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		if b.Name() == "append" {
			for _, arg := range common.Args {
				a.value(arg)
			}
		}
		return
	}
	if common.IsInvoke() && common.Method.Name() == "Error" && len(common.Args) == 0 {
		a.calls = append(a.calls, c)
		return
	}
	if callees := a.callees(c); len(callees) > 0 {
		for _, fn := range callees {
			a.returned(fn, index)
		}
		return
	}
	callee := common.StaticCallee()
	if callee == nil {
		return
	}
	id := flow.FuncID(callee)
	switch {
	case strings.HasPrefix(id, "fmt.Sprint"):
		a.renders(c, common.Args)
		return
	case flow.NameOf(id) == "Error" && len(common.Args) == 1:
		a.calls = append(a.calls, c)
		return
	case id == "(*strings.Builder).String", id == "(*bytes.Buffer).String", id == "(*bytes.Buffer).Bytes":
		a.object(common.Args[0], -1)
		return
	}
	_, shows := known.Shows(id)
	j := a.r.judge
	if shows || known.Pure(id) || j.results[id] != nil || j.texts[id] != nil {
		for _, arg := range common.Args {
			a.value(arg)
		}
		return
	}
	// Another package of the program may put its parameters into what it returns.
	t := a.r.Flow.CallTerm(c)
	if t.Op != flow.Call || t.Str != id {
		return
	}
	for _, x := range a.r.Flow.Summary(t) {
		if index >= len(x.Results) {
			continue
		}
		x.Results[index].Walk(func(t *flow.Term) bool {
			if t.Op == flow.Param && t.N < len(common.Args) {
				a.value(common.Args[t.N])
			}
			return true
		})
	}
}

// renders notes a call that formats its arguments into the answer.
func (a *answer) renders(c ssa.CallInstruction, args []ssa.Value) {
	a.calls = append(a.calls, c)
	for _, arg := range args {
		a.value(arg)
	}
}

// texts are the texts of errors that the calls found render.
func (a *answer) texts() []Shown {
	slices.SortStableFunc(a.calls, func(x, y ssa.CallInstruction) int { return int(x.Pos()) - int(y.Pos()) })
	j := a.r.judge
	var out []Shown
	for _, c := range slices.Compact(a.calls) {
		fn := c.Parent()
		f := a.r.Reach.Of(fn)
		if f == nil {
			continue
		}
		j.begin(f)
		paths := a.r.Flow.Paths(c.Block())
		for _, err := range a.errors(c) {
			if j.provenNil(paths, err) {
				continue
			}
			for _, p := range j.errText(err, c.Pos(), 0) {
				if p.Prov == Foreign && !p.Away && !p.Other {
					p.Pos = c.Pos()
					out = append(out, Shown{fn, p})
					break
				}
			}
		}
	}
	return out
}

// errors are the errors that a call renders.
func (a *answer) errors(c ssa.CallInstruction) []*flow.Term {
	t := a.r.Flow.CallTerm(c)
	if t.Op != flow.Call {
		return nil
	}
	var out []*flow.Term
	for _, arg := range t.Args {
		for _, e := range elements(arg) {
			if isErrorTerm(e) || e.Op != flow.Const && a.r.judge.isError(e) {
				out = append(out, e)
			}
		}
	}
	return out
}
