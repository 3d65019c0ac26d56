package driver

import (
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// What importers see of a package must be the same whether it was loaded in
// full or as an outline.
func TestOutlineStandardLibrary(t *testing.T) {
	g := &goCommand{dir: t.TempDir()}
	listed, err := g.list(t.Context(), false, []string{"net/http", "go/types", "text/template", "os/user"})
	if err != nil {
		t.Fatal(err)
	}
	load := func(l level) map[string]*unit {
		graph := newGraph(listed, &goEnv{})
		ld := &loader{fset: token.NewFileSet(), graph: graph, goarch: "amd64", read: new(Config).ReadFile, queued: map[*unit]bool{}}
		if l == analysed {
			for _, u := range graph.units {
				u.level = analysed
			}
		}
		q := newQueue(2)
		for _, u := range graph.roots {
			ld.enqueue(t.Context(), q, u)
		}
		q.wait()
		byPath := map[string]*unit{}
		for _, u := range graph.units {
			if ld.queued[u] {
				ld.check(u)
				byPath[u.ImportPath] = u
			}
		}
		return byPath
	}
	outlines, full := load(outlined), load(analysed)
	if len(outlines) >= len(full) {
		t.Errorf("outlines need %d packages, as many as all of the source does", len(outlines))
	}
	n := 0
	for path, u := range outlines {
		if len(u.errs) > 0 {
			t.Errorf("%s: %v", path, u.errs[0])
		}
		if path == "unsafe" {
			continue
		}
		want := describeAll(full[path].types)
		for name, text := range describeAll(u.types) {
			n++
			if want[name] != text {
				t.Errorf("%s.%s is\n%s\nwant\n%s", path, name, text, want[name])
			}
			delete(want, name)
		}
		for name := range want {
			t.Errorf("%s.%s is missing", path, name)
		}
	}
	if n < 2000 {
		t.Errorf("only %d objects were compared", n)
	}
}

// describeAll describes the exported objects of a package with their types and
// methods.
func describeAll(pkg *types.Package) map[string]string {
	all := map[string]string{}
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		var b strings.Builder
		b.WriteString(obj.String())
		if c, ok := obj.(*types.Const); ok {
			b.WriteString(" = " + c.Val().ExactString())
		}
		if t, ok := obj.(*types.TypeName); ok {
			b.WriteString(" " + t.Type().Underlying().String())
			set := types.NewMethodSet(types.NewPointer(t.Type()))
			for m := range set.Methods() {
				b.WriteString("\n" + m.String())
			}
		}
		all[name] = b.String()
	}
	return all
}

func TestOutlineKeepsWhatItNeeds(t *testing.T) {
	u := &unit{listed: &listed{ImportPath: "p", Name: "p"}, level: outlined, imports: map[string]*unit{}}
	for _, name := range []string{"fmt", "unused", "strings", "onlybody"} {
		u.imports[name] = &unit{listed: &listed{ImportPath: name, Name: name}}
	}
	src := `package p

import (
	"fmt"
	"unused"
	s "strings"
	_ "onlybody"
)

type hidden struct{ s.Builder }

func (hidden) Method() other { return nil }

type other interface{ String() string }

type dropped struct{ unused.T }

var Exported = make() // its type comes from make
var Typed fmt.Stringer = unused.New()

func make() *hidden { return new(hidden) }

func helper() dropped { unused.F(); return dropped{} }

func init() { unused.F() }

var _ = unused.X

const (
	a = iota
	B
)
`
	l := &loader{fset: token.NewFileSet(), read: func(string) ([]byte, error) { return []byte(src), nil }}
	u.GoFiles = []string{"/p.go"}
	l.parse(u)
	if len(u.errs) > 0 {
		t.Fatal(u.errs)
	}
	var needs []string
	for _, n := range u.needs {
		needs = append(needs, n.ImportPath)
	}
	if got := strings.Join(needs, " "); got != "fmt strings" {
		t.Errorf("it needs %q", got)
	}
}
