package looseinput

import (
	_ "embed"
	"go/token"
	"go/types"
	"sort"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/contract"
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/rule"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

//go:embed doc.go
var doc string

// New is the analyzer.
func New(outcomes *analysis.Analyzer, tests bool) *analysis.Analyzer {
	return rule.New("looseinput", doc, outcomes, tests, func(p *rule.Pass) {
		c := &checker{p}
		c.servers()
		for _, t := range p.Outcome.Targets {
			if in := contract.InputOf(p, t); in != nil {
				c.target(t, in)
			}
		}
	})
}

type checker struct{ *rule.Pass }

// servers reports servers that do not check arguments, once each.
func (c *checker) servers() {
	type found struct {
		pos     token.Pos
		tools   []string
		missing []string
	}
	byPos := map[token.Pos]*found{}
	for _, t := range c.Registry.Tools {
		s := c.Registry.ServerOf(t)
		if s == nil || s.Term == nil || s.Open || !s.Term.Pos().IsValid() {
			continue
		}
		def := sdk.ServerByID(s.Term.Str)
		if def == nil || def.Validates == "" {
			continue
		}
		var missing []string
		if !s.Validates && c.has(def.Validates) {
			missing = append(missing, base(def.Validates))
		}
		if !contract.Mentions(s.Term, def.Strict) && c.has(def.Strict) {
			missing = append(missing, base(def.Strict))
		}
		if len(missing) == 0 || !takes(t) {
			continue
		}
		f := byPos[s.Term.Pos()]
		if f == nil {
			f = &found{pos: s.Term.Pos(), missing: missing}
			byPos[f.pos] = f
		}
		f.tools = append(f.tools, t.Label())
	}
	var all []*found
	for _, f := range byPos {
		all = append(all, f)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].pos < all[j].pos })
	for _, f := range all {
		sort.Strings(f.tools)
		schemas := "their schemas"
		if len(f.tools) == 1 {
			schemas = "its schema"
		}
		what := "unknown arguments are dropped without a word"
		if f.missing[0] != "WithStrictInputSchemaDefault" {
			what = "arguments that are missing or of another type reach the handlers"
		}
		c.Report(f.pos, nil, "this server does not hold %s to %s: %s; add %s", rule.Tools(f.tools), schemas, what, strings.Join(f.missing, " and "))
	}
}

// has reports whether a function is in the SDK as this program has it: earlier
// versions cannot check arguments.
func (c *checker) has(id string) bool {
	seen := map[*types.Package]bool{}
	var find func(p *types.Package) *types.Package
	find = func(p *types.Package) *types.Package {
		if seen[p] {
			return nil
		}
		seen[p] = true
		if p.Path() == flow.PackageOf(id) {
			return p
		}
		for _, dep := range p.Imports() {
			if found := find(dep); found != nil {
				return found
			}
		}
		return nil
	}
	p := find(c.Pkg)
	return p != nil && p.Scope().Lookup(base(id)) != nil
}

// takes reports whether a tool has arguments, as far as that can be told.
func takes(t *registry.Tool) bool {
	return t.Def == nil || len(t.Schema.Params) > 0 || t.Schema.Raw != nil || t.Schema.Input != ""
}

func base(id string) string { return id[strings.LastIndexByte(id, '.')+1:] }

func (c *checker) target(t *outcome.Target, in *contract.Input) {
	if in.Type != nil && !in.Declared && untyped(in.Type) {
		if !reads(t) {
			return // a tool without arguments
		}
		c.Report(t.Tool.Pos, nil, "tool %s takes a map, so its schema names no argument and refuses nothing; decode into a struct with a field for each", t.Label())
		return
	}
	for _, a := range in.Args {
		if !a.Pos.IsValid() || !c.Wants(a.Pos) {
			continue
		}
		c.arg(t, in, a)
	}
}

// reads reports whether a handler does anything with its arguments.
func reads(t *outcome.Target) bool {
	i := t.Handler.Binding.Index(sdk.Args)
	fn := t.Handler.Fn
	if fn.Signature.Recv() != nil {
		i++
	}
	return i < len(fn.Params) && len(*fn.Params[i].Referrers()) > 0
}

