package registry

import (
	"go/types"
	"strings"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// define fills in a tool from its definition.
func (s *search) define(t *Tool, k *sink) {
	if k.name != nil {
		t.Name = s.nameOf(k.name)
	}
	if k.desc != nil {
		t.Description, t.HasDesc = s.fold(k.desc, 0)
	}
	if k.tool == nil {
		return
	}
	t.Def = k.tool
	d := s.definition(k.tool, 0)
	if d == nil {
		return
	}
	if k.name == nil {
		t.Name = d.name
	}
	if k.desc == nil {
		t.Description, t.HasDesc = d.desc, d.hasDesc
	}
	t.Schema, t.Hints = d.schema, d.hints
}

// namedBy is the term that a tool's name comes from while that is not known, or
// nil.
func (s *search) namedBy(k *sink) *flow.Term {
	if k.name != nil || k.tool == nil {
		return k.name
	}
	if d := s.definition(k.tool, 0); d != nil && d.name == "" {
		return d.named
	}
	return nil
}

type definition struct {
	name, desc string
	named      *flow.Term // what the name comes from
	hasDesc    bool
	schema     Schema
	hints      Hints
}

// definition reads a tool description, through the functions and variables
// that it comes from.
func (s *search) definition(t *flow.Term, depth int) *definition {
	if depth > 10 {
		return nil
	}
	switch t.Op {
	case flow.Struct:
		return s.structDefinition(t, depth)
	case flow.Call, flow.Extract:
		call := t.CallOf()
		if f := toolFuncByID(s.Flow.SDKs, call.Str); f != nil {
			return s.callDefinition(f, call)
		}
		// A tool that is passed through a function and comes back changed.
		if exits, ok := s.Flow.Expand(call); ok {
			var results []*flow.Term
			for _, x := range exits {
				if n := t.Index(); n < len(x.Results) {
					results = append(results, x.Results[n])
				}
			}
			return s.firstNamed(results, depth)
		}
		if len(call.Args) == 1 && call.Args[0].Type() != nil && isToolType(s.Flow.SDKs, call.Args[0].Type()) {
			return s.definition(call.Args[0], depth+1)
		}
	case flow.Alt:
		return s.firstNamed(t.Args, depth)
	default:
		if r := s.Flow.Reduce(t); r != t {
			return s.definition(r, depth+1)
		}
	}
	return nil
}

// firstNamed is the first definition with a name: an empty one is what a
// function returns beside an error.
func (s *search) firstNamed(ts []*flow.Term, depth int) *definition {
	var first *definition
	for _, t := range ts {
		d := s.definition(t, depth+1)
		if d != nil && d.name != "" {
			return d
		}
		if first == nil {
			first = d
		}
	}
	return first
}

func (s *search) structDefinition(t *flow.Term, depth int) *definition {
	d := &definition{}
	if base := t.Get(""); base != nil {
		if b := s.definition(base, depth+1); b != nil {
			d = b
		}
	}
	tt := s.Flow.SDKs.ToolTypes[strings.TrimLeft(t.TypeName(), "*")]
	if tt == nil {
		tt = &sdk.ToolType{Name: "Name", Desc: "Description", Input: "InputSchema", Output: "OutputSchema", Annotations: "Annotations"}
		if typ := t.Type(); typ != nil {
			if p, ok := typ.Underlying().(*types.Pointer); ok {
				typ = p.Elem()
			}
			if st, ok := typ.Underlying().(*types.Struct); ok {
				if name, desc, ok := definitionFields(st); ok {
					tt.Name, tt.Desc = name, desc
				}
			}
		}
	}
	if v := t.Get(tt.Name); v != nil {
		d.named = v
		d.name = s.nameOf(v)
	} else if len(t.Args) == 1 && t.Keys[0] != "" && d.name == "" {
		// The definition may be embedded one level down.
		if inner := s.definition(t.Args[0], depth+1); inner != nil {
			return inner
		}
	}
	if v := t.Get(tt.Desc); v != nil {
		d.desc, d.hasDesc = s.fold(v, 0)
	} else if t.Get("") == nil {
		d.hasDesc = true // left out: the description is empty
	}
	if v := t.Get(tt.Input); v != nil && !v.IsNil() {
		d.schema.Raw = v
	}
	if v := t.Get(tt.Annotations); v != nil {
		s.annotations(d, v)
	}
	return d
}

// annotations reads a struct of hints.
func (s *search) annotations(d *definition, t *flow.Term) {
	t = s.Flow.Reduce(t)
	if t.Op != flow.Struct {
		return
	}
	for i, key := range t.Keys {
		v := s.boolOf(t.Args[i])
		switch key {
		case "ReadOnlyHint":
			d.hints.ReadOnly = v
		case "DestructiveHint":
			d.hints.Destructive = v
		case "IdempotentHint":
			d.hints.Idempotent = v
		case "OpenWorldHint":
			d.hints.OpenWorld = v
		}
	}
}

// boolOf is a constant boolean, through the helpers that take its address.
func (s *search) boolOf(t *flow.Term) *bool {
	t = s.Flow.Reduce(t)
	if v, ok := t.Bool(); ok {
		return &v
	}
	if t.Op == flow.Call && len(t.Args) == 1 { // ptr.To(true)
		if v, ok := s.Flow.Reduce(t.Args[0]).Bool(); ok {
			return &v
		}
	}
	return nil
}

// callDefinition reads a constructor with options.
func (s *search) callDefinition(f *sdk.ToolFunc, call *flow.Term) *definition {
	d := &definition{}
	arg := func(i int) *flow.Term {
		if i < 0 || i >= len(call.Args) {
			return nil
		}
		return call.Args[i]
	}
	if a := arg(f.Name); a != nil {
		d.named = a
		d.name = s.nameOf(a)
	}
	if a := arg(f.Desc); a != nil {
		d.desc, d.hasDesc = s.fold(a, 0)
	}
	d.schema.Raw = arg(f.Schema)
	if a := arg(f.Options); a != nil {
		d.hasDesc = true
		s.options(d, a, 0)
	}
	return d
}

// options reads a list of tool options, conditional ones included.
func (s *search) options(d *definition, t *flow.Term, depth int) {
	if depth > 8 {
		return
	}
	switch t.Op {
	case flow.List, flow.Alt:
		for _, a := range t.Args {
			s.options(d, a, depth+1)
		}
		return
	case flow.Call:
		if o := toolOptionByID(s.Flow.SDKs, t.Str); o != nil {
			s.option(d, o, t)
			return
		}
	case flow.Const:
		return
	}
	r := s.Flow.Reduce(t)
	if r != t {
		s.options(d, r, depth+1)
		return
	}
	// A closure of the program's own may set anything.
	if d.desc == "" {
		d.hasDesc = false
	}
}

func (s *search) option(d *definition, o *sdk.ToolOption, t *flow.Term) {
	arg := func() *flow.Term {
		if o.Arg >= 0 && o.Arg < len(t.Args) {
			return t.Args[o.Arg]
		}
		return flow.NewUnknown()
	}
	switch o.Kind {
	case sdk.OptDescription:
		d.desc, d.hasDesc = s.fold(arg(), 0)
	case sdk.OptProperty:
		p := Parameter{Type: o.Type, Pos: t.Pos()}
		p.Name, _ = s.fold(arg(), 0)
		if len(t.Args) > 1 {
			p.Options = t.Args[1]
		}
		d.schema.Params = append(d.schema.Params, p)
	case sdk.OptReadOnly:
		d.hints.ReadOnly = s.boolOf(arg())
	case sdk.OptDestructive:
		d.hints.Destructive = s.boolOf(arg())
	case sdk.OptIdempotent:
		d.hints.Idempotent = s.boolOf(arg())
	case sdk.OptOpenWorld:
		d.hints.OpenWorld = s.boolOf(arg())
	case sdk.OptAnnotations:
		s.annotations(d, arg())
	case sdk.OptInputType:
		if len(t.Keys) > 0 {
			d.schema.Input = t.Keys[0]
		}
	case sdk.OptOutputType:
		if len(t.Keys) > 0 {
			d.schema.Output = t.Keys[0]
		}
	case sdk.OptRawSchema:
		d.schema.Raw = arg()
	}
}

// nameOf is the name that a value is, one of several that it may be, or "" where
// a part of it is not known.
func (s *search) nameOf(t *flow.Term) string {
	name, ok := s.fold(t, 0)
	if !ok && s.partial(t, 0) {
		return ""
	}
	return name
}

// partial reports whether a text is put together from parts of which one is not
// known at all.
func (s *search) partial(t *flow.Term, depth int) bool {
	if depth > 8 || t.Op != flow.Bin || t.Str != "+" {
		return false
	}
	for _, a := range t.Args {
		if text, ok := s.fold(a, 0); !ok && text == "" || s.partial(a, depth+1) {
			return true
		}
	}
	return false
}

// fold is the text of a constant string expression. ok is false where any part
// of it is not known.
func (s *search) fold(t *flow.Term, depth int) (string, bool) { return Fold(s.Flow, t) }

// Fold is the text of a constant string expression: constants, variables that
// are never changed, concatenation, formatting of constants, and the default of
// a translation helper. ok is false where any part of it is not known.
func Fold(f *flow.Result, t *flow.Term) (text string, ok bool) { return fold(f, t, 0) }

func fold(f *flow.Result, t *flow.Term, depth int) (string, bool) {
	if depth > 16 {
		return "", false
	}
	if s, ok := t.Text(); ok {
		return s, true
	}
	switch t.Op {
	case flow.Const:
		if t.Lit == flow.LitNil {
			return "", false
		}
		return t.Str, true
	case flow.Bin:
		if t.Str != "+" || len(t.Args) != 2 {
			return "", false
		}
		x, ok1 := fold(f, t.Args[0], depth+1)
		y, ok2 := fold(f, t.Args[1], depth+1)
		return x + y, ok1 && ok2
	case flow.Alt:
		// A choice whose only certain part is constant: a translation, say.
		text, n := "", 0
		for _, a := range t.Args {
			if s, ok := fold(f, a, depth+1); ok {
				text = s
				n++
			}
		}
		return text, n == 1
	case flow.Call, flow.Extract:
		call := t.CallOf()
		if s, ok := foldCall(f, call, depth); ok {
			return s, true
		}
	}
	if r := f.Reduce(t); r != t {
		return fold(f, r, depth+1)
	}
	return "", false
}

func foldCall(f *flow.Result, call *flow.Term, depth int) (string, bool) {
	args := call.Args
	switch call.Str {
	case "fmt.Sprintf", "fmt.Sprint":
		return foldFormat(f, call, depth)
	case "strings.TrimSpace", "strings.ToLower", "strings.ToUpper", "strings.TrimRight", "strings.TrimLeft":
		if s, ok := fold(f, args[0], depth+1); ok {
			switch flow.NameOf(call.Str) {
			case "TrimSpace":
				return strings.TrimSpace(s), true
			case "ToLower":
				return strings.ToLower(s), true
			case "ToUpper":
				return strings.ToUpper(s), true
			}
			return s, true
		}
	case "strings.Join":
		if len(args) != 2 {
			return "", false
		}
		list := f.Reduce(args[0])
		sep, ok := fold(f, args[1], depth+1)
		if list.Op != flow.List || !ok {
			return "", false
		}
		var parts []string
		for _, a := range list.Args {
			p, ok := fold(f, a, depth+1)
			if !ok {
				return "", false
			}
			parts = append(parts, p)
		}
		return strings.Join(parts, sep), true
	case "strings.ReplaceAll":
		if len(args) != 3 {
			return "", false
		}
		a, ok1 := fold(f, args[0], depth+1)
		b, ok2 := fold(f, args[1], depth+1)
		c, ok3 := fold(f, args[2], depth+1)
		return strings.ReplaceAll(a, b, c), ok1 && ok2 && ok3
	}
	// t("KEY", "default"): a translation helper of which only the default is
	// known here.
	if call.Str == "" && len(args) == 3 {
		_, key := args[1].Text()
		def, ok := fold(f, args[2], depth+1)
		if key && ok && isTranslation(args[0].Type()) {
			return def, true
		}
	}
	return "", false
}

// isTranslation reports whether a function takes a key and a default and
// returns a text.
func isTranslation(t types.Type) bool {
	if t == nil {
		return false
	}
	sig, ok := t.Underlying().(*types.Signature)
	if !ok || sig.Params().Len() != 2 || sig.Results().Len() != 1 {
		return false
	}
	for _, v := range []*types.Var{sig.Params().At(0), sig.Params().At(1), sig.Results().At(0)} {
		b, ok := v.Type().Underlying().(*types.Basic)
		if !ok || b.Info()&types.IsString == 0 {
			return false
		}
	}
	return true
}

// foldFormat is fmt.Sprintf of constants, for the plain verbs.
func foldFormat(f *flow.Result, call *flow.Term, depth int) (string, bool) {
	if call.Str == "fmt.Sprint" || len(call.Args) == 0 {
		return "", false
	}
	format, ok := fold(f, call.Args[0], depth+1)
	if !ok {
		return "", false
	}
	var operands []*flow.Term
	if len(call.Args) > 1 {
		list := f.Reduce(call.Args[1])
		if list.Op != flow.List {
			return format, !strings.Contains(format, "%")
		}
		operands = list.Args
	}
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 >= len(format) {
			b.WriteByte(format[i])
			continue
		}
		i++
		switch format[i] {
		case '%':
			b.WriteByte('%')
		case 's', 'd', 'v', 'q':
			if len(operands) == 0 {
				return "", false
			}
			s, ok := fold(f, operands[0], depth+1)
			if !ok {
				return "", false
			}
			if format[i] == 'q' {
				s = `"` + s + `"`
			}
			b.WriteString(s)
			operands = operands[1:]
		default:
			return "", false
		}
	}
	return b.String(), true
}

func toolFuncByID(sdks *sdk.Table, id string) *sdk.ToolFunc { return sdks.ToolFuncs[id] }

func toolOptionByID(sdks *sdk.Table, id string) *sdk.ToolOption { return sdks.ToolOptions[id] }
