package outcome

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
)

// errLevel is the effective level of an error that carries one: what the
// literal, the constructor's body, an option or a builder method sets. NoLevel
// where a variable or a function decides.
func (j *judge) errLevel(t *flow.Term) known.Level { return j.levelOf(t, 0) }

func (j *judge) levelOf(t *flow.Term, depth int) known.Level {
	if depth > 8 {
		return known.NoLevel
	}
	switch t.Op {
	case flow.Struct:
		te := j.toolErrorType(t)
		if te == nil {
			return known.NoLevel
		}
		return j.structLevel(t, te, depth)
	case flow.Alt:
		return j.common(t.Args, depth)
	case flow.Global:
		if v := j.f.GlobalValue(t.Str); v != nil {
			return j.levelOf(v, depth+1)
		}
	case flow.Call, flow.Extract:
		call := t.CallOf()
		if call == nil {
			return known.NoLevel
		}
		if call.Str == "fmt.Errorf" {
			for _, c := range j.errCases(call) {
				for _, w := range c.wraps {
					if w.kind == errTool {
						return j.levelOf(w.term, depth+1)
					}
				}
			}
			return known.NoLevel
		}
		if level, ok := j.argumentLevel(call, depth); ok {
			return level
		}
		exits, ok := j.f.Expand(call)
		if !ok {
			return known.NoLevel
		}
		var alts []*flow.Term
		for _, x := range exits {
			if n := t.Index(); n < len(x.Results) && !x.Results[n].IsNil() {
				alts = append(alts, x.Results[n])
			}
		}
		base := j.common(alts, depth)
		return j.afterEffects(call, base, depth)
	}
	return known.NoLevel
}

// common is the level that all alternatives have.
func (j *judge) common(ts []*flow.Term, depth int) known.Level {
	level := known.NoLevel
	for i, a := range ts {
		l := j.levelOf(a, depth+1)
		if i > 0 && l != level {
			return known.NoLevel
		}
		level = l
	}
	return level
}

// structLevel reads the level of an error literal, with the options that were
// applied to it.
func (j *judge) structLevel(t *flow.Term, te *toolError, depth int) known.Level {
	level := known.NoLevel
	if v := t.Get(te.levelField); v != nil {
		level = j.levelValue(v, te, depth)
	} else if base := t.Get(""); base != nil {
		level = j.levelOf(base, depth+1)
	} else {
		level = j.zeroLevel(t, te)
	}
	for i, k := range t.Keys {
		if k != flow.Applied {
			continue
		}
		level = j.applied(t.Args[i], te, level, depth)
	}
	return level
}

// applied is the level after a functional option has been applied. An option
// that cannot be looked into may have set anything.
func (j *judge) applied(opt *flow.Term, te *toolError, level known.Level, depth int) known.Level {
	if opt.Op == flow.Elem && opt.Str == "" {
		list := j.f.Reduce(opt.Args[0])
		switch {
		case list.IsNil():
			return level
		case list.Op == flow.List:
			for _, o := range list.Args {
				level = j.applied(o, te, level, depth+1)
			}
			return level
		}
		return known.NoLevel
	}
	fn := j.f.Reduce(opt)
	if fn.Op != flow.Func {
		return known.NoLevel
	}
	for _, e := range j.f.Effects(fn.Str) {
		if e.Param == 0 && e.Field == te.levelField {
			if e.Maybe {
				return known.NoLevel
			}
			level = j.levelValue(flow.Substitute(e.Value, nil, fn.Args), te, depth)
		}
	}
	return level
}

// afterEffects is the level after a builder method has changed its receiver.
func (j *judge) afterEffects(call *flow.Term, level known.Level, depth int) known.Level {
	id, params, free := j.f.Callee(call)
	if id == "" {
		return level
	}
	for _, e := range j.f.Effects(id) {
		if e.Param >= len(params) {
			continue
		}
		te := j.toolErrorType(params[e.Param])
		if te == nil || te.levelField != e.Field {
			continue
		}
		if e.Maybe {
			return known.NoLevel
		}
		level = j.levelValue(flow.Substitute(e.Value, params, free), te, depth)
	}
	return level
}

