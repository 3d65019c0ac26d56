package driver

import (
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const outlineText = `package p

import (
	"fmt"
	"unused"
	s "strings"
	_ "onlybody"
	"embedded"; "ofmethod"
)

type hidden struct{ s.Builder }

func (hidden) Method() other { return nil }

func (h *hidden) second(x ofmethod.T) (y int) { unused.F(); return 1 }

type other interface{ String() string }

type dropped struct{ unused.T }

var Exported = make() // its type comes from make
var Typed fmt.Stringer = unused.New(); var typed2 = unused.X

func make() *hidden { return new(hidden) }

func helper() dropped { unused.F(); return dropped{} }

func init() { unused.F() }

var _ = unused.X

const (
	a = iota
	B
)

type (
	G[K comparable, V any] struct{ embedded.T[K]; v V }
	notG struct{}; C = alias
)

type alias = *struct{ C chan<- G[int, unused2] }

type unused2 func(...hidden) (struct{}, error)

var (
	Fn func(int) (string, error) = func(int) (string, error) { return "", nil }
	fn2, Fn3 = func() []func() { return nil }, []func(){func() { unused.F() }}
	Last, last map[string]interface{ M() } = nil, nil
)

func (g G[K, _]) M() { type local struct{} }

func Generic[T interface{ ~int | s.Reader }](x ...T) (_ T) { return }

func external(x int) chan int

type viaAlias struct{}

type A = viaAlias

func (*A) OnAlias(ofmethod.T) {}
`

// outlineOf gives what stays of a file, and the packages it needs.
func outlineOf(t *testing.T, src string, names ...string) (text, needs string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.go")
	if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	r := &run{Config: new(Config), ctx: t.Context(), workers: 2, fset: token.NewFileSet(), platform: new(platform), plan: new(schedule)}
	u := &unit{listed: &listed{ImportPath: "p", Name: "p", GoFiles: []string{file}}, imports: map[string]*unit{}}
	for _, name := range []string{"fmt", "unused", "strings", "onlybody", "embedded", "ofmethod"} {
		u.imports[name] = &unit{listed: &listed{ImportPath: name, Name: name}}
	}
	l := newLoad(r, nil)
	l.want(u, names)
	l.parse(nil)
	p := l.pkgs[u]
	p.types = types.NewPackage("p", "p")
	var all []string
	for _, n := range p.needs {
		all = append(all, n.ImportPath)
	}
	slices.Sort(all)
	for _, s := range p.outline.sources {
		if reduced := s.reduce(); reduced != nil {
			text += string(reduced)
			p.parseFile("p.go", reduced, 0)
		}
	}
	if len(p.errs) > 0 {
		t.Errorf("%v: %v in\n%s", names, p.errs[0], text)
	}
	if len(text) > 0 && strings.Count(text, "\n") != strings.Count(src, "\n") {
		t.Errorf("%v: lines are lost in\n%s", names, text)
	}
	return text, strings.Join(all, " ")
}

func TestOutline(t *testing.T) {
	tests := []struct {
		names, kept, needs string
	}{
		{"", "", ""},
		{"nothing", "", ""},
		{"Typed", "var Typed fmt.Stringer ;", "fmt"},
		{"Exported", "type hidden struct{ s.Builder }¦func (hidden) Method() other {}¦func (h *hidden) second(x ofmethod.T) (y int) {}¦type other interface{ String() string }¦var Exported = make()¦func make() *hidden {}", "ofmethod strings"},
		{"helper", "type dropped struct{ unused.T }¦func helper() dropped {}", "unused"},
		{"B", "const (¦a = iota¦B¦)", ""},
		{"G", "G[K comparable, V any] struct{ embedded.T[K]; v V }¦func (g G[K, _]) M() {}", "embedded"},
		{"notG", "notG struct{};", ""},
		{"Fn", "Fn func(int) (string, error)", ""},
		{"fn2", "fn2, Fn3 = func() []func() {}, []func(){func() {}}", ""},
		{"Last", "Last, last map[string]interface{ M() }", ""},
		{"Generic external", "func Generic[T interface{ ~int | s.Reader }](x ...T) (_ T) {}¦func external(x int) chan int", "strings"},
		{"viaAlias", "type viaAlias struct{}¦type A = viaAlias¦func (*A) OnAlias(ofmethod.T) {}", "ofmethod"},
		{"notG C", "G[K comparable, V any] struct{ embedded.T[K]; v V }¦notG struct{}; C = alias¦type alias = *struct{ C chan<- G[int, unused2] }¦" +
			"type unused2 func(...hidden) (struct{}, error)¦type hidden struct{ s.Builder }¦func (hidden) Method() other {}¦func (h *hidden) second(x ofmethod.T) (y int) {}¦type other interface{ String() string }¦func (g G[K, _]) M() {}", "embedded ofmethod strings"},
	}
	for _, test := range tests {
		text, needs := outlineOf(t, outlineText, strings.Fields(test.names)...)
		var lines []string
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			switch line {
			case "", "package p", "import (", "type (", "var (":
			default:
				lines = append(lines, line)
			}
		}
		inImports := func(l string) bool { return l == ")" || strings.HasPrefix(l, `"`) || strings.HasPrefix(l, `s "`) }
		if !strings.Contains(test.kept, "¦)") {
			lines = slices.DeleteFunc(lines, inImports)
		} else {
			lines = slices.DeleteFunc(lines, func(l string) bool { return inImports(l) && l != ")" })
			lines = lines[1 : len(lines)-2] // of imports, types, variables
		}
		got, want := lines, strings.Split(test.kept, "¦")
		if test.kept == "" {
			want = nil
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) || needs != test.needs {
			t.Errorf("%s: kept\n%s\nwant\n%s\nneeds %q, want %q", test.names, strings.Join(got, "\n"), strings.Join(want, "\n"), needs, test.needs)
		}
	}
}

// A file that is not understood stays as it is.
func TestOddSource(t *testing.T) {
	for _, src := range []string{"package p\n\nvar (\n\tx = 1\n", "package p\n\nfunc f() }\n", "package p; 1\n", "package p\n\nimport (\"fmt\"]\n", "x"} {
		s, _ := newSource("p.go", strip([]byte(src)))
		if got := string(s.reduce()); !s.odd || got != src {
			t.Errorf("%q became %q", src, got)
		}
	}
	s, names := newSource("p.go", []byte("\uFEFFpackage p\n\nvar X = 1"))
	if s.odd || len(names) != 1 || names[0].name != "X" || s.items[0].end != len(s.text) {
		t.Errorf("a byte order mark gives %+v, %+v", s, names)
	}
}
