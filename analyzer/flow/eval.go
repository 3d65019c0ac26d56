package flow

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

const maxDepth = 40 // nesting of terms beyond which a value counts as unknown

// An evaluator turns the values of one function into terms.
type evaluator struct {
	r     *Result
	fn    *ssa.Function
	memo  map[ssa.Value]*Term
	depth int
	loops int // loops that are being unrolled once, one inside the other
	spent *int

	pathMemo map[*ssa.BasicBlock][]Path
	dead     map[*ssa.BasicBlock]bool // see findDead
}

const (
	maxLoops  = 2   // nested loops whose values are followed around once
	maxUnroll = 400 // loop values followed around in one function
)

func (r *Result) evaluator(fn *ssa.Function) *evaluator {
	e := r.evals[fn]
	if e == nil {
		e = &evaluator{r: r, fn: fn, memo: map[ssa.Value]*Term{}, spent: new(int)}
		e.findDead()
		r.evals[fn] = e
	}
	return e
}

// eval is the term of a value. A value that depends on itself through a loop
// is unknown where the loop closes.
func (e *evaluator) eval(v ssa.Value) *Term {
	if t, ok := e.memo[v]; ok {
		if t == nil {
			return unknown
		}
		return t
	}
	if e.depth > maxDepth {
		return unknown
	}
	e.memo[v] = nil
	e.depth++
	t := e.compute(v)
	e.depth--
	e.memo[v] = t
	return t
}

// around is what a loop makes of one of its variables: the value at the loop's
// end, with the variable itself unknown. It is worked out apart from all else,
// so that the answer does not depend on where the question came from.
func (e *evaluator) around(phi *ssa.Phi, edge ssa.Value) *Term {
	*e.spent++
	if e.loops >= maxLoops || *e.spent > maxUnroll {
		return unknown
	}
	inner := &evaluator{r: e.r, fn: e.fn, memo: map[ssa.Value]*Term{phi: nil}, depth: e.depth, loops: e.loops + 1, spent: e.spent, dead: e.dead}
	return inner.eval(edge)
}

// at fills in what terms know about their origin.
func (e *evaluator) at(t *Term, v ssa.Value) *Term {
	t.val = v
	t.typ = v.Type()
	t.pos = v.Pos()
	return t
}

func (e *evaluator) compute(v ssa.Value) *Term {
	switch v := v.(type) {
	case *ssa.Const:
		return e.at(constant_(v), v)
	case *ssa.Parameter:
		for i, p := range e.fn.Params {
			if p == v {
				return e.at(&Term{Op: Param, N: i}, v)
			}
		}
		return unknown
	case *ssa.FreeVar:
		for i, f := range e.fn.FreeVars {
			if f == v {
				return e.at(&Term{Op: Free, N: i}, v)
			}
		}
		return unknown
	case *ssa.Global:
		if v.Pkg == nil || v.Pkg.Pkg == nil {
			return unknown
		}
		return e.at(&Term{Op: Global, Str: v.Pkg.Pkg.Path() + "." + v.Name()}, v)
	case *ssa.Function:
		return e.function(v, v)
	case *ssa.MakeClosure:
		return e.closure(v)
	case *ssa.Alloc:
		return e.alloc(v, nil)
	case *ssa.FieldAddr:
		return e.fieldOf(v, v.X, v.Field)
	case *ssa.Field:
		return e.fieldOf(v, v.X, v.Field)
	case *ssa.IndexAddr:
		return e.at(&Term{Op: Elem, Args: []*Term{e.eval(v.X), e.eval(v.Index)}}, v)
	case *ssa.Index:
		return e.at(&Term{Op: Elem, Args: []*Term{e.eval(v.X), e.eval(v.Index)}}, v)
	case *ssa.Lookup:
		return e.at(&Term{Op: Elem, Str: "lookup", Args: []*Term{e.eval(v.X), e.eval(v.Index)}}, v)
	case *ssa.UnOp:
		return e.unop(v)
	case *ssa.BinOp:
		return e.at(&Term{Op: Bin, Str: v.Op.String(), Args: []*Term{e.eval(v.X), e.eval(v.Y)}}, v)
	case *ssa.Call:
		return e.call(v)
	case *ssa.Extract:
		return e.extract(v)
	case *ssa.Phi:
		alts := make([]*Term, 0, len(v.Edges))
		for i, edge := range v.Edges {
			if e.dead[v.Block().Preds[i]] && !e.dead[v.Block()] {
				continue
			}
			if v.Block().Dominates(v.Block().Preds[i]) {
				alts = append(alts, e.around(v, edge))
			} else {
				alts = append(alts, e.eval(edge))
			}
		}
		t := NewAlt(alts...)
		if t.Op == Alt {
			t.typ, t.val, t.pos = v.Type(), v, v.Pos()
		}
		return t
	case *ssa.MakeInterface:
		return e.eval(v.X)
	case *ssa.ChangeInterface:
		return e.eval(v.X)
	case *ssa.ChangeType:
		return e.eval(v.X)
	case *ssa.Convert:
		return e.eval(v.X)
	case *ssa.MultiConvert:
		return e.eval(v.X)
	case *ssa.SliceToArrayPointer:
		return e.eval(v.X)
	case *ssa.TypeAssert:
		return e.at(&Term{Op: Assert, Str: TypeName(v.AssertedType), Args: []*Term{e.eval(v.X)}}, v)
	case *ssa.Slice:
		return e.eval(v.X)
	case *ssa.MakeSlice:
		return e.at(&Term{Op: List}, v)
	case *ssa.MakeMap:
		return e.makeMap(v)
	case *ssa.Range:
		return e.eval(v.X)
	case *ssa.Next:
		return e.at(&Term{Op: Elem, Args: []*Term{e.eval(v.Iter)}}, v)
	}
	return unknown
}

