package nilresult

import (
	_ "embed"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/rule"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

//go:embed doc.go
var doc string

// New is the analyzer.
func New(outcomes *analysis.Analyzer, tests bool) *analysis.Analyzer {
	return rule.New("nilresult", doc, outcomes, tests, func(p *rule.Pass) {
		c := &checker{p}
		for _, t := range p.Outcome.Targets {
			for _, x := range p.Outcome.Exits(t) {
				c.exit(t, x)
			}
		}
	})
}

type checker struct{ *rule.Pass }

func (c *checker) exit(t *outcome.Target, x *outcome.Exit) {
	if x.Verdict.Class != 0 || !succeeds(c.Flow.SDKs, x) {
		return
	}
	for _, v := range c.shown(t, x) {
		name, typ, list, ok := c.null(v, 0)
		if !ok || list != nil && tested(x, list) {
			continue
		}
		kind := "list"
		if _, ok := typ.Underlying().(*types.Map); ok {
			kind = "map"
		}
		subject := "its " + kind
		if name != "" {
			subject = name
		}
		c.Report(rule.AnswerPos(x), nil, "tool %s: %s is nil here where nothing was found, and null on the wire; start from an empty %s", t.Label(), subject, kind)
		return
	}
}

// shown are the values of an answer that are written as JSON.
func (c *checker) shown(t *outcome.Target, x *outcome.Exit) []*flow.Term {
	if x.Output != nil && x.Output.Type() != nil && !types.IsInterface(x.Output.Type()) {
		return []*flow.Term{x.Output}
	}
	var out []*flow.Term
	for _, top := range []*flow.Term{x.Output, x.Result} {
		if top != nil {
			out = marshalled(c.Flow.SDKs, out, top, 0)
		}
	}
	if len(out) == 0 && x.Output == nil && x.Result != nil && t.Handler.Binding != nil && t.Handler.Binding.ResultIndex(sdk.Tool) < 0 {
		out = append(out, x.Result)
	}
	return out
}

// marshalled adds what an answer shows as JSON. It looks into what builds the
// answer, and not into what was called to find it.
func marshalled(sdks *sdk.Table, out []*flow.Term, t *flow.Term, depth int) []*flow.Term {
	if depth > 10 || len(out) > 4 {
		return out
	}
	switch t.Op {
	case flow.Struct, flow.List, flow.Alt, flow.Extract, flow.Field, flow.Bin:
	case flow.Call:
		if i, ok := written(sdks, t.Str); ok && i < len(t.Args) {
			return append(out, t.Args[i])
		}
		if _, ok := known.Shows(t.Str); !ok && !sdks.Owns(flow.PackageOf(t.Str)) {
			return out
		}
	default:
		return out
	}
	for _, a := range t.Args {
		out = marshalled(sdks, out, a, depth+1)
	}
	return out
}

// written is the position of the argument that a function writes as JSON.
func written(sdks *sdk.Table, id string) (int, bool) {
	if id == "encoding/json.Marshal" || id == "encoding/json.MarshalIndent" {
		return 0, true
	}
	r := sdks.Results[id]
	if r == nil || r.IsError || r.Value < 0 || r.Text >= 0 {
		return 0, false
	}
	return r.Value, true
}

// succeeds reports whether an exit is a success, also where the constructor of
// the result may fail.
func succeeds(sdks *sdk.Table, x *outcome.Exit) bool {
	if x.Err == nil || x.Err.IsNil() {
		return x.Convey == outcome.ConveyResult && !x.Maybe
	}
	call := x.Err.CallOf()
	if call == nil || x.Result == nil || x.Result.CallOf() == nil || x.Result.CallOf().Value() != call.Value() {
		return false
	}
	_, ok := written(sdks, call.Str)
	return ok
}

// null finds a list in a value that may be nil: the name of its field, "" for
// the value itself, its type, and the list, nil where it is left out.
func (c *checker) null(t *flow.Term, depth int) (field string, typ types.Type, list *flow.Term, ok bool) {
	if depth > 4 || t.Type() == nil {
		return "", nil, nil, false
	}
	typ = t.Type()
	if isList(typ) {
		return "", typ, t, c.mayBeNil(t, 0)
	}
	if t.Op != flow.Struct {
		return "", nil, nil, false
	}
	if p, ok := typ.Underlying().(*types.Pointer); ok {
		typ = p.Elem()
	}
	st, isStruct := typ.Underlying().(*types.Struct)
	if !isStruct || marshals(typ) || t.Get("") != nil {
		return "", nil, nil, false
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		name, options, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
		if !f.Exported() || name == "-" || strings.Contains(options, "omit") {
			continue
		}
		if name == "" {
			name = f.Name()
		}
		v := t.Get(f.Name())
		switch {
		case isList(f.Type()):
			if v != nil && c.mayBeNil(v, 0) {
				return name, f.Type(), v, true
			}
			if v == nil && len(t.Keys) > 0 && !f.Embedded() && c.fresh(t) {
				return name, f.Type(), nil, true
			}
		case v != nil:
			if inner, typ, list, ok := c.null(v, depth+1); ok && inner != "" {
				return name + "." + inner, typ, list, true
			}
		}
	}
	return "", nil, nil, false
}

// fresh reports whether a literal is written out in this package, so that a
// field it leaves out is nil. A variable that is filled in elsewhere is not.
func (c *checker) fresh(t *flow.Term) bool { return t.Value() != nil && !escapes(t.Value()) }

func isList(t types.Type) bool {
	if marshals(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return !ok || b.Kind() != types.Byte
	case *types.Map:
		return true
	}
	return false
}

// marshals reports whether a type writes its JSON itself.
func marshals(t types.Type) bool {
	for _, name := range []string{"MarshalJSON", "MarshalText"} {
		for _, t := range []types.Type{t, types.NewPointer(t)} {
			if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name); obj != nil {
				return true
			}
		}
	}
	return false
}
