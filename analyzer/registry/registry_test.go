package registry_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/rule/ruletest"
)

// found has what the packages of testdata register, by their folder.
var found = map[string]*registry.Result{}

// results analyses the packages once, for all tests.
func results(t *testing.T) map[string]*registry.Result {
	t.Helper()
	if len(found) > 0 {
		return found
	}
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	s := analyzer.New(analyzer.Options{})
	for _, p := range ruletest.Program(t, s, dir, nil, "./...").Packages {
		if r, ok := p.Result(s.Registry).(*registry.Result); ok && p.Root {
			found[strings.TrimPrefix(p.Path, "example.com/registry/")] = r
		}
	}
	return found
}

// TestInventory compares the tools that are found in the packages of testdata
// with the comments "// tool: …" on their lines: SDK, name, the inner handler,
// the wrappers from the outermost inwards, the server with its middleware where
// it is in sight, and the description. Several on one line are separated by "|".
//
// What is not found yet, or found and not right, has a comment
// "// known: missing … | wrong …" instead: a skipped test, until it is right.
func TestInventory(t *testing.T) {
	for name, r := range results(t) {
		if name == "schema" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			want := map[string][]string{}
			for _, f := range r.Flow.Pass.Files {
				inventory(t, r.Flow.Pass.Fset.File(f.FileStart).Name(), want)
			}
			take := func(at, text string) bool {
				i := slices.Index(want[at], text)
				if i >= 0 {
					want[at] = slices.Delete(want[at], i, i+1)
				}
				return i >= 0
			}
			for _, tool := range r.Tools {
				pos := r.Flow.Pass.Fset.Position(tool.Pos)
				at := fmt.Sprintf("%s:%d", filepath.Base(pos.Filename), pos.Line)
				got := render(tool, "example.com/registry/"+name)
				switch {
				case take(at, got):
				case take(at, "wrong "+got):
					t.Run("known", func(t *testing.T) { t.Skipf("known: %s: wrong %s", at, got) })
				case take(at, "missing "+got):
					t.Errorf("%s: right now, so no longer missing: %s", at, got)
				default:
					t.Errorf("%s: not wanted: %s", at, got)
				}
			}
			for at, list := range want {
				for _, text := range list {
					if strings.HasPrefix(text, "missing ") {
						t.Run("known", func(t *testing.T) { t.Skipf("known: %s: %s", at, text) })
					} else {
						t.Errorf("%s: missing: %s", at, text)
					}
				}
			}
		})
	}
}

// TestSchema looks at what is known of the arguments of tools, and at hints.
func TestSchema(t *testing.T) {
	want := map[string]string{
		"options":    "id string, limit number, all boolean; read-only true, destructive false",
		"types":      "In -> Out; idempotent true",
		"raw_schema": "raw",
		"typed":      "In -> Out; read-only true, destructive false, open world true",
		"raw":        "raw",
	}
	for _, tool := range results(t)["schema"].Tools {
		var parts []string
		for _, p := range tool.Schema.Params {
			parts = append(parts, p.Name+" "+p.Type)
		}
		got := strings.Join(parts, ", ")
		if tool.Schema.Input != "" || tool.Schema.Output != "" {
			got += last(tool.Schema.Input) + " -> " + last(tool.Schema.Output)
		}
		if tool.Schema.Raw != nil {
			got += "raw"
		}
		parts = nil
		for _, h := range []struct {
			name  string
			value *bool
		}{
			{"read-only", tool.Hints.ReadOnly}, {"destructive", tool.Hints.Destructive},
			{"idempotent", tool.Hints.Idempotent}, {"open world", tool.Hints.OpenWorld},
		} {
			if h.value != nil {
				parts = append(parts, fmt.Sprint(h.name, " ", *h.value))
			}
		}
		if len(parts) > 0 {
			got += "; " + strings.Join(parts, ", ")
		}
		switch {
		case got == want[tool.Name]:
		case tool.Name == "typed":
			t.Run("known", func(t *testing.T) { t.Skip("known: the types of a typed handler are not in the schema") })
		default:
			t.Errorf("%s: %s, want %s", tool.Name, got, want[tool.Name])
		}
		delete(want, tool.Name)
	}
	for name := range want {
		t.Errorf("no tool %s", name)
	}
}

func last(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// inventory reads the comments of a file.
func inventory(t *testing.T, name string, want map[string][]string) {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	line := 0
	for code := range strings.Lines(string(text)) {
		line++
		at := fmt.Sprintf("%s:%d", filepath.Base(name), line)
		for _, mark := range []string{"// tool: ", "// known: "} {
			_, list, ok := strings.Cut(code, mark)
			if !ok {
				continue
			}
			list, _, _ = strings.Cut(list, "//")
			for _, item := range strings.Split(list, "|") {
				want[at] = append(want[at], strings.TrimSpace(item))
			}
		}
	}
}

// render is a tool as the comments write it.
func render(t *registry.Tool, pkg string) string {
	var b strings.Builder
	name := t.Name
	if name == "" {
		name = "dynamic"
	}
	fmt.Fprintf(&b, "%s %s -> %s", t.SDK, name, short(t.Handler.ID, pkg))
	if len(t.Wrappers) > 0 {
		b.WriteString(" via " + ids(t.Wrappers, pkg))
	}
	if t.Server != nil {
		b.WriteString(" on server")
		if len(t.Server.Middleware) > 0 {
			b.WriteString("[" + ids(t.Server.Middleware, pkg) + "]")
		}
	}
	switch {
	case !t.HasDesc:
		b.WriteString(" ?")
	case t.Description != "":
		fmt.Fprintf(&b, " %q", t.Description)
	}
	return b.String()
}

func ids(ws []*registry.Wrapper, pkg string) string {
	var out []string
	for _, w := range ws {
		out = append(out, short(w.ID, pkg))
	}
	return strings.Join(out, ", ")
}

// short is an ID without the path of its package, or with only its last element
// if that is not the package at hand.
func short(id, pkg string) string {
	path := flow.PackageOf(id)
	if path == pkg {
		return strings.Replace(id, path+".", "", 1)
	}
	return strings.Replace(id, path, path[strings.LastIndexByte(path, '/')+1:], 1)
}
