package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolvet/toolvet/internal/config"
	"github.com/toolvet/toolvet/internal/driver/testmod"
)

func writeConfig(t *testing.T, dir, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, config.Name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Both ways in follow the file, and what changes in it counts at once: the go
// command must not answer from its cache.
func TestConfig(t *testing.T) {
	dir := testmod.Write(t, server)
	tests := []struct{ text, want string }{
		{"", depText + mainText},
		{"rules: {panics: off}\n", "dep/dep.go:9:38: no boundary (boundary)\nmain.go:10:2: no boundary (boundary)\n"},
		{"boundaries: [example.com/m/dep.Handle]\n", "dep/dep.go:5:17: boom can panic (panics)\nmain.go:11:2: Handle can panic (panics)\n"},
		{"rules: {all: on, core: off, panics: off}\n", "dep/dep.go:9:38: hint (hints)\nmain.go:10:2: hint (hints)\n"},
		{"# back again\n", depText + mainText},
	}
	for _, test := range tests {
		writeConfig(t, dir, test.text)
		toolvet(t, dir, "./...").expect(t, 1, test.want, "2 tools in 2 packages\n")
		if got := goVet(t, dir, "./..."); sorted(got.stderr) != strings.ReplaceAll(withoutRules(test.want), " (hints)", "") {
			t.Errorf("%q: go vet says\n%s", test.text, got.stderr)
		}
	}
	writeConfig(t, dir, "rules: {panics: off}\n")
	const boundary = "dep/dep.go:9:38: no boundary (boundary)\n"
	const panics = "dep/dep.go:5:17: boom can panic (panics)\n"
	for args, want := range map[string]string{
		"-config=none ./dep":             panics + boundary,
		"-rules=default ./dep":           boundary,
		"-rules=panics ./dep":            panics,
		"-rules=-boundary,panics ./dep":  panics,
		"-C dep .":                       strings.ReplaceAll(boundary, "dep/", ""),
		"-C dep -config=../other.yaml .": strings.ReplaceAll(panics, "dep/", ""),
	} {
		if strings.Contains(args, "other") {
			os.WriteFile(filepath.Join(dir, "other.yaml"), []byte("rules: {boundary: off}\n"), 0o666)
		}
		toolvet(t, dir, strings.Fields(args)...).expect(t, 1, want, "1 tool in 1 package\n")
	}
	// Flags of go vet that name rules come before the file.
	if got := goVet(t, dir, "-panics", "./dep"); sorted(got.stderr) != withoutRules(panics) {
		t.Errorf("go vet -panics says\n%s", got.stderr)
	}
}

// A rule that reports a part of what it can reports all where it is named, in
// whatever way, and what was found without is not taken from a cache. A rule
// that is off is turned on in the same ways.
func TestNamedRules(t *testing.T) {
	dir := testmod.Write(t, strings.ReplaceAll(server, "boom() }", "boom(); Step() }\n\nfunc Step() {}"))
	const (
		usual = "dep/dep.go:5:17: boom can panic (panics)\ndep/dep.go:11:38: no boundary (boundary)\n"
		step  = "dep/dep.go:5:25: step (steps)\n"
		hint  = "dep/dep.go:11:38: hint (hints)\n"
	)
	tests := []struct{ config, flags, want string }{
		{"", "", usual},
		{"", "-rules=steps", step},
		{"", "-rules=default,steps", usual + step},
		{"", "-rules=all,-hints", usual + step},
		{"", "-rules=default,hints", usual + hint},
		{"rules: {default: on}", "", usual},
		{"rules: {steps: on}", "", usual + step},
		{"rules: {all: on}", "", usual + step + hint},
		{"rules: {all: on, steps: off}", "", usual + hint},
		{"rules: {steps: on}", "-rules=core", "dep/dep.go:11:38: no boundary (boundary)\n"},
		{"rules: {hints: on, boundary: off, panics: off}", "", hint},
	}
	for _, test := range tests {
		writeConfig(t, dir, test.config+"\n")
		args := append(strings.Fields(test.flags), "./dep")
		want := sortedLines(test.want)
		if got := toolvet(t, dir, args...); sortedLines(got.stdout) != want {
			t.Errorf("%q %s: got\n%swant\n%s", test.config, test.flags, got.stdout, want)
		}
		want = sortedLines(plainText(test.want))
		if got := goVet(t, dir, args...); sorted(got.stderr) != want {
			t.Errorf("%q go vet %s: got\n%swant\n%s", test.config, test.flags, got.stderr, want)
		}
	}
	// As with the rules of go vet itself, a rule's own flag is for it alone.
	writeConfig(t, dir, "")
	for flags, want := range map[string]string{
		"-steps": step, "-steps=true": step, "-hints=true": hint, "-steps -hints": step + hint,
		"-steps=false": usual, "-hints -steps=false": hint,
	} {
		if got := goVet(t, dir, append(strings.Fields(flags), "./dep")...); sorted(got.stderr) != sortedLines(plainText(want)) {
			t.Errorf("go vet %s: got\n%swant\n%s", flags, got.stderr, plainText(want))
		}
	}
	for flag, meant := range map[string]string{"-rules=stepps": "rule stepps; did you mean steps?", "-steps": "flag -steps"} {
		got := toolvet(t, dir, flag, "./dep")
		if got.code != 2 || !strings.HasPrefix(got.stderr, "toolvet: unknown "+meant) || strings.Count(got.stderr, "\n") != 1 {
			t.Errorf("%s: exit %d, %s", flag, got.code, got.stderr)
		}
	}
}

func sortedLines(text string) string {
	return strings.Join(slices.Sorted(strings.Lines(text)), "")
}

func plainText(text string) string {
	return regexp.MustCompile(`(?m) \([a-z]+\)$`).ReplaceAllString(text, "")
}

// In a workspace, each module has its own settings.
func TestConfigWorkspace(t *testing.T) {
	const use = "\nrequire github.com/mark3labs/mcp-go v1.2.1\n\nreplace github.com/mark3labs/mcp-go => ../sdk\n"
	const code = "\n\nimport \"github.com/mark3labs/mcp-go/server\"\n\nfunc Register(s *server.MCPServer) { s.AddTool(\"y\", nil) }\n"
	dir := testmod.Write(t, "-- go.work --\ngo 1.26\n\nuse (\n\t./a\n\t./b\n)\n-- a/go.mod --\nmodule example.com/a\n\ngo 1.26\n"+use+
		"-- b/go.mod --\nmodule example.com/b\n\ngo 1.26\n"+use+"-- a/a.go --\npackage a"+code+"-- b/b.go --\npackage b"+code+testmod.SDK)
	if got := goVet(t, dir, "./a", "./b"); sorted(got.stderr) != "a/a.go:5:38: no boundary\nb/b.go:5:38: no boundary\n" {
		t.Errorf("go vet says\n%s", got.stderr)
	}
	writeConfig(t, filepath.Join(dir, "b"), "boundaries: [example.com/b.Register]\n")
	if got := goVet(t, dir, "./a", "./b"); sorted(got.stderr) != "a/a.go:5:38: no boundary\n" {
		t.Errorf("with settings for b, go vet says\n%s", got.stderr)
	}
}

func TestConfigMistakes(t *testing.T) {
	dir := testmod.Write(t, server)
	writeConfig(t, dir, "rules:\n  bondary: on\n")
	want := ".toolvet.yaml:2: unknown rule bondary; did you mean boundary?\n"
	for _, args := range []string{"./...", "tools ./...", "outcomes ./...", "config", "-fix ./..."} {
		toolvet(t, dir, strings.Fields(args)...).expect(t, 2, "", "toolvet: "+want)
	}
	if got := goVet(t, dir, "./..."); got.code == 0 || !strings.Contains(got.stderr, "toolvet: "+filepath.Join(dir, want)) || strings.Count(got.stderr, "bondary") != 1 {
		t.Errorf("go vet: exit %d, %s", got.code, got.stderr)
	}
	writeConfig(t, dir, "boundaries:\n  - example.com/m/dep.Handel\n")
	toolvet(t, dir, "./...").expect(t, 2, "", "toolvet: .toolvet.yaml:2: boundaries[0]: package example.com/m/dep has no function example.com/m/dep.Handel; did you mean example.com/m/dep.Handle?\n")
	toolvet(t, dir, "-config=no.yaml").expect(t, 2, "", "toolvet: -config: no.yaml: there is no such file\n")
	toolvet(t, dir, "-config=dep").expect(t, 2, "", "toolvet: -config: dep: it cannot be read: is a directory\n")
	toolvet(t, dir, "config", "./...").expect(t, 2, "", "toolvet: toolvet config takes no packages: it prints the settings in force for a folder, this one or that of -C\n")
}

func TestConfigCommand(t *testing.T) {
	dir := testmod.Write(t, server)
	writeConfig(t, dir, "rules:\n  panics: off\n  all: on\nseverity: {hints: note}\ntoolerrors:\n  - {func: a.F, level: 1}\nexempt: [a/...]\nsdks: [{name: kit, packages: [a.example/kit]}]\n")
	toolvet(t, dir, "config", "-boundary=b.F", "-test").expect(t, 0, `# file: .toolvet.yaml
rules:
  boundary: true  # .toolvet.yaml:3
  panics: false   # .toolvet.yaml:2
  hints: true     # .toolvet.yaml:3
  steps: true     # .toolvet.yaml:3
severity:
  hints: note     # .toolvet.yaml:4
toolerrors:
  - a.F::1        # .toolvet.yaml:6
exempt:
  - a/...         # .toolvet.yaml:7
sdks:
  - kit           # .toolvet.yaml:8
boundaries:
  - b.F           # -boundary
tests: true       # -test
`, "")
	got := toolvet(t, filepath.Join(dir, "dep"), "config", "-json", "-rules=core")
	var out struct {
		File     string
		Settings []config.Setting
	}
	if err := json.Unmarshal([]byte(got.stdout), &out); err != nil || out.File != "../.toolvet.yaml" || out.Settings[1] != (config.Setting{Key: "rules.panics", Value: false, From: "-rules"}) {
		t.Errorf("%v: %s%s", err, got.stdout, got.stderr)
	}
}
