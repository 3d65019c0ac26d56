package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolvet/toolvet/internal/driver/testmod"
)

func TestRun(t *testing.T) {
	dir := testmod.Write(t, server+"-- plain/plain.go --\npackage plain\n-- dep/dep_test.go --\npackage dep\n\nvar _ = func() { Handle() }\n")
	const both = "2 tools in 3 packages\n"
	tests := []struct {
		args           string
		code           int
		stdout, stderr string
	}{
		{"./...", 1, depText + mainText, both},
		{"", 1, mainText, "1 tool in 1 package\n"},
		{"./dep", 1, depText, "1 tool in 1 package\n"},
		{"-C dep ./...", 1, strings.ReplaceAll(depText, "dep/", ""), "1 tool in 1 package\n"},
		{"./... -rules=core", 1, "dep/dep.go:9:38: no boundary (boundary)\nmain.go:10:2: no boundary (boundary)\n", both},
		{"-rules=core -boundary=a.F ./...", 0, "", both},
		{"-rules=-panics,-boundary ./...", 0, "", both},
		{"-rules core,hints,-boundary -- ./dep", 1, "dep/dep.go:9:38: hint (hints)\n", "1 tool in 1 package\n"},
		{"-test ./dep", 1, depText + "dep/dep_test.go:3:18: Handle can panic (panics)\n", "1 tool in 1 package\n"},
		{"-c 0 -rules=core .", 1, "main.go:10:2: no boundary (boundary)\n10\t\ts.AddTool(\"x\", dep.Handle)\n", "1 tool in 1 package\n"},
		{"-require-tools .", 1, mainText, "1 tool in 1 package\n"},
		{"./plain", 0, "", "toolvet: warning: nothing was checked: no package here imports a tool SDK that toolvet knows\n0 tools in 1 package\n"},
		{"-require-tools ./plain", 2, "", "toolvet: warning: nothing was checked: no package here imports a tool SDK that toolvet knows\n0 tools in 1 package\n"},
		{"-json ./plain", 0, "{}\n", "toolvet: warning: nothing was checked: no package here imports a tool SDK that toolvet knows\n0 tools in 1 package\n"},
		{"main.go", 1, mainText, "1 tool in 1 package\n"},
	}
	for _, test := range tests {
		t.Run(test.args, func(t *testing.T) {
			toolvet(t, dir, strings.Fields(test.args)...).expect(t, test.code, test.stdout, test.stderr)
		})
	}
}

// A mistake in what the user typed is one line that names it and what to do.
func TestMistakes(t *testing.T) {
	dir := testmod.Write(t, server+"-- empty/x.txt --\n-- bad.json --\n{\n")
	tests := []struct{ args, want string }{
		{"-jsn", "unknown flag -jsn; did you mean -json?"},
		{"-qqqqqqqqqqqq", "unknown flag -qqqqqqqqqqqq; see toolvet help"},
		{"-c=x", "invalid value \"x\" for flag -c: parse error (see toolvet help)"},
		{"-rules", "flag needs an argument: -rules (see toolvet help)"},
		{"-rules=bondary", "unknown rule bondary; did you mean boundary?"},
		{"-rules=zzzzzzzzzzzzz", "unknown rule zzzzzzzzzzzzz; see toolvet help rules"},
		{"-rules=core,,hints", "empty name in the list of rules; want rule names, or core, default, all"},
		{"-rules=", "empty name in the list of rules; want rule names, or core, default, all"},
		{"-boundary=a.F,", "invalid value \"a.F,\" for flag -boundary: empty item; want import/path.Func,(import/path.T).Method (see toolvet help)"},
		{"-C nosuch", "-C nosuch: there is no such folder"},
		{"-C main.go", "-C main.go: it is a file; name a folder"},
		{"./nosuch", "stat DIR/nosuch: directory not found"},
		{"./nosuch/...", "pattern ./nosuch/...: lstat ./nosuch/: no such file or directory"},
		{"./empty", "no Go files in DIR/empty"},
		{"./empty/...", "./empty/... matches no packages: check the pattern, or the folder with -C"},
		{"example.com/none", "no required module provides package example.com/none; to add it: go get example.com/none"},
		{". ./nosuch", "stat DIR/nosuch: directory not found"},
		{"-C / ./...", "./... is not in a Go module: run toolvet inside one, or name it with -C"},
		{"-overlay=none.json", "-overlay: open DIR/none.json: no such file or directory"},
		{"-overlay=bad.json", "-overlay bad.json: unexpected end of JSON input; want {\"Replace\": {\"file.go\": \"other.go\"}}"},
		{"explain bondary", "unknown rule bondary; did you mean boundary?"},
		{"-mod=none", "-mod=none not supported"},
	}
	for _, test := range tests {
		got := toolvet(t, dir, strings.Fields(test.args)...)
		want := strings.ReplaceAll(test.want, "DIR", dir)
		line, rest, _ := strings.Cut(got.stderr, "\n")
		if got.code != 2 || got.stdout != "" || rest != "" || !strings.HasPrefix(line, "toolvet: ") || !strings.Contains(line, want) {
			t.Errorf("%s: exit %d\nstdout %q\nstderr %q\nwant   %q", test.args, got.code, got.stdout, got.stderr, want)
		}
	}
}