// constant_ is the term of a constant, whatever its type.
func constant_(c *ssa.Const) *Term {
	if c.Value == nil {
		if isNilable(c.Type()) {
			return &Term{Op: Const, Lit: LitNil, Str: "nil"}
		}
		return &Term{Op: Struct} // zero value of a struct or array
	}
	switch c.Value.Kind() {
	case constant.String:
		return &Term{Op: Const, Lit: LitString, Str: constant.StringVal(c.Value)}
	case constant.Bool:
		return &Term{Op: Const, Lit: LitBool, Str: c.Value.String()}
	case constant.Int:
		return &Term{Op: Const, Lit: LitInt, Str: c.Value.ExactString()}
	case constant.Float, constant.Complex:
		return &Term{Op: Const, Lit: LitFloat, Str: c.Value.String()}
	}
	return unknown
}

func isNilable(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return true
	case *types.Basic:
		return t.Underlying().(*types.Basic).Kind() == types.UntypedNil
	}
	return false
}

// function is the term of a declared function, a literal without captures, or
// one of the thunks that stand for methods.
func (e *evaluator) function(fn *ssa.Function, v ssa.Value) *Term {
	t := &Term{Op: Func, Str: FuncID(fn)}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	t.bind = e.r.body(fn)
	return e.at(t, v)
}

func (e *evaluator) closure(v *ssa.MakeClosure) *Term {
	fn := v.Fn.(*ssa.Function)
	t := e.function(fn, v)
	for _, b := range v.Bindings {
		t.Args = append(t.Args, e.binding(b, v))
	}
	return t
}

// binding is what a captured variable holds. Captures are by reference, so a
// variable that is assigned more than once may hold any of its values.
func (e *evaluator) binding(b ssa.Value, at ssa.Instruction) *Term {
	if a, ok := b.(*ssa.Alloc); ok {
		return e.alloc(a, nil)
	}
	return e.eval(b)
}

func (e *evaluator) unop(v *ssa.UnOp) *Term {
	switch v.Op {
	case token.NOT:
		return e.at(&Term{Op: Not, Args: []*Term{e.eval(v.X)}}, v)
	case token.MUL:
		return e.load(v)
	case token.ARROW:
		return e.at(&Term{Op: Elem, Args: []*Term{e.eval(v.X)}}, v)
	case token.SUB:
		return e.at(&Term{Op: Bin, Str: "-", Args: []*Term{e.eval(v.X)}}, v)
	}
	return unknown
}

// call is the term of a call with one result or a tuple of them.
func (e *evaluator) call(v *ssa.Call) *Term {
	return e.callTerm(v, v.Common())
}

// callTerm is the term of any call instruction, go and defer included.
func (e *evaluator) callTerm(instr ssa.Instruction, c *ssa.CallCommon) *Term {
	t := &Term{Op: Call, pos: c.Pos()}
	if v, ok := instr.(*ssa.Call); ok {
		t.val, t.typ = v, v.Type()
	} else {
		t.typ = c.Signature().Results()
	}
	args := func() {
		for _, a := range c.Args {
			t.Args = append(t.Args, e.eval(a))
		}
	}
	if c.IsInvoke() {
		t.Str = ObjectID(c.Method)
		t.inv = true
		t.Args = append(t.Args, e.eval(c.Value))
		args()
		return t
	}
	switch callee := c.Value.(type) {
	case *ssa.Builtin:
		t.Str = callee.Name()
		if t.Str == "append" {
			return e.appended(v2(instr), c)
		}
		args()
		return t
	case *ssa.Function:
		t.Str = FuncID(callee)
		if t.Str == "errors.AsType" && len(callee.TypeArgs()) == 1 && len(c.Args) == 1 {
			// It answers as a type assertion does.
			typ := callee.TypeArgs()[0]
			return &Term{Op: Assert, Str: TypeName(typ), Args: []*Term{e.eval(c.Args[0])}, typ: typ, val: t.val, pos: t.pos}
		}
		e.typeArgs(t, callee)
		if isBound(callee) {
			break
		}
		args()
		return t
	}
	callee := e.eval(c.Value)
	if callee.Op == Func && len(callee.Args) == 0 {
		t.Str = callee.Str
		args()
		return t
	}
	if callee.Op == Func && callee.bound() {
		t.Str = callee.Str
		t.Args = append(t.Args, callee.Args[0])
		args()
		return t
	}
	t.Str = ""
	t.Args = append(t.Args, callee)
	args()
	return t
}

