package contract

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/change"
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/rule"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// A Read is a place that reads one argument.
type Read struct {
	Frame *outcome.Frame
	Value ssa.Value
	Kind  sdk.AccessKind // how, where an accessor does
	Call  *ssa.Call      // the accessor
	Pos   token.Pos
}

// Frames are the functions in reach of one target.
func Frames(p *rule.Pass, t *outcome.Target) []*outcome.Frame {
	var out []*outcome.Frame
	for _, f := range p.Outcome.Reach.Frames {
		for _, have := range f.Targets {
			if have == t {
				out = append(out, f)
				break
			}
		}
	}
	return out
}

// Reads lists the places that read an argument. whole is set where the
// arguments are also handed on or decoded as a whole, so that there may be
// others.
func Reads(p *rule.Pass, t *outcome.Target, in *Input, a *Arg) (reads []Read, whole bool) {
	whole = in.Decoded
	for _, f := range Frames(p, t) {
		for _, b := range f.Fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case *ssa.FieldAddr:
					if sameField(FieldOf(instr.X.Type(), instr.Field), a.Field) {
						reads = append(reads, Read{Frame: f, Value: instr, Pos: instr.Pos()})
					}
				case *ssa.Field:
					if sameField(FieldOf(instr.X.Type(), instr.Field), a.Field) {
						reads = append(reads, Read{Frame: f, Value: instr, Pos: instr.Pos()})
					}
				case *ssa.Lookup:
					if key, ok := registry.Fold(p.Flow, p.Flow.Eval(instr.Index)); ok && key == a.Name {
						reads = append(reads, Read{Frame: f, Value: instr, Kind: sdk.Raw, Pos: instr.Pos()})
					}
				case *ssa.Call:
					r, all := accessed(p, f, instr, a)
					reads = append(reads, r...)
					whole = whole || all
				}
				whole = whole || in.Type != nil && handedOn(p, instr, in.Type)
			}
		}
	}
	return reads, whole
}

func accessed(p *rule.Pass, f *outcome.Frame, c *ssa.Call, a *Arg) (reads []Read, whole bool) {
	callee := c.Call.StaticCallee()
	if callee == nil {
		return nil, false
	}
	acc := p.Flow.SDKs.Accessors[flow.FuncID(callee)]
	if acc == nil {
		// A helper that is given the name.
		for _, arg := range c.Call.Args {
			if k, ok := arg.(*ssa.Const); ok && k.Value != nil && isString(k.Type()) {
				if text, _ := p.Flow.Eval(k).Text(); text == a.Name && text != "" {
					return []Read{{Frame: f, Value: c, Kind: sdk.Raw, Pos: c.Pos()}}, false
				}
			}
		}
		return nil, false
	}
	if acc.Key < 0 {
		return nil, true
	}
	if acc.Key < len(c.Call.Args) {
		if text, _ := registry.Fold(p.Flow, p.Flow.Eval(c.Call.Args[acc.Key])); text == a.Name {
			return []Read{{Frame: f, Value: c, Kind: acc.Kind, Call: c, Pos: c.Pos()}}, false
		}
	}
	return nil, false
}

// handedOn reports whether an instruction gives the arguments as a whole to
// code that is not in sight, or turns them into an interface.
func handedOn(p *rule.Pass, instr ssa.Instruction, typ types.Type) bool {
	is := func(v ssa.Value) bool { return types.Identical(deref(v.Type()), deref(typ)) }
	switch instr := instr.(type) {
	case *ssa.MakeInterface:
		return is(instr.X)
	case *ssa.ChangeType:
		return is(instr.X)
	case *ssa.Convert:
		return is(instr.X)
	case ssa.CallInstruction:
		if callee := instr.Common().StaticCallee(); callee != nil && p.Flow.Func(flow.FuncID(callee)) != nil {
			return false
		}
		for _, a := range instr.Common().Args {
			if is(a) {
				return true
			}
		}
	}
	return false
}

// FieldOf is a field of a struct, or of what a pointer points at, by its index.
func FieldOf(t types.Type, i int) *types.Var {
	st, ok := deref(t).Underlying().(*types.Struct)
	if !ok || i >= st.NumFields() {
		return nil
	}
	return st.Field(i)
}

func sameField(a, b *types.Var) bool {
	return a != nil && b != nil && a.Origin().Pos() == b.Origin().Pos() && a.Name() == b.Name()
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// A Write is a call in a target's reach that changes something, with what its
// arguments are called.
type Write struct {
	Frame *outcome.Frame
	Call  ssa.CallInstruction
	Names []string // of the parameters, "" where not known

	Effects []change.Effect
}

// ParamNames are the names of a callee's parameters, aligned with the call's
// operands.
func ParamNames(c ssa.CallInstruction) []string {
	common := c.Common()
	var sig *types.Signature
	offset := 0
	if common.IsInvoke() {
		sig = common.Method.Signature()
	} else {
		fn := common.StaticCallee()
		if fn == nil {
			return nil
		}
		sig = fn.Signature
		if sig.Recv() != nil {
			offset = 1
		}
	}
	out := make([]string, len(common.Args))
	for i := range out {
		if j := i - offset; j >= 0 && j < sig.Params().Len() {
			out[i] = sig.Params().At(j).Name()
		}
	}
	return out
}

// Callee is the name of the function that a call runs, or "".
func Callee(c ssa.CallInstruction) string {
	if c.Common().IsInvoke() {
		return c.Common().Method.Name()
	}
	if fn := c.Common().StaticCallee(); fn != nil {
		return fn.Name()
	}
	return ""
}
