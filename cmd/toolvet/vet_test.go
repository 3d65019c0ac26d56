package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/toolvet/toolvet/internal/driver/testmod"
)

const server = `
-- main.go --
package main

import (
	"example.com/m/dep"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	var s server.MCPServer
	s.AddTool("x", dep.Handle)
	dep.Handle()
}
-- dep/dep.go --
package dep

import "github.com/mark3labs/mcp-go/server"

func Handle() { boom() }

func boom() { panic(1) }

func Register(s *server.MCPServer) { s.AddTool("y", Handle) }
`

const (
	depText  = "dep/dep.go:5:17: boom can panic (panics)\ndep/dep.go:9:38: no boundary (boundary)\n"
	mainText = "main.go:10:2: no boundary (boundary)\nmain.go:11:2: Handle can panic (panics)\n"
)

// sorted is the output of go vet in the order of toolvet: vet has the packages
// in its own order, and prints no rules.
func sorted(text string) string {
	lines := slices.Sorted(strings.Lines(text))
	return strings.Join(slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, "#") }), "")
}

func withoutRules(text string) string {
	return strings.NewReplacer(" (boundary)", "", " (panics)", "").Replace(text)
}

// With Go 1.26, what was vetted as a dependency first, or not, must not change
// what is reported for it later, in either order.
func TestVetOrder(t *testing.T) {
	patterns := []string{".", "./dep", "./..."}
	want := map[string]string{
		".":     withoutRules(depText + mainText), // see wholePackage
		"./dep": withoutRules(depText),
		"./...": withoutRules(depText + mainText),
	}
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 0, 2}} {
		dir := testmod.Write(t, server) // a new folder has new keys in the cache
		for _, i := range append(order, order...) {
			got := goVet(t, dir, patterns[i])
			if got.code != 1 || got.stdout != "" || sorted(got.stderr) != want[patterns[i]] {
				t.Errorf("order %v, go vet %s: exit %d\nstdout:\n%s\nstderr:\n%s\nwant\n%s", order, patterns[i], got.code, got.stdout, sorted(got.stderr), want[patterns[i]])
			}
		}
	}
}

// Both ways in find the same, and say it in the same form.
func TestSameJSON(t *testing.T) {
	dir := testmod.Write(t, server)
	for _, args := range [][]string{{"./..."}, {"-rules=all", "./..."}, {"-boundary=example.com/m.Wrap", "./..."}} {
		own := toolvet(t, dir, append([]string{"-json"}, args...)...)
		vet := goVet(t, dir, append([]string{"-json"}, args...)...)
		if own.code != 1 || vet.code != 0 {
			t.Errorf("exit %d, go vet %d: %s", own.code, vet.code, vet.stderr)
		}
		if a, b := readTrees(t, own.stdout), readTrees(t, vet.stdout); !reflect.DeepEqual(a, b) {
			t.Errorf("%v: got\n%s\ngo vet\n%s", args, own.stdout, vet.stdout)
		}
	}
}

// readTrees reads one or more JSON values and joins them.
func readTrees(t *testing.T, text string) map[string]any {
	t.Helper()
	tree := map[string]any{}
	for dec := json.NewDecoder(strings.NewReader(text)); ; {
		if err := dec.Decode(&tree); err == io.EOF {
			return tree
		} else if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
	}
}

func TestVetFlags(t *testing.T) {
	dir := testmod.Write(t, server+"-- dep/dep_test.go --\npackage dep\n\nvar _ = func() { Handle() }\n")
	const (
		boundary = "dep/dep.go:9:38: no boundary\n"
		panics   = "dep/dep.go:5:17: boom can panic\n"
		hint     = "dep/dep.go:9:38: hint\n"
		inTest   = "dep/dep_test.go:3:18: Handle can panic\n"
	)
	tests := []struct{ flags, want string }{
		{"", panics + boundary},
		{"-rules=core", boundary},
		{"-rules all", panics + hint + boundary},
		{"-rules=-panics", boundary},
		{"-hints", hint},
		{"-panics=false", boundary},
		{"-rules=all -hints=false", panics + boundary},
		{"-boundary=a.F -boundary (b.T).M", panics},
		{"-test", panics + boundary + inTest},
		{"-toolerror=a.F", panics + boundary},
	}
	for _, test := range tests {
		got := goVet(t, dir, append(strings.Fields(test.flags), "./dep")...)
		if sorted(got.stderr) != test.want {
			t.Errorf("%s: got\n%swant\n%s", test.flags, got.stderr, test.want)
		}
	}
	got := goVet(t, dir, "-rules=core,panix", "./dep")
	if got.code == 0 || !strings.Contains(got.stderr, "toolvet: unknown rule panix; did you mean panics?\n") {
		t.Errorf("exit %d: %s", got.code, got.stderr)
	}
}