func TestNoGoCommand(t *testing.T) {
	dir := testmod.Write(t, server)
	t.Setenv("PATH", dir)
	toolvet(t, dir).expect(t, 2, "", "toolvet: the go command is not in PATH: install Go, or add its bin folder to PATH\n")
}

// What does not compile is named, one line each, and the rest is analysed.
func TestProblems(t *testing.T) {
	dir := testmod.Write(t, server+`
-- broken/broken.go --
package broken

import "github.com/mark3labs/mcp-go/server"

var S server.MCPServer

var X, Y int = "", ""
-- crash/crash.go --
package crash

import "github.com/mark3labs/mcp-go/server"

var S server.MCPServer

func CrashRule() { CrashRule() }
`)
	toolvet(t, dir, "./broken", "./dep").expect(t, 2, depText,
		"broken/broken.go:7:16: package example.com/m/broken does not compile: cannot use \"\" (untyped string constant) as int value in variable declaration (and 1 more error)\n1 tool in 2 packages\n")

	got := toolvet(t, dir, "-rules=all", "./crash", "./dep")
	const want = "toolvet: bug in hints, on package example.com/m/crash: panic: told to in github.com/toolvet/toolvet/cmd/toolvet.fakeSuite."
	if got.code != 2 || !strings.HasPrefix(got.stderr, want) || !strings.Contains(got.stderr, "; please report it\n1 tool in 2 packages\n") {
		t.Errorf("exit %d\n%s", got.code, got.stderr)
	}
	if want := "dep/dep.go:5:17: boom can panic (panics)\ndep/dep.go:9:38: no boundary (boundary)\ndep/dep.go:9:38: hint (hints)\n"; got.stdout != want {
		t.Errorf("stdout %s", got.stdout)
	}
}

func TestOverlay(t *testing.T) {
	dir := testmod.Write(t, server+"-- other.txt --\npackage dep\n\nvar _ = boom\n\nfunc init() { boom() }\n-- overlay.json --\n{\"Replace\": {\"dep/new.go\": \"other.txt\"}}\n")
	toolvet(t, dir, "-overlay=overlay.json", "-c=0", "-rules=panics", "./dep").expect(t, 1,
		"dep/dep.go:5:17: boom can panic (panics)\n5\tfunc Handle() { boom() }\ndep/new.go:5:15: boom can panic (panics)\n5\tfunc init() { boom() }\n", "1 tool in 1 package\n")
}

func TestSymlinkedFolder(t *testing.T) {
	dir := testmod.Write(t, server)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip(err)
	}
	toolvet(t, link, "./dep").expect(t, 1, depText, "1 tool in 1 package\n")
	toolvet(t, t.TempDir(), "-C", link, "./dep").expect(t, 1, depText, "1 tool in 1 package\n")
}

func TestCommands(t *testing.T) {
	dir := testmod.Write(t, server)
	for _, args := range []string{"help", "-h", "-help", "--help ./...", "-json help"} {
		got := toolvet(t, dir, strings.Fields(args)...)
		if got.code != 0 || got.stderr != "" || !strings.Contains(got.stdout, "go vet -vettool=$(which toolvet)") || !strings.Contains(got.stdout, "-boundary list") {
			t.Errorf("%s: exit %d\n%s%s", args, got.code, got.stdout, got.stderr)
		}
	}
	rules := "boundary         core  report tools without a boundary\npanics                 report calls that can panic\nhints            off   report every tool\nsteps            part  report steps, if asked for\n"
	toolvet(t, dir, "help", "rules").expect(t, 0, rules, "")
	toolvet(t, dir, "explain").expect(t, 0, rules, "")
	// The page of a rule is its doc.go; the link is the analyzer's own.
	if got := toolvet(t, dir, "explain", "boundary"); got.code != 0 || got.stderr != "" ||
		!strings.HasPrefix(got.stdout, "boundary") ||
		!strings.Contains(got.stdout, "a call in a handler's reach that ends the process.\n") ||
		!strings.HasSuffix(got.stdout, "\n\nhttps://example.com/boundary\n") {
		t.Errorf("exit %d\n%s%s", got.code, got.stdout, got.stderr)
	}
	if got := toolvet(t, dir, "version"); got.code != 0 || !strings.HasPrefix(got.stdout, "toolvet ") {
		t.Errorf("exit %d %s%s", got.code, got.stdout, got.stderr)
	}
}

func TestSplit(t *testing.T) {
	fs := newOptions().vetFlags(nil)
	own, rest := split(fs, strings.Fields("-json -rules core --test -boundary=a.F -c 3 --toolerror b.G x.cfg"))
	if strings.Join(own, " ") != "-rules core --test -boundary=a.F --toolerror b.G" || strings.Join(rest, " ") != "-json -c 3 x.cfg" {
		t.Errorf("own %q, rest %q", own, rest)
	}
}
