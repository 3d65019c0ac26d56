package driver

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
	"github.com/toolvet/toolvet/internal/driver/testmod"
)

type seen struct{ In string }

func (*seen) AFact() {}

type pkgSeen struct{ Path string }

func (*pkgSeen) AFact() {}

// newMarker exports facts about every function whose name starts with "Bad",
// and about every package.
func newMarker() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: "marker", Doc: "mark functions",
		FactTypes:  []analysis.Fact{new(seen), new(pkgSeen)},
		ResultType: reflect.TypeFor[[]string](),
		Run: func(pass *analysis.Pass) (any, error) {
			pass.ExportPackageFact(&pkgSeen{pass.Pkg.Path()})
			for _, f := range pass.Files {
				for _, d := range f.Decls {
					if fn, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(strings.ToLower(fn.Name.Name), "bad") {
						pass.ExportObjectFact(pass.TypesInfo.Defs[fn.Name], &seen{pass.Pkg.Path()})
					}
				}
			}
			var all []string
			for _, f := range pass.AllPackageFacts() {
				if f.Package.Path() != f.Fact.(*pkgSeen).Path {
					return nil, fmt.Errorf("fact of %s is about %s", f.Package.Path(), f.Fact)
				}
				all = append(all, f.Package.Path())
			}
			for _, f := range pass.AllObjectFacts() {
				all = append(all, f.Object.Name())
			}
			return all, nil
		},
	}
}

// newCaller reports uses of functions whose names start with "bad", in any case.
func newCaller(name string, marker *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: name, Doc: "report calls", Requires: []*analysis.Analyzer{marker},
		Run: func(pass *analysis.Pass) (any, error) {
			eachFunc(pass, func(id *ast.Ident, fn *types.Func) {
				if strings.HasPrefix(strings.ToLower(fn.Name()), "bad") {
					pass.ReportRangef(id, "%s", fn.Name())
				}
			})
			return nil, nil
		},
	}
}

func eachFunc(pass *analysis.Pass, f func(*ast.Ident, *types.Func)) {
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if fn, ok := pass.TypesInfo.Uses[id].(*types.Func); ok {
					f(id, fn)
				}
			}
			return true
		})
	}
}

// program runs the marker and a rule that reports what it marked.
func program(t *testing.T, c *Config) *Result {
	t.Helper()
	marker := newMarker()
	rule := &analysis.Analyzer{
		Name: "bad", Doc: "report calls of marked functions", URL: "https://example.com/bad",
		Requires: []*analysis.Analyzer{marker},
		Run: func(pass *analysis.Pass) (any, error) {
			eachFunc(pass, func(id *ast.Ident, fn *types.Func) {
				if strings.HasPrefix(fn.Name(), "Bad") {
					pass.ReportRangef(id, "%s", fn.Name())
				}
			})
			return nil, nil
		},
	}
	c.Infer = append(c.Infer, marker)
	c.Rules = append(c.Rules, rule)
	r, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// found are the findings as text, with paths relative to the module.
func found(dir string, r *Result) string {
	var b strings.Builder
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "%s: %s\n", strings.TrimPrefix(f.Start.String(), dir+"/"), f.Message)
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "problem %s dep=%v %s %s\n", p.Package, p.Dep, strings.TrimPrefix(p.Pos.String(), dir+"/"), p.Message)
	}
	for _, bug := range r.Bugs {
		fmt.Fprintf(&b, "bug %s %s %s\n", bug.Analyzer, bug.Package, bug.Message)
	}
	return b.String()
}