// The answers to the go command are those of any vet tool.
func TestHandshake(t *testing.T) {
	dir := t.TempDir()
	version := toolvet(t, dir, "-V=full")
	if f := strings.Fields(version.stdout); version.code != 0 || len(f) < 3 || f[1] != "version" || !strings.HasPrefix(f[len(f)-1], "buildID=") {
		t.Errorf("exit %d, version %q, %s", version.code, version.stdout, version.stderr)
	}
	got := toolvet(t, dir, "-flags")
	var flags []struct {
		Name, Usage string
		Bool        bool
	}
	if err := json.Unmarshal([]byte(got.stdout), &flags); err != nil {
		t.Fatalf("%v: %s", err, got.stdout)
	}
	kinds := map[string]bool{}
	for _, f := range flags {
		kinds[f.Name] = f.Bool
	}
	for name, isBool := range map[string]bool{"V": true, "json": true, "diff": true, "rules": false, "boundary": false, "toolerror": false, "test": true, "panics": true, "hints": true} {
		if b, ok := kinds[name]; !ok || b != isBool {
			t.Errorf("flag -%s: listed %v, bool %v", name, ok, b)
		}
	}
}

// go fix with the program applies what it suggests.
func TestVetFix(t *testing.T) {
	dir := testmod.Write(t, server)
	got := goVet(t, dir, "-fix", "-diff", "-rules=boundary", "./dep")
	if !strings.Contains(got.stdout, "+func Register(s *server.MCPServer) { _ = 0 }") {
		t.Errorf("exit %d\n%s%s", got.code, got.stdout, got.stderr)
	}
}

func TestWholePackage(t *testing.T) {
	tests := []struct {
		config string
		whole  bool
	}{
		{`{"VetxOnly": true, "ModulePath": "m", "ModuleVersion": ""}`, true},
		{`{"VetxOnly": true, "ModulePath": "m", "ModuleVersion": "v1.0.0"}`, false},
		{`{"VetxOnly": true, "ModulePath": "", "ModuleVersion": ""}`, false},
		{`{"VetxOnly": true}`, false},
		{`{"VetxOnly": false, "ModulePath": "m"}`, false},
		{`{"VetxOnly": true, "ModulePath": 1}`, false},
		{`{"VetxOnly"`, false},
		{`[]`, false},
	}
	for i, test := range tests {
		file := filepath.Join(t.TempDir(), fmt.Sprint(i, ".cfg"))
		if err := os.WriteFile(file, []byte(test.config), 0o666); err != nil {
			t.Fatal(err)
		}
		got := wholePackage(file)
		if got != file != test.whole {
			t.Errorf("%s: %s", test.config, got)
		}
		if !test.whole {
			continue
		}
		var config struct {
			VetxOnly   bool
			ModulePath string
		}
		data, err := os.ReadFile(got)
		if err != nil || json.Unmarshal(data, &config) != nil || config.VetxOnly || config.ModulePath != "m" {
			t.Errorf("%s became %s, %v", test.config, data, err)
		}
	}
}

func FuzzWholePackage(f *testing.F) {
	f.Add([]byte(`{"VetxOnly": true, "ModulePath": "m", "ModuleVersion": "", "GoFiles": ["a.go"]}`))
	f.Fuzz(func(t *testing.T, config []byte) {
		file := filepath.Join(t.TempDir(), "vet.cfg")
		if err := os.WriteFile(file, config, 0o666); err != nil {
			t.Fatal(err)
		}
		if got := wholePackage(file); got != file {
			if data, err := os.ReadFile(got); err != nil || !json.Valid(data) {
				t.Errorf("%s became %s, %v", config, data, err)
			}
		}
	})
}
