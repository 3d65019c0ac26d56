package driver

import (
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/toolvet/toolvet/analyzer/sdk"
)

// What importers see of a package must be the same whether it was loaded in
// full or as an outline.
func TestOutlineStandardLibrary(t *testing.T) {
	g := &goCommand{dir: t.TempDir()}
	listed, err := g.list(t.Context(), false, []string{"net/http", "go/types", "text/template", "os/user"})
	if err != nil {
		t.Fatal(err)
	}
	load := func(full, all bool) map[string]*pkg {
		r := &run{Config: new(Config), ctx: t.Context(), workers: 2, fset: token.NewFileSet(), platform: &platform{GOARCH: "amd64"}, plan: new(schedule)}
		r.graph = newGraph(listed, sdk.Known, func() bool { return false })
		var l *load
		if full {
			l = newLoad(r, r.graph.units)
			l.parse(r.graph.units)
		} else {
			l = newLoad(r, nil)
			for _, u := range r.graph.units {
				if all || !u.DepOnly {
					l.want(u, []string{exports})
				}
			}
			l.parse(nil)
		}
		byPath := map[string]*pkg{}
		for _, p := range l.sorted() {
			p.check()
			byPath[p.ImportPath] = p
		}
		return byPath
	}
	full := load(true, true)
	if outlines := load(false, false); len(outlines) >= len(full) {
		t.Errorf("outlines need %d packages, as many as all of the source does", len(outlines))
	}
	n := 0
	for path, p := range load(false, true) {
		if len(p.errs) > 0 {
			t.Errorf("%s: %v", path, p.errs[0])
		}
		if path == "unsafe" {
			continue
		}
		want := describeAll(full[path].types)
		for name, text := range describeAll(p.types) {
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
