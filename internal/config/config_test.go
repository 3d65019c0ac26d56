package config

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/internal/driver/testmod"
)

var update = flag.Bool("update", false, "write the schema")

var suite = analyzer.New(analyzer.Options{}).Rules

const full = `# settings
rules:
  all: off
  core: true
  internals: no
severity:
  boundary: error
boundaries:
  - example.com/m.Wrap
  - (*example.com/m.Gate).Wrap
toolerrors:
  - example.com/m.Refuse
  - func: example.com/m.Fail
    message: 1
    level: 0
  - {func: example.com/m.Say, message: 0}
exempt: [example.com/m/old/...]
tests: on
`

func TestParse(t *testing.T) {
	f, err := Parse("x.yaml", []byte(full), suite)
	if err != nil {
		t.Fatal(err)
	}
	want := analyzer.Options{
		Boundaries: []string{"example.com/m.Wrap", "(*example.com/m.Gate).Wrap"},
		ToolErrors: []string{"example.com/m.Refuse", "example.com/m.Fail:1:0", "example.com/m.Say:0:"},
		Exempt:     []string{"example.com/m/old/..."},
		Tests:      true,
	}
	if got := f.Options(); !reflect.DeepEqual(got, want) {
		t.Errorf("options %+v, want %+v", got, want)
	}
	var on []string
	for _, r := range suite {
		if f.Runs(r) {
			on = append(on, r.Name)
		}
	}
	if got := strings.Join(on, " "); got != "boundary errlevel emptyresult iserror" {
		t.Errorf("rules %s", got)
	}
	if f.Severity["boundary"] != "error" {
		t.Errorf("severity %v", f.Severity)
	}
	for path, line := range map[string]int{"rules.core": 4, "boundaries[1]": 10, "toolerrors[1].level": 15, "exempt[0]": 17} {
		if f.Line(path) != line {
			t.Errorf("%s is on line %d, want %d", path, f.Line(path), line)
		}
	}
}

func TestEmpty(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "---\n", "rules:\nboundaries:\n"} {
		f, err := Parse("x.yaml", []byte(text), suite)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		for _, r := range suite {
			if f.Runs(r) != r.Default {
				t.Errorf("%q: %s runs: %v", text, r.Name, f.Runs(r))
			}
		}
	}
}

// A mistake is named with its line, and with what was meant.
func TestMistakes(t *testing.T) {
	tests := []struct{ text, want string }{
		{"rule:\n  boundary: on\n", "x.yaml:1: unknown key rule; did you mean rules?"},
		{"\nxyzxyzxyz: 1\n", "x.yaml:2: unknown key xyzxyzxyz; want rules, severity, boundaries, toolerrors, exempt, tests or sdks"},
		{"rules:\n  bondary: on\n", "x.yaml:2: unknown rule bondary; did you mean boundary?"},
		{"severity:\n  core: error\n", "x.yaml:2: unknown rule core; see toolvet help rules"},
		{"rules: [boundary]\n", "x.yaml:1: rules wants names with values, not a list"},
		{"rules:\n  boundary: 3\n", "x.yaml:2: rules.boundary wants true or false, not 3"},
		{"rules:\n  boundary:\n", "x.yaml:2: rules.boundary wants true or false, not nothing"},
		{"rules:\n  boundary: on\n  boundary: off\n", "x.yaml:3: rules.boundary is set twice; the first time is on line 2"},
		{"tests: \"maybe\"\n", "x.yaml:1: tests wants true or false, not \"maybe\""},
		{"severity:\n  boundary: eror\n", "x.yaml:2: severity.boundary is \"eror\"; want error, warning or note; did you mean error?"},
		{"boundaries: example.com/m.F\n", "x.yaml:1: boundaries wants a list, one item a line after a dash, not \"example.com/m.F\""},
		{"boundaries:\n  - a.F\n  - 3\n", "x.yaml:3: boundaries[1] wants text, not 3"},
		{"boundaries:\n  - F\n", "x.yaml:2: \"F\" does not name a function; want import/path.Func or (*import/path.Type).Method"},
		{"toolerrors:\n  - message: 0\n", "x.yaml:2: func is missing: name the function that makes the error"},
		{"toolerrors:\n  - func: a.F\n    mesage: 0\n", "x.yaml:3: unknown key mesage in toolerrors[0]; did you mean message?"},
		{"toolerrors:\n  - func: a.F\n    level: -1\n", "x.yaml:3: level is -1; arguments are counted from 0"},
		{"toolerrors:\n  - func: a.F\n    level: INFO\n", "x.yaml:3: toolerrors[0].level wants a number, not \"INFO\""},
		{"toolerrors:\n  - [a.F]\n", "x.yaml:2: toolerrors[0] wants keys such as func with values, not a list"},
		{"exempt:\n  - ./old\n", "x.yaml:2: \"./old\" is a folder; want the import path of a package, or import/path/..."},
		{"exempt:\n  - a/.../b\n", "x.yaml:2: ... can only be the end of a pattern, after a slash: import/path/..."},
		{"rules:\n\tboundary: on\n", "x.yaml:2: this is not YAML: found character that cannot start any token"},
		{"- a\n", "x.yaml:1: a configuration wants keys such as rules with values, not a list"},
		{"tests: on\n---\ntests: off\n", "x.yaml:2: a second document begins here; want one"},
		{"x: &a [*a]\n", "x.yaml:1: unknown key x; want rules, severity, boundaries, toolerrors, exempt, tests or sdks"},
		{"boundaries: &a [*a]\n", "x.yaml:1: boundaries[0] wants text, not a list"},
	}
	for _, test := range tests {
		f, err := Parse("x.yaml", []byte(test.text), suite)
		if err == nil || err.Error() != test.want {
			t.Errorf("%q: got %v, %v, want %s", test.text, f, err, test.want)
		}
	}
}

