package driver

import (
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/internal/cache"
	"github.com/toolvet/toolvet/internal/driver/testmod"
)

// panicsFact says that a function panics; it crosses packages as a fact about
// an object. spread does so as a fact about the package.
type panicsFact struct{ Line int }

func (*panicsFact) AFact() {}

type spread struct{ Names []string }

func (*spread) AFact() {}

// A watched program is one whose analysis is recorded.
type watched struct {
	*Config
	t   *testing.T
	dir string

	mu   sync.Mutex
	seen map[string]bool
}

// watch makes the analysis of a program in a folder: functions that panic,
// directly or through others, and a rule that reports calls of them, with the
// number of such functions in the whole program.
func watch(t *testing.T, dir string) *watched {
	w := &watched{t: t, dir: dir, Config: &Config{Dir: dir, Patterns: []string{"./..."}, Cache: cache.Open(filepath.Join(dir, ".cache"))}}
	infer := &analysis.Analyzer{
		Name: "panics", Doc: "find panics", FactTypes: []analysis.Fact{new(panicsFact), new(spread)}, ResultType: reflect.TypeFor[*panics](),
		Run: func(pass *analysis.Pass) (any, error) {
			w.mu.Lock()
			w.seen[pass.Pkg.Path()] = true
			w.mu.Unlock()
			return findPanics(pass), nil
		},
	}
	rule := &analysis.Analyzer{
		Name: "calls", Doc: "report calls that panic", Requires: []*analysis.Analyzer{infer},
		Run: func(pass *analysis.Pass) (any, error) {
			r := pass.ResultOf[infer].(*panics)
			eachFunc(pass, func(id *ast.Ident, fn *types.Func) {
				if r.known(fn) {
					pass.Report(analysis.Diagnostic{Pos: id.Pos(), End: id.End(), Message: fmt.Sprintf("%s panics, as do %d", fn.Name(), r.all)})
				}
			})
			return nil, nil
		},
	}
	w.Infer, w.Rules = []*analysis.Analyzer{infer}, []*analysis.Analyzer{rule}
	w.Digest = func(p *Package) []byte {
		if r, ok := p.Result(infer).(*panics); ok {
			return []byte(strings.Repeat("x", len(r.in)))
		}
		return nil
	}
	w.Join = func(digests [][]byte) View { return &panicView{infer, len(slices.Concat(digests...))} }
	w.Count = func(p *Package) int {
		if r, ok := p.Result(infer).(*panics); ok {
			return len(r.in)
		}
		return 0
	}
	return w
}

type panics struct {
	in    map[*types.Func]bool
	known func(*types.Func) bool
	all   int
}

func findPanics(pass *analysis.Pass) *panics {
	r := &panics{in: map[*types.Func]bool{}}
	r.known = func(fn *types.Func) bool { return r.in[fn] || pass.ImportObjectFact(fn, new(panicsFact)) }
	names := map[string]bool{}
	for _, pf := range pass.AllPackageFacts() {
		for _, name := range pf.Fact.(*spread).Names {
			names[pf.Package.Path()+"."+name] = true
		}
	}
	var own spread
	for _, f := range pass.Files {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Body == nil {
				continue
			}
			fn := pass.TypesInfo.Defs[decl.Name].(*types.Func)
			ast.Inspect(decl.Body, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok || r.in[fn] {
					return true
				}
				callee, _ := pass.TypesInfo.Uses[id].(*types.Func)
				if id.Name == "panic" || callee != nil && names[callee.Pkg().Path()+"."+callee.Name()] {
					r.in[fn] = true
					own.Names = append(own.Names, fn.Name())
					pass.ExportObjectFact(fn, &panicsFact{pass.Fset.Position(id.Pos()).Line})
				}
				return true
			})
		}
	}
	pass.ExportPackageFact(&own)
	return r
}

type panicView struct {
	infer *analysis.Analyzer
	n     int
}

func (v *panicView) Key(int) []byte { return fmt.Append(nil, v.n) }

func (v *panicView) Give(_ int, p *Package) {
	if r, ok := p.Result(v.infer).(*panics); ok {
		r.all = v.n
	}
}

// run runs the program and gives what was found, and what had to be analysed.
// What is found must be the same without the cache.
func (w *watched) run() (text, analysed string) {
	w.t.Helper()
	once := func(c *cache.Cache) (string, string) {
		w.seen = map[string]bool{}
		config := *w.Config
		config.Cache = c
		r, err := Run(w.t.Context(), &config)
		if err != nil {
			w.t.Fatal(err)
		}
		text := found(w.dir, r) + fmt.Sprintf("%d tools, %d packages, %d matched", r.Tools, len(r.Packages), r.Matched)
		var list []string
		for path := range w.seen {
			list = append(list, strings.TrimPrefix(path, "example.com/"))
		}
		slices.Sort(list)
		return text, strings.Join(list, " ")
	}
	text, analysed = once(w.Cache)
	if plain, _ := once(nil); plain != text {
		w.t.Errorf("with the cache\n%s\nwithout\n%s", text, plain)
	}
	return text, analysed
}