// untyped reports whether a type says nothing of the arguments in it.
func untyped(typ types.Type) bool {
	switch u := typ.Underlying().(type) {
	case *types.Interface:
		return u.NumMethods() == 0
	case *types.Map:
		_, ok := u.Elem().Underlying().(*types.Interface)
		return ok
	}
	return false
}

func (c *checker) arg(t *outcome.Target, in *contract.Input, a *contract.Arg) {
	reads, whole := contract.Reads(c.Pass, t, in, a)
	u := &uses{c: c, arg: a, reads: reads, whole: whole}
	switch {
	case in.Inferred && a.Optional && a.Type != nil && null(a.Type) != "":
		c.Report(a.Pos, nil, "tool %s: %s is %s, so the schema accepts null beside absent and empty; %s", t.Label(), a.Name, null(a.Type), instead(a.Type))
	case a.Type != nil && in.Inferred && loose(a.Type):
		c.Report(a.Pos, nil, "tool %s: the schema of %s accepts anything; give it the type that the handler reads", t.Label(), a.Name)
	case a.Text() && !a.Enum && len(u.set()) > 1:
		c.Report(a.Pos, nil, "tool %s: the handler accepts only %s as %s and the schema any string; list them as an enum in the schema", t.Label(), list(u.set()), a.Name)
	case a.Text() && !a.Shaped && u.date():
		c.Report(a.Pos, nil, "tool %s: %s is parsed as a date and the schema accepts any string; say the format in the schema", t.Label(), a.Name)
	case a.Text() && !a.Shaped && !a.Enum && id(a):
		c.Report(a.Pos, nil, "tool %s: %s is an id and the schema accepts any string, also one that the model made up; give it a pattern", t.Label(), a.Name)
	case in.Inferred && a.Optional && u.refused():
		c.Report(a.Pos, nil, "tool %s: the schema lets a call leave %s out and the handler refuses such a call; drop omitempty, which makes it required", t.Label(), a.Name)
	case in.Inferred && !a.Optional && u.replaced():
		c.Report(a.Pos, nil, "tool %s: the schema requires %s and the handler has a default for it; add omitempty, or drop the default", t.Label(), a.Name)
	case in.Declared && a.Optional && u.required():
		c.Report(a.Pos, nil, "tool %s: the schema lets a call leave %s out and the handler refuses such a call; mark it as required", t.Label(), a.Name)
	case in.Declared && !a.Optional && u.defaulted():
		c.Report(a.Pos, nil, "tool %s: the schema requires %s and the handler has a default for it; leave it out of the required ones, or drop the default", t.Label(), a.Name)
	}
}

// null says how go-sdk comes to accept null for a field, or "".
func null(typ types.Type) string {
	switch u := typ.Underlying().(type) {
	case *types.Pointer:
		if _, ok := u.Elem().Underlying().(*types.Struct); ok {
			return "" // an object that is absent has no other zero value
		}
		return "a pointer"
	case *types.Slice:
		if b, ok := u.Elem().Underlying().(*types.Basic); ok && b.Kind() == types.Byte {
			return ""
		}
		return "a slice"
	}
	return ""
}

func instead(typ types.Type) string {
	if _, ok := typ.Underlying().(*types.Pointer); ok {
		return "use the plain type, or set the type of its schema to that alone"
	}
	return "set the type of its schema to array alone"
}

func loose(typ types.Type) bool {
	i, ok := typ.Underlying().(*types.Interface)
	return ok && i.NumMethods() == 0
}

// id reports whether an argument is named as the id of something.
func id(a *contract.Arg) bool {
	words := a.Words()
	if len(words) == 0 || contract.IsKey(a.Name) {
		return false
	}
	last := words[len(words)-1]
	return last == "id" || last == "uuid" || last == "guid"
}

func list(values []string) string {
	if len(values) > 4 {
		values = append(append([]string(nil), values[:3]...), "…")
	}
	return strings.Join(values, ", ")
}
