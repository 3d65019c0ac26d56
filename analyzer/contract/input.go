package contract

import (
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"github.com/toolvet/toolvet/analyzer/change"
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/rule"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// An Arg is one argument of a tool.
type Arg struct {
	Name  string
	Pos   token.Pos  // where it is declared
	Type  types.Type // of the field it is decoded into, if any
	Field *types.Var // the same field
	JSON  string     // JSON type, where it is declared by an option

	Optional bool // a call without it is accepted
	Enum     bool
	Shaped   bool // a pattern or a format
	Desc     string
}

// Words are those of the argument's name.
func (a *Arg) Words() []string { return change.Words(a.Name) }

// Text reports whether the argument is a string.
func (a *Arg) Text() bool {
	if a.Type != nil {
		b, ok := a.Type.Underlying().(*types.Basic)
		return ok && b.Kind() == types.String && types.Unalias(a.Type) == a.Type.Underlying()
	}
	return a.JSON == "string"
}

// An Input is what a tool asks for.
type Input struct {
	Args     []*Arg
	Type     types.Type // that the arguments are decoded into, if any
	Pos      token.Pos  // where the arguments are declared
	Declared bool       // by options
	Inferred bool       // the schema is made of the type alone
	Decoded  bool       // by the handler itself, so that reads of arguments are not seen
}

// InputOf is what a target's tool asks for. It is nil where that cannot be
// told: a raw handler with a schema that is made while the program runs, or
// options that cannot be followed. Of a schema beside a typed handler nothing is held against the input.
func InputOf(p *rule.Pass, t *outcome.Target) *Input {
	if t.Tool == nil || t.Handler.Fn == nil {
		return nil
	}
	in := &Input{Type: argsType(t)}
	s := t.Tool.Schema
	switch {
	case s.Raw != nil:
		// Beside a type the names are those of the type.
		st, ok := structOf(in.Type)
		if len(s.Params) > 0 {
			return nil
		}
		if !ok {
			return in.raw(p, t)
		}
		in.Pos = typePos(in.Type)
		in.fields(st, 0)
		for _, a := range in.Args {
			a.Optional, a.Enum, a.Shaped = false, true, true
		}
	case len(s.Params) > 0:
		in.Declared = true
		in.Pos = t.Tool.Pos
		for i := range s.Params {
			if s.Params[i].Name == "" {
				return nil
			}
			in.Args = append(in.Args, declared(p, &s.Params[i]))
		}
	case in.Type != nil && t.Tool.SDK == "go-sdk":
		in.Inferred = true
		in.Pos = typePos(in.Type)
		if st, ok := deref(in.Type).Underlying().(*types.Struct); ok {
			in.fields(st, 0)
		}
	default:
		if t.Tool.Def == nil || t.Tool.SDK != "mcp-go" || s.Input != "" {
			return nil
		}
		in.Declared = true
		in.Pos = t.Tool.Pos
	}
	return in
}

// raw are the arguments of a schema that is written out, for a handler that
// decodes them itself.
func (in *Input) raw(p *rule.Pass, t *outcome.Target) *Input {
	props, ok := p.Registry.Properties(t.Tool)
	if !ok || in.Type != nil {
		return nil
	}
	in.Pos, in.Decoded = t.Tool.Pos, true
	for _, prop := range props {
		a := &Arg{Name: prop.Name, Pos: prop.Pos, JSON: prop.Type, Optional: !prop.Required, Enum: prop.Enum, Shaped: prop.Shaped, Desc: prop.Description}
		if !a.Pos.IsValid() || !p.Wants(a.Pos) {
			a.Pos = t.Tool.Pos
		}
		in.Args = append(in.Args, a)
	}
	return in
}

// Names lists what a tool's arguments are called. ok is false where that cannot
// be told.
func Names(p *rule.Pass, t *outcome.Target) (names []string, ok bool) {
	in := InputOf(p, t)
	if in == nil {
		return nil, false
	}
	for _, a := range in.Args {
		names = append(names, a.Name)
	}
	return names, true
}

// Find is the first argument that f holds for.
func (in *Input) Find(f func(*Arg) bool) *Arg {
	for _, a := range in.Args {
		if f(a) {
			return a
		}
	}
	return nil
}

// argsType is the type that a handler's arguments are decoded into.
func argsType(t *outcome.Target) types.Type {
	b, fn := t.Handler.Binding, t.Handler.Fn
	if b == nil {
		return nil
	}
	i := b.Index(sdk.Args)
	if i < 0 || i >= fn.Signature.Params().Len() {
		return nil
	}
	return fn.Signature.Params().At(i).Type()
}

func structOf(t types.Type) (*types.Struct, bool) {
	if t == nil {
		return nil, false
	}
	st, ok := deref(t).Underlying().(*types.Struct)
	return st, ok
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func typePos(t types.Type) token.Pos {
	if n, ok := types.Unalias(deref(t)).(*types.Named); ok {
		return n.Obj().Pos()
	}
	return token.NoPos
}

// fields adds the fields of a struct, as encoding/json and go-sdk's schemas see
// them.
func (in *Input) fields(st *types.Struct, depth int) {
	for i := range st.NumFields() {
		f := st.Field(i)
		tag := reflect.StructTag(st.Tag(i))
		name, options, _ := strings.Cut(tag.Get("json"), ",")
		if f.Embedded() && name == "" && depth < 4 {
			if inner, ok := deref(f.Type()).Underlying().(*types.Struct); ok {
				in.fields(inner, depth+1)
				continue
			}
		}
		if !f.Exported() || name == "-" {
			continue
		}
		if name == "" {
			name = f.Name()
		}
		a := &Arg{Name: name, Pos: f.Pos(), Type: f.Type(), Field: f, Desc: tag.Get("jsonschema")}
		a.Optional = strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
		in.Args = append(in.Args, a)
	}
}

// declared reads an argument that an option declares.
func declared(p *rule.Pass, par *registry.Parameter) *Arg {
	a := &Arg{Name: par.Name, Pos: par.Pos, JSON: par.Type, Optional: true}
	if par.Options == nil {
		return a
	}
	par.Options.Walk(func(t *flow.Term) bool {
		if t.Op != flow.Call {
			return true
		}
		switch o := sdk.Property(t.Str); o {
		case sdk.PropRequired:
			a.Optional = false
		case sdk.PropEnum:
			a.Enum = true
		case sdk.PropShape:
			a.Shaped = true
		case sdk.PropDescription:
			if len(t.Args) > 0 {
				a.Desc, _ = registry.Fold(p.Flow, t.Args[0])
			}
		case sdk.PropOther:
			if !p.Flow.SDKs.Owns(flow.PackageOf(t.Str)) {
				// An option of the program's own may set anything.
				a.Optional, a.Enum, a.Shaped = false, true, true
			}
		}
		return true
	})
	return a
}
