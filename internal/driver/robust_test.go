package driver

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/internal/driver/testmod"
)

const sdkImport = "import \"github.com/mark3labs/mcp-go/server\"\n\nvar S server.MCPServer\n\n"

// Packages that do not compile are named, and the rest is analysed.
func TestBrokenPackages(t *testing.T) {
	good := "-- good/good.go --\npackage good\n\n" + sdkImport + "func Bad() {}\n\nvar X = Bad\n"
	tests := []struct{ name, files, want string }{
		{"type error", "-- b/b.go --\npackage b\n\n" + sdkImport + "var x int = \"\"\nvar y int = \"\"\n",
			"problem example.com/m/b dep=false b/b.go:7:13 does not compile: cannot use \"\" (untyped string constant) as int value in variable declaration\n"},
		{"syntax error", "-- b/b.go --\npackage b\n\n" + sdkImport + "func f( {\n",
			"problem example.com/m/b dep=false b/b.go:7:9 does not compile: expected ')', found '{'\n"},
		{"missing import", "-- b/b.go --\npackage b\n\nimport \"example.com/none\"\n\n" + sdkImport + "var x = none.X\n",
			"problem example.com/m/b dep=false b/b.go:3:8 does not compile: could not import example.com/none (no required module provides package example.com/none; to add it: go get example.com/none)\n"},
		{"missing import, no SDK", "-- b/b.go --\npackage b\n\nimport \"example.com/none\"\n\nvar x = none.X\n",
			"problem example.com/m/b dep=false b/b.go:3:8 cannot be loaded: no required module provides package example.com/none; to add it: go get example.com/none\n"},
		{"broken dependency", "-- b/b.go --\npackage b\n\nimport \"example.com/m/dep\"\n\n" + sdkImport + "var x = dep.X\n-- dep/dep.go --\npackage dep\n\nvar X int = \"\"\n",
			"problem example.com/m/dep dep=false dep/dep.go:3:13 does not compile: cannot use \"\" (untyped string constant) as int value in variable declaration\n"},
		{"cycle", "-- b/b.go --\npackage b\n\nimport \"example.com/m/c\"\n\n" + sdkImport + "var x = c.X\n-- c/c.go --\npackage c\n\nimport \"example.com/m/b\"\n\nvar X = b.S\n",
			"problem example.com/m/c dep=false c/c.go:3:8 does not compile: could not import example.com/m/b (the go command does not know it)\n" +
				"problem example.com/m/b dep=false - does not compile: import cycle not allowed: example.com/m/b -> example.com/m/c -> example.com/m/b\n"},
		{"two packages", "-- b/a.go --\npackage a\n\n" + sdkImport + "\n-- b/b.go --\npackage b\n",
			"problem example.com/m/b dep=false - does not compile: found packages a (a.go) and b (b.go) in DIR/b\n"},
		{"newer Go", "-- sdk/go.mod --\nmodule github.com/mark3labs/mcp-go\n\ngo 1.26\n-- b/b.go --\npackage b\n\n" + sdkImport + "func f[T any](x T) { undefined(x) }\n",
			"problem example.com/m/b dep=false b/b.go:7:22 does not compile: undefined: undefined\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := testmod.Write(t, good+test.files)
			r := program(t, &Config{Dir: dir, Patterns: []string{"./..."}})
			expect(t, found(dir, r), "good/good.go:9:9: Bad\n"+strings.ReplaceAll(test.want, "DIR", dir))
		})
	}
}