func (w *watched) expect(what, analysed string) {
	w.t.Helper()
	if text, got := w.run(); got != analysed {
		w.t.Errorf("%s: analysed %q, want %q\n%s", what, got, analysed, text)
	}
}

// edit changes a file.
func (w *watched) edit(name, old, to string) {
	w.t.Helper()
	name = filepath.Join(w.dir, name)
	text, err := os.ReadFile(name)
	if err != nil {
		w.t.Fatal(err)
	}
	if !strings.Contains(string(text), old) {
		w.t.Fatalf("%s has no %q", name, old)
	}
	if err := os.WriteFile(name, []byte(strings.Replace(string(text), old, to, 1)), 0o666); err != nil {
		w.t.Fatal(err)
	}
}

const tower = `
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

const Size = 1

type T struct{}

func helper() {}
-- main.go --
package main

import (
	"example.com/m/mid"
	"example.com/m/side"
	"github.com/mark3labs/mcp-go/server"
)

func main() { mid.Mid(); side.Side(); var s server.MCPServer; s.AddTool("x", nil) }
-- mid/mid.go --
package mid

import (
	"example.com/far"
	"example.com/m/low"
)

func Mid() { low.Low(); low.T{}.Method() }

var A [far.Size]far.T
-- side/side.go --
package side

func Side() { quiet() }

func quiet() {}
-- low/low.go --
package low

func Low() { panic(1) }

type T struct{}

func (T) Method() { panic(2) }

func own() { Low() }
` + testmod.SDK

func TestCacheReuse(t *testing.T) {
	w := watch(t, testmod.Write(t, tower))
	w.expect("first", "m m/low m/mid m/side")
	first, analysed := w.run()
	if analysed != "" {
		t.Errorf("repeated: analysed %s", analysed)
	}
	want := "low/low.go:9:14: Low panics, as do 4\nmain.go:9:19: Mid panics, as do 4\nmid/mid.go:8:18: Low panics, as do 4\nmid/mid.go:8:33: Method panics, as do 4\n4 tools, 4 packages, 4 matched"
	if first != want {
		t.Errorf("got\n%s\nwant\n%s", first, want)
	}

	w.edit("side/side.go", "quiet() }", "quiet(); quiet() }")
	w.expect("body", "m/side")
	w.expect("repeated", "")
	w.edit("side/side.go", "func quiet", "func Loud() {}\n\nfunc quiet")
	w.expect("types", "m m/side")
	w.edit("low/low.go", "panic(1)", "_ = 1; panic(1)")
	w.expect("body of low", "m/low")
	w.edit("low/low.go", "own() { Low() }", "own() { panic(3) }")
	w.expect("unexported fact, and so the view", "m m/low m/mid m/side")
	w.edit("low/low.go", "own() { panic(3) }", "own() { Low() }")
	w.expect("back again", "")
	w.edit("mid/mid.go", "low.T{}.Method() }", "}")
	w.expect("less of mid", "m/mid")
	w.edit("side/side.go", "{ quiet(); quiet() }", "{ panic(1) }")
	w.expect("view and fact", "m m/low m/mid m/side")
	w.edit("far/far.go", "helper", "help")
	w.expect("body of a module that can change", "m m/mid")
	w.edit("far/far.go", "Size = 1", "Size = 2")
	w.expect("constant in it", "m m/mid")
	w.edit("go.mod", "go 1.26", "go 1.26.1")
	w.expect("Go version", "m m/low m/mid m/side")
	w.edit("main.go", "package main", "// A comment.\npackage main")
	w.expect("comment", "m")
	w.expect("repeated", "")
}