func TestSettings(t *testing.T) {
	c, err := FromSettings("golangci", map[string]any{"rules": map[string]any{"hints": true}, "boundaries": []any{"a.F"}}, suite)
	if err != nil || !c.Rules["hints"] || c.Boundaries[0] != "a.F" {
		t.Errorf("%+v, %v", c, err)
	}
	_, err = FromSettings("golangci", map[string]any{"boundary": "a.F"}, suite)
	if err == nil || err.Error() != "golangci: unknown key boundary; did you mean boundaries?" {
		t.Errorf("%v", err)
	}
}

// The nearest file counts, and none above the root of the module.
func TestFind(t *testing.T) {
	dir := testmod.Write(t, "-- go.mod --\nmodule m\n-- .toolvet.yaml --\n-- a/b/x.go --\n-- a/.toolvet.yaml --\n-- c/d/x.go --\n-- n/go.mod --\nmodule n\n-- n/x/x.go --\n-- o/.toolvet.yml --\n")
	for from, want := range map[string]string{"": Name, "c/d": Name, "a/b": "a/" + Name, "n/x": ""} {
		got, err := Find(filepath.Join(dir, from))
		if want != "" {
			want = filepath.Join(dir, want)
		}
		if got != want || err != nil {
			t.Errorf("from %s: %s, %v, want %s", from, got, err, want)
		}
	}
	if _, err := Find(filepath.Join(dir, "o")); err == nil || !strings.Contains(err.Error(), "rename it") {
		t.Errorf("%v", err)
	}
}

func TestResolve(t *testing.T) {
	dir := testmod.Write(t, "-- go.mod --\nmodule example.com/m\n\ngo 1.26\n-- m.go --\npackage m\n\ntype Gate[T any] struct{}\n\nfunc (g *Gate[T]) Wrap() {}\n\nfunc Refuse() {}\n-- sub/x.go --\npackage sub\n")
	tests := []struct{ text, want string }{
		{"boundaries: [(*example.com/m.Gate).Wrap, (example.com/m.Gate).Wrap]\ntoolerrors: [example.com/m.Refuse]\nexempt: [example.com/m/sub, example.com/m/...]\n", ""},
		{"boundaries:\n  - example.com/m.Refuze\n", "x.yaml:2: boundaries[0]: package example.com/m has no function example.com/m.Refuze; did you mean example.com/m.Refuse?"},
		{"toolerrors:\n  - func: (*example.com/m.Gat).Wrap\n", "x.yaml:2: toolerrors[0]: package example.com/m has no function (*example.com/m.Gat).Wrap; did you mean (*example.com/m.Gate).Wrap?"},
		{"boundaries:\n  - example.com/m/sup.F\n", "x.yaml:2: boundaries[0]: there is no package example.com/m/sup in this program; did you mean example.com/m/sub?"},
		{"exempt:\n  - example.com/m/sup/...\n", "x.yaml:2: exempt[0]: no package of this program is example.com/m/sup/...; did you mean example.com/m/sub?"},
	}
	for _, test := range tests {
		f, err := Parse("x.yaml", []byte(test.text), suite)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := f.Resolve(t.Context(), dir, nil); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q: got %s, want %s", test.text, got, test.want)
		}
	}
}

// The schema for editors is that of the struct. Run with -update to write it.
func TestSchema(t *testing.T) {
	const file = "../../docs/toolvet.schema.json"
	want, err := Schema(suite)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from the struct; run go test ./internal/config -update", file)
	}
	for _, f := range Fields() {
		if f.Doc == "" {
			t.Errorf("%s has no description", f.Key)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{full, "rules: {a: b}", "&a [*a]", "? [a]\n: b", "<<: *x", "tests: 0x1", "---\n...\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Parse("x.yaml", data, suite)
		if err == nil {
			file.Settings(suite)
		} else if strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "x.yaml") {
			t.Errorf("%q", err)
		}
	})
}