func expect(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

const layers = `
-- main.go --
package main

import (
	"example.com/m/mid"
	"github.com/mark3labs/mcp-go/server"
)

func main() { mid.BadMid(); var s server.MCPServer; s.AddTool("x", nil) }
-- mid/mid.go --
package mid

import "example.com/m/low"

func BadMid() { low.BadLow() }

func bad() {}
-- low/low.go --
package low

func BadLow() {}
-- apart/apart.go --
package apart

import "example.com/m/low"

func Apart() { low.BadLow() }
`

func TestRun(t *testing.T) {
	dir := testmod.Write(t, layers)
	r := program(t, &Config{Dir: dir, Patterns: []string{"./..."}})
	expect(t, found(dir, r), "main.go:8:19: BadMid\nmid/mid.go:5:21: BadLow\n")
	if r.Matched != 4 {
		t.Errorf("%d packages matched, want 4", r.Matched)
	}
	if got := r.Findings[0]; got.URL != "https://example.com/bad" || got.Package != "example.com/m" || got.End.Column != 25 {
		t.Errorf("finding %+v", got)
	}

	// What is only a dependency is analysed, but not reported.
	r = program(t, &Config{Dir: dir, Patterns: []string{"."}})
	expect(t, found(dir, r), "main.go:8:19: BadMid\n")
	var ids []string
	for _, p := range r.Packages {
		ids = append(ids, fmt.Sprintf("%s %v", p.ID, p.Root))
	}
	if want := []string{"example.com/m/low false", "example.com/m/mid false", "example.com/m true"}; !slices.Equal(ids, want) {
		t.Errorf("analysed %q, want %q", ids, want)
	}

	// Nothing here reaches an SDK.
	r = program(t, &Config{Dir: dir, Patterns: []string{"./apart"}})
	if len(r.Packages) != 0 || r.Matched != 1 || found(dir, r) != "" {
		t.Errorf("analysed %v of %d packages: %s", r.Packages, r.Matched, found(dir, r))
	}
}

func TestFacts(t *testing.T) {
	dir := testmod.Write(t, `
-- go.mod --
module example.com/m

go 1.26

require (
	github.com/mark3labs/mcp-go v1.2.1
	example.com/far v1.0.0
)

replace github.com/mark3labs/mcp-go => ./sdk

replace example.com/far => ./far
-- far/go.mod --
module example.com/far

go 1.26

require github.com/mark3labs/mcp-go v1.2.1
-- far/plain/plain.go --
package plain

import "example.com/far/tools"

type T = tools.T
-- far/tools/tools.go --
package tools

import "github.com/mark3labs/mcp-go/server"

type T struct{ server.MCPServer }

func (T) BadMethod() {}

func Bad() {}

func bad() {}
-- main.go --
package main

import "example.com/far/plain"

func main() { plain.T{}.BadMethod() }

func badMain() {}
`+testmod.SDK)
	var fact seen
	var imported bool
	marker := newMarker()
	rule := newCaller("caller", marker)
	check := &analysis.Analyzer{
		Name: "check", Doc: "check facts", Requires: []*analysis.Analyzer{marker},
		Run: func(pass *analysis.Pass) (any, error) { return nil, nil },
	}
	inner := marker.Run
	marker.Run = func(pass *analysis.Pass) (any, error) {
		if pass.Pkg.Path() == "example.com/m" {
			eachFunc(pass, func(_ *ast.Ident, fn *types.Func) {
				if fn.Name() == "BadMethod" {
					imported = pass.ImportObjectFact(fn, &fact)
					// Facts about what importers cannot see are not there.
					if hidden := fn.Pkg().Scope().Lookup("bad"); hidden != nil && pass.ImportObjectFact(hidden, &fact) {
						t.Error("a fact about an unexported function came through")
					}
				}
			})
		}
		return inner(pass)
	}
	r, err := Run(t.Context(), &Config{Dir: dir, Infer: []*analysis.Analyzer{marker}, Rules: []*analysis.Analyzer{rule, check}, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, found(dir, r), "main.go:5:25: BadMethod\n")
	if !imported || fact.In != "example.com/far/tools" {
		t.Errorf("imported %v, %+v", imported, fact)
	}
	// The package in between is not analysed, yet facts pass through it.
	var paths []string
	for _, p := range r.Packages {
		paths = append(paths, p.Path)
	}
	if want := []string{"example.com/far/tools", "example.com/m"}; !slices.Equal(paths, want) {
		t.Errorf("analysed %q, want %q", paths, want)
	}
	got := r.Packages[1].Result(marker)
	if want := []string{"example.com/far/tools", "example.com/m", "BadMethod", "Bad", "badMain"}; !reflect.DeepEqual(got, want) {
		t.Errorf("facts %q, want %q", got, want)
	}
}

// The driver analyses just what the analyzers themselves call relevant.
func TestRelevant(t *testing.T) {
	dir := testmod.Write(t, layers)
	relevant := map[string]bool{}
	a := &analysis.Analyzer{
		Name: "relevant", Doc: "ask flow", ResultType: reflect.TypeFor[bool](),
		Run: func(pass *analysis.Pass) (any, error) { return flow.Relevant(sdk.Known, pass), nil },
	}
	r, err := Run(t.Context(), &Config{Dir: dir, Patterns: []string{"./...", "github.com/mark3labs/mcp-go/..."}, Infer: []*analysis.Analyzer{a}, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Packages {
		relevant[p.Path] = p.Result(a).(bool)
	}
	want := map[string]bool{"example.com/m": true, "example.com/m/mid": true, "example.com/m/low": true}
	if !reflect.DeepEqual(relevant, want) {
		t.Errorf("relevant: %v, want %v", relevant, want)
	}
}

func TestLink(t *testing.T) {
	dir := testmod.Write(t, layers)
	world := &analysis.Analyzer{
		Name: "world", Doc: "what the program is", ResultType: reflect.TypeFor[int](),
		Run: func(*analysis.Pass) (any, error) { return 0, nil },
	}
	rule := &analysis.Analyzer{
		Name: "rule", Doc: "report the world", Requires: []*analysis.Analyzer{world},
		Run: func(pass *analysis.Pass) (any, error) {
			pass.Reportf(pass.Files[0].Package, "world of %d", pass.ResultOf[world])
			return nil, nil
		},
	}
	c := &Config{
		Dir: dir, Infer: []*analysis.Analyzer{world}, Rules: []*analysis.Analyzer{rule},
		Link: func(pkgs []*Package) {
			for _, p := range pkgs {
				if p.Result(world) != 0 {
					t.Errorf("%s: result %v before the link", p.ID, p.Result(world))
				}
				p.SetResult(world, len(pkgs))
			}
		},
		Count: func(p *Package) int { return p.Result(world).(int) },
	}
	r, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	expect(t, found(dir, r), "main.go:1:1: world of 3\n")
	if r.Tools != 3 {
		t.Errorf("%d tools, want 3", r.Tools)
	}
}

func TestDeterminism(t *testing.T) {
	var b strings.Builder
	b.WriteString(layers)
	for i := range 12 {
		fmt.Fprintf(&b, "-- p%d/p.go --\npackage p%d\n\nimport (\n\t\"example.com/m/mid\"\n\t\"github.com/mark3labs/mcp-go/server\"\n)\n\nvar S server.MCPServer\n\nfunc F() { mid.BadMid(); mid.BadMid() }\n", i, i)
	}
	dir := testmod.Write(t, b.String())
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var first string
	for i := range 6 {
		runtime.GOMAXPROCS(1 + i%4)
		r := program(t, &Config{Dir: dir, Patterns: []string{"./..."}})
		got := found(dir, r)
		for _, p := range r.Packages {
			got += p.ID + "\n"
		}
		if i == 0 {
			first = got
		} else if got != first {
			t.Fatalf("run %d gave\n%sthe first\n%s", i, got, first)
		}
	}
}