// What changes what is found, apart from the source.
func TestCacheSettings(t *testing.T) {
	const all = "m m/low m/mid m/side"
	w := watch(t, testmod.Write(t, tower+"-- low/tagged.go --\n//go:build extra\n\npackage low\n\nfunc init() { panic(1) }\n-- side/side_test.go --\npackage side\n\nfunc helper() { Side() }\n"))
	w.expect("first", all)
	w.Options = "x"
	w.expect("options", all)
	w.Options = ""
	w.expect("options as before", "")
	w.Flags = []string{"-tags=extra"}
	w.expect("tags", all)
	w.Flags = nil
	w.Rules = append(w.Rules, &analysis.Analyzer{Name: "more", Doc: "more", Run: func(*analysis.Pass) (any, error) { return nil, nil }})
	w.expect("another rule", all)
	w.Rules = w.Rules[:1]
	w.Patterns = []string{"."}
	w.expect("fewer packages", "")
	w.Patterns = []string{"./..."}
	w.Tests = true
	w.expect("tests that reach no SDK", "")
	w.edit("side/side_test.go", "Side() }", "Side() }\n\nvar S server.MCPServer")
	w.edit("side/side_test.go", "package side", "package side\n\nimport \"github.com/mark3labs/mcp-go/server\"")
	w.expect("a test that does", "m/side")
	w.expect("tests again", "")
	w.Tests = false
	w.Env = append(os.Environ(), "GOARCH=386")
	w.expect("architecture", all)
	w.Env = nil
	replacement := filepath.Join(w.dir, "other.txt")
	if err := os.WriteFile(replacement, []byte("package side\n\nfunc Side() { panic(1) }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(w.dir, "overlay.json")
	side := filepath.Join(w.dir, "side", "side.go")
	if err := os.WriteFile(overlay, fmt.Appendf(nil, `{"Replace": {%q: %q}}`, side, replacement), 0o666); err != nil {
		t.Fatal(err)
	}
	w.Flags, w.Overlay = []string{"-overlay=" + overlay}, map[string]string{side: replacement}
	w.expect("overlay", all)
	w.edit("other.txt", "panic(1)", "")
	w.expect("replacement", "m m/low m/mid m/side")
	w.expect("repeated", "")
}

// A package that is not known in full, and one on which an analyzer fails, are
// analysed every time.
func TestCacheKeepsNoProblems(t *testing.T) {
	w := watch(t, testmod.Write(t, tower))
	w.edit("low/low.go", "type T struct{}", "type T struct{}\n\nvar x undefined")
	w.expect("does not compile", "m m/mid m/side")
	w.expect("still", "m m/mid")
	w.edit("low/low.go", "undefined", "int")
	w.expect("fixed", "m m/low m/mid m/side")
	w.expect("repeated", "")
	fails := w.Infer[0].Run
	w.Infer[0].Run = func(pass *analysis.Pass) (any, error) {
		if pass.Pkg.Name() == "mid" {
			defer func() { panic("lost") }()
		}
		return fails(pass)
	}
	w.edit("mid/mid.go", "low.Low(); ", "low.Low(); _ = 1; ")
	text, analysed := w.run()
	if !strings.Contains(text, "bug panics example.com/m/mid panic: lost\n") || analysed != "m m/low m/mid m/side" {
		t.Errorf("analysed %s\n%s", analysed, text)
	}
	if text, analysed = w.run(); !strings.Contains(text, "bug panics example.com/m/mid panic: lost\n") || analysed != "m/mid" {
		t.Errorf("analysed %s\n%s", analysed, text)
	}
}

// Damage to the cache costs time and nothing else.
func TestCacheDamage(t *testing.T) {
	w := watch(t, testmod.Write(t, tower))
	w.run()
	files, err := filepath.Glob(filepath.Join(w.dir, ".cache", "*", "*"))
	if err != nil || len(files) < 8 {
		t.Fatalf("%d entries, %v", len(files), err)
	}
	damage := map[string]func(text []byte) []byte{
		"empty":     func([]byte) []byte { return nil },
		"cut":       func(b []byte) []byte { return b[:len(b)/2] },
		"last byte": func(b []byte) []byte { return append(b[:max(len(b)-1, 0)], 'x') },
		"all":       func(b []byte) []byte { return []byte(strings.Repeat("x", len(b))) },
	}
	for what, change := range damage {
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, change(slices.Clone(text)), 0o666); err != nil {
				t.Fatal(err)
			}
			w.run() // compares with what is found without a cache
			w.edit("main.go", "package main", "// Changed: "+what+".\npackage main")
			w.run()
		}
	}
	if err := os.RemoveAll(filepath.Join(w.dir, ".cache")); err != nil {
		t.Fatal(err)
	}
	w.expect("without any", "m m/low m/mid m/side")
	w.expect("made again", "")
}

// Runs at the same time do not disturb each other.
func TestCacheShared(t *testing.T) {
	dir := testmod.Write(t, tower)
	want, _ := watch(t, dir).run()
	if err := os.RemoveAll(filepath.Join(dir, ".cache")); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 6 {
		w := watch(t, dir)
		wg.Go(func() {
			if got, _ := w.run(); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
	wg.Wait()
}