// A dependency that does not compile is named; what imports it is analysed as
// far as it compiles itself.
func TestBrokenThirdParty(t *testing.T) {
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
-- far/far.go --
package far

var Broken undefined

var Fine int
-- main.go --
package main

import (
	"example.com/far"
	"github.com/mark3labs/mcp-go/server"
)

func main() { Bad(server.MCPServer{}, far.Fine, far.Broken) }

func Bad(...any) {}
`+testmod.SDK)
	r := program(t, &Config{Dir: dir})
	expect(t, found(dir, r), "main.go:8:15: Bad\nproblem example.com/far dep=true far/far.go:3:12 does not compile: undefined: undefined\n")
}

// at is a panic value that knows its position.
type at token.Pos

func (a at) Pos() token.Pos { return token.Pos(a) }

func (a at) String() string { return "lost" }

// A failing analyzer is a bug with a name and a place, and costs no finding of
// the others.
func TestBugs(t *testing.T) {
	dir := testmod.Write(t, layers)
	rule := func(name string, run func(pass *analysis.Pass) (any, error)) *analysis.Analyzer {
		return &analysis.Analyzer{Name: name, Doc: "fail in package low", Run: func(pass *analysis.Pass) (any, error) {
			if pass.Pkg.Name() != "low" {
				return nil, nil
			}
			return run(pass)
		}}
	}
	c := &Config{Dir: dir, Patterns: []string{"./..."}, Rules: []*analysis.Analyzer{
		rule("fails", func(*analysis.Pass) (any, error) { return nil, errors.New("no\ngood") }),
		rule("panics", func(pass *analysis.Pass) (any, error) { panic(at(pass.Files[0].Package)) }),
		rule("crashes", func(*analysis.Pass) (any, error) { var m map[string]int; m["x"] = 1; return nil, nil }),
		rule("returns", func(*analysis.Pass) (any, error) { return 1, nil }),
		rule("fixes", func(pass *analysis.Pass) (any, error) {
			pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Package, Message: "kept", SuggestedFixes: []analysis.SuggestedFix{{
				Message: "broken", TextEdits: []analysis.TextEdit{{Pos: 5, End: 2}}}}})
			return nil, nil
		}),
		rule("cheats", func(pass *analysis.Pass) (any, error) { pass.ExportPackageFact(new(pkgSeen)); return nil, nil }),
	}}
	r := program(t, c)
	got := found(dir, r)
	for _, want := range []string{
		"low/low.go:1:1: kept\n",
		"main.go:8:19: BadMid\n",
		"mid/mid.go:5:21: BadLow\n",
		"bug fails example.com/m/low no; good\n",
		"bug panics example.com/m/low panic: lost\n",
		"bug crashes example.com/m/low panic: assignment to entry in nil map\n",
		"bug returns example.com/m/low it returned a int, not a <nil>\n",
		"bug fixes example.com/m/low the fix \"broken\" is not valid: ",
		"bug cheats example.com/m/low panic: fact type *driver.pkgSeen is not in FactTypes\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	for _, b := range r.Bugs {
		switch b.Analyzer {
		case "panics":
			if b.Pos.Line != 1 || !strings.HasSuffix(b.Pos.File, "low.go") {
				t.Errorf("position of the panic: %v", b.Pos)
			}
			fallthrough
		case "crashes":
			if !strings.Contains(b.Where, "robust_test.go:") {
				t.Errorf("%s: place of the panic: %q", b.Analyzer, b.Where)
			}
		}
	}
}

// An analyzer that stumbles over what does not compile is not to blame.
func TestShaky(t *testing.T) {
	dir := testmod.Write(t, "-- main.go --\npackage main\n\nimport \"example.com/m/dep\"\n\n"+sdkImport+"func main() { dep.F() }\n-- dep/dep.go --\npackage dep\n\nfunc F() {}\n\nvar X undefined\n")
	stumbles := &analysis.Analyzer{Name: "stumbles", Doc: "panic", Run: func(pass *analysis.Pass) (any, error) { panic("lost") }}
	r := program(t, &Config{Dir: dir, Rules: []*analysis.Analyzer{stumbles}})
	expect(t, found(dir, r), "problem example.com/m/dep dep=false dep/dep.go:5:7 does not compile: undefined: undefined\n"+
		"problem example.com/m dep=false - is not analysed by stumbles, since something that it imports does not compile: panic: lost\n")
}

// RunDespiteErrors means what it says.
func TestRunDespiteErrors(t *testing.T) {
	dir := testmod.Write(t, "-- main.go --\npackage main\n\n"+sdkImport+"func main() { undefined() }\n")
	brave := &analysis.Analyzer{Name: "brave", Doc: "run on what does not compile", RunDespiteErrors: true, Run: func(pass *analysis.Pass) (any, error) {
		for _, err := range pass.TypeErrors {
			pass.Reportf(err.Pos, "saw: %s", err.Msg)
		}
		ast.Inspect(pass.Files[0], func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok {
				_ = types.Unalias(types.Typ[types.Invalid])
				_ = pass.TypesInfo.TypeOf(e)
			}
			return true
		})
		return nil, nil
	}}
	r := program(t, &Config{Dir: dir, Rules: []*analysis.Analyzer{brave}})
	if got := found(dir, r); !strings.Contains(got, "main.go:7:15: saw: undefined: undefined\n") {
		t.Error(got)
	}
}

// An interrupt ends the run even if an analyzer does not.
func TestInterrupt(t *testing.T) {
	dir := testmod.Write(t, layers)
	ctx, cancel := context.WithCancel(t.Context())
	release := make(chan struct{})
	defer close(release)
	slow := &analysis.Analyzer{Name: "slow", Doc: "never end", Run: func(*analysis.Pass) (any, error) {
		cancel()
		<-release
		return nil, nil
	}}
	_, err := Run(ctx, &Config{Dir: dir, Rules: []*analysis.Analyzer{slow}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestBadPatterns(t *testing.T) {
	dir := testmod.Write(t, layers+"-- empty/x.txt --\n-- never/a.go --\n//go:build never\n\npackage never\n")
	outside := testmod.Write(t, "-- go.mod --\nmodule x\n-- a.go --\npackage x\n")
	if err := removeFile(outside + "/go.mod"); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ dir, pattern, want string }{
		{dir, "./nosuch", "directory not found"},
		{dir, "./nosuch/...", "no such file or directory"},
		{dir, "example.com/none", "no required module provides package example.com/none"},
		{dir, "nosuch/pkg", "package nosuch/pkg is not in std"},
		{dir, "./empty", "no Go files in"},
		{dir, "./empty/...", "./empty/... matches no packages"},
		{dir, "./never", "build constraints exclude all Go files"},
		{dir, "-x", "flags come before packages"},
		{outside, "./...", "./... is not in a Go module: run toolvet inside one, or name it with -C"},
		{outside, ".", "go.mod file not found"},
	}
	for _, test := range tests {
		_, err := Run(t.Context(), &Config{Dir: test.dir, Patterns: []string{test.pattern}, Infer: []*analysis.Analyzer{newMarker()}})
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %q, want %q", test.pattern, fmt.Sprint(err), test.want)
		}
	}
}