func v2(i ssa.Instruction) ssa.Value {
	v, _ := i.(ssa.Value)
	return v
}

// typeArgs records the explicit or inferred type arguments, which some SDKs
// build schemas from.
func (e *evaluator) typeArgs(t *Term, fn *ssa.Function) {
	for _, a := range fn.TypeArgs() {
		t.Keys = append(t.Keys, TypeName(a))
	}
}

// appended is append(x, elems...): the elements of both.
func (e *evaluator) appended(v ssa.Value, c *ssa.CallCommon) *Term {
	t := &Term{Op: List, pos: c.Pos()}
	if v != nil {
		t.val, t.typ = v, v.Type()
	}
	for _, a := range c.Args {
		part := e.eval(a)
		switch part.Op {
		case List:
			t.Args = append(t.Args, part.Args...)
		case Const: // append to nil
		default:
			// An unknown number of elements of part.
			t.Args = append(t.Args, &Term{Op: Elem, Args: []*Term{part}, typ: sliceElem(a.Type())})
		}
		if len(t.Args) > maxList {
			return unknown
		}
	}
	return t
}

func sliceElem(t types.Type) types.Type {
	if s, ok := t.Underlying().(*types.Slice); ok {
		return s.Elem()
	}
	return nil
}

func (e *evaluator) extract(v *ssa.Extract) *Term {
	tuple := e.eval(v.Tuple)
	switch x := v.Tuple.(type) {
	case *ssa.Next:
		if x.IsString || v.Index == 0 || tuple.Op != Elem {
			return unknown
		}
		if v.Index == 1 {
			return e.at(&Term{Op: Elem, Str: "key", Args: tuple.Args}, v)
		}
		return tuple
	case *ssa.Lookup, *ssa.TypeAssert, *ssa.UnOp:
		if v.Index == 0 {
			return tuple
		}
	case *ssa.Call:
		if v.Index == 0 && tuple.Op == Assert {
			return tuple
		}
	case *ssa.Select:
		return unknown
	}
	if tuple.Op == Unknown {
		return unknown
	}
	return e.at(&Term{Op: Extract, N: v.Index, Args: []*Term{tuple}}, v)
}

// fieldOf is x.field, seeing through literals built in this function.
func (e *evaluator) fieldOf(v ssa.Value, x ssa.Value, field int) *Term {
	base := e.eval(x)
	name := fieldName(x.Type(), field)
	if base.Op == Struct {
		if t := base.Get(name); t != nil {
			return t
		}
		if len(base.Keys) > 0 || base.typ != nil {
			return zeroOf(v.Type())
		}
	}
	return e.at(&Term{Op: Field, Str: name, Args: []*Term{base}}, v)
}

// zeroOf is the zero value behind a field or its address.
func zeroOf(t types.Type) *Term {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsString != 0:
			return &Term{Op: Const, Lit: LitString, typ: t}
		case info&types.IsBoolean != 0:
			return &Term{Op: Const, Lit: LitBool, Str: "false", typ: t}
		case info&types.IsInteger != 0:
			return &Term{Op: Const, Lit: LitInt, Str: "0", typ: t}
		}
	case *types.Struct:
		return &Term{Op: Struct, typ: t}
	}
	if isNilable(t) {
		return &Term{Op: Const, Lit: LitNil, Str: "nil", typ: t}
	}
	return unknown
}

// FieldNameOf is the name of the field that an address is of.
func FieldNameOf(f *ssa.FieldAddr) string { return fieldName(f.X.Type(), f.Field) }

func fieldName(t types.Type, i int) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := coreStruct(t); ok && i < s.NumFields() {
		return s.Field(i).Name()
	}
	return ""
}

// coreStruct is the struct below a named type or a type parameter.
func coreStruct(t types.Type) (*types.Struct, bool) {
	if s, ok := t.Underlying().(*types.Struct); ok {
		return s, true
	}
	if tp, ok := types.Unalias(t).(*types.TypeParam); ok {
		if u, ok := tp.Constraint().Underlying().(*types.Interface); ok && u.NumEmbeddeds() > 0 {
			s, ok := u.EmbeddedType(0).Underlying().(*types.Struct)
			return s, ok
		}
	}
	return nil, false
}

// isBound reports whether fn is the thunk behind a method value.
func isBound(fn *ssa.Function) bool {
	return fn.Synthetic != "" && len(fn.FreeVars) == 1 && fn.Parent() == nil
}

// bound reports whether a Func term is a method value: its one argument is
// the receiver rather than a captured variable.
func (t *Term) bound() bool {
	return t.Op == Func && len(t.Args) == 1 && BaseID(t.Str) == t.Str
}