// levelValue reads a level constant.
func (j *judge) levelValue(t *flow.Term, te *toolError, depth int) known.Level {
	t = j.f.Reduce(t)
	if t.Op == flow.Alt {
		level := known.NoLevel
		for i, a := range t.Args {
			l := j.levelValue(a, te, depth+1)
			if i > 0 && l != level {
				return known.NoLevel
			}
			level = l
		}
		return level
	}
	if n, ok := t.Int(); ok {
		if l, ok := known.LevelType(te.levelType, n); ok {
			return l
		}
		return j.levelConst(te.levelType, t)
	}
	if s, ok := t.Text(); ok {
		if l := known.LevelByName(s); l != known.NoLevel {
			return l
		}
		return j.levelConst(te.levelType, t)
	}
	return known.NoLevel
}

// zeroLevel is the level of an error whose literal leaves the level out.
func (j *judge) zeroLevel(t *flow.Term, te *toolError) known.Level {
	if l, ok := known.LevelType(te.levelType, 0); ok {
		return l
	}
	typ := j.r.Registry.TypeNamed(te.levelType)
	if typ == nil {
		return known.NoLevel
	}
	if b, ok := typ.Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
		return j.levelConst(te.levelType, &flow.Term{Op: flow.Const, Lit: flow.LitString})
	}
	return j.levelConst(te.levelType, &flow.Term{Op: flow.Const, Lit: flow.LitInt, Str: "0"})
}

// levelConst reads a constant of the program's own level type by the name it
// is declared under.
func (j *judge) levelConst(typeID string, v *flow.Term) known.Level {
	typ := j.r.Registry.TypeNamed(typeID)
	named, ok := typ.(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return known.NoLevel
	}
	if l := known.LevelByName(constName(named, v.Str)); l != known.NoLevel {
		return l
	}
	return j.mappedLevel(named, v)
}

// mappedLevel is the level of a log library that a method of a level type of
// the program's own gives for one of its values.
func (j *judge) mappedLevel(named *types.Named, v *flow.Term) known.Level {
	for m := range named.Methods() {
		sig := m.Signature()
		if sig.Params().Len() != 0 || sig.Results().Len() != 1 {
			continue
		}
		id := flow.NamedID(sig.Results().At(0).Type())
		if !known.IsLevelType(id) {
			continue
		}
		exits, ok := j.f.Expand(flow.NewStaticCall(flow.ObjectID(m), v))
		if !ok {
			continue
		}
		level := known.NoLevel
		for _, x := range exits {
			taken, known := decided(x.Paths)
			if !known || len(x.Results) != 1 {
				return 0
			}
			if taken {
				level = j.levelValue(x.Results[0], &toolError{levelType: id}, 0)
			}
		}
		return level
	}
	return known.NoLevel
}

// decided tells whether one of the paths is taken, where all that they test is
// constant.
func decided(paths []flow.Path) (taken, known bool) {
	if len(paths) == 0 {
		return true, true
	}
	for _, p := range paths {
		holds := true
		for _, c := range p {
			t := c.Term
			if t.Op != flow.Bin || len(t.Args) != 2 || t.Args[0].Op != flow.Const || t.Args[1].Op != flow.Const || t.Str != "==" && t.Str != "!=" {
				return false, false
			}
			same := t.Args[0].Str == t.Args[1].Str
			holds = holds && same == ((t.Str == "==") != c.Neg)
		}
		taken = taken || holds
	}
	return taken, true
}

// writtenByCommand reports whether a variable is set as a command's output.
func writtenByCommand(v ssa.Value) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, ref := range *v.Referrers() {
		mi, ok := ref.(*ssa.MakeInterface)
		if !ok {
			continue
		}
		for _, r := range *mi.Referrers() {
			st, ok := r.(*ssa.Store)
			if !ok {
				continue
			}
			if fa, ok := st.Addr.(*ssa.FieldAddr); ok && flow.ElemID(fa.X.Type()) == "os/exec.Cmd" {
				return true
			}
		}
	}
	return false
}
