package driver

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/internal/driver/testmod"
)

func removeFile(name string) error { return os.Remove(name) }

func TestTags(t *testing.T) {
	dir := testmod.Write(t, "-- a.go --\npackage p\n\n"+sdkImport+"func Bad() {}\n-- b.go --\n//go:build extra\n\npackage p\n\nvar X = Bad\n")
	expect(t, found(dir, program(t, &Config{Dir: dir})), "")
	expect(t, found(dir, program(t, &Config{Dir: dir, Flags: []string{"-tags=extra"}})), "b.go:5:9: Bad\n")
}

// With tests, a package is reported once, in the form that has its tests; and
// what depends on it is built in the form that its tests need.
func TestTestVariants(t *testing.T) {
	dir := testmod.Write(t, `
-- p/p.go --
package p

import "github.com/mark3labs/mcp-go/server"

var S server.MCPServer

func Bad() {}

var X = Bad
-- p/p_test.go --
package p

var Y = Bad

func BadHelper() {}
-- p/x_test.go --
package p_test

import (
	"example.com/m/p"
	"example.com/m/q"
)

var Z = q.F(p.BadHelper)
-- q/q.go --
package q

import "example.com/m/p"

func F(func()) any { return p.Bad }
`)
	expect(t, found(dir, program(t, &Config{Dir: dir, Patterns: []string{"./..."}})), "p/p.go:9:9: Bad\nq/q.go:5:31: Bad\n")
	r := program(t, &Config{Dir: dir, Patterns: []string{"./..."}, Tests: true})
	expect(t, found(dir, r), "p/p.go:9:9: Bad\np/p_test.go:3:9: Bad\np/x_test.go:8:15: BadHelper\nq/q.go:5:31: Bad\n")
	if r.Matched != 2 {
		t.Errorf("%d packages matched, want 2", r.Matched)
	}
}

func TestCgo(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("there is no C compiler")
	}
	dir := testmod.Write(t, `
-- main.go --
package main

import (
	"example.com/m/dep"
	"github.com/mark3labs/mcp-go/server"
)

// int twice(int x) { return 2 * x; }
import "C"

var S server.MCPServer

func main() { Bad(int(C.twice(1)), dep.Size) }

func Bad(...any) {}
-- dep/dep.go --
package dep

// #include <stdlib.h>
import "C"

type Handle struct{ p *C.char }

const Size = 3
`)
	a := &analysis.Analyzer{Name: "typed", Doc: "want types of what comes from C", Run: func(pass *analysis.Pass) (any, error) {
		for e, tv := range pass.TypesInfo.Types {
			if strings.Contains(tv.Type.String(), "invalid") {
				pass.Reportf(e.Pos(), "invalid type")
			}
		}
		return nil, nil
	}}
	r := program(t, &Config{Dir: dir, Rules: []*analysis.Analyzer{a}})
	expect(t, found(dir, r), "main.go:13:15: Bad\n")

	// Without a C compiler, the rest is analysed.
	r = program(t, &Config{Dir: dir, Env: append(os.Environ(), "CC=/nonexistent/cc")})
	for _, want := range []string{"main.go:13:15: Bad\n", "problem example.com/m dep=false - is not known in full: it uses cgo, which failed: cgo: C compiler \"/nonexistent/cc\" not found"} {
		if got := found(dir, r); !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

func TestOverlay(t *testing.T) {
	dir := testmod.Write(t, "-- a.go --\npackage p\n\n"+sdkImport+"func Bad() {}\n-- other.txt --\npackage p\n\nvar X = Bad\n-- overlay.json --\n{\"Replace\": {\"b.go\": \"other.txt\"}}\n")
	c := &Config{
		Dir:     dir,
		Flags:   []string{"-overlay=" + filepath.Join(dir, "overlay.json")},
		Overlay: map[string]string{filepath.Join(dir, "b.go"): filepath.Join(dir, "other.txt")},
	}
	expect(t, found(dir, program(t, c)), "b.go:3:9: Bad\n")
}

const vendored = `
-- go.mod --
module example.com/m

go 1.26

require github.com/mark3labs/mcp-go v1.2.1
-- vendor/modules.txt --
# github.com/mark3labs/mcp-go v1.2.1
## explicit; go 1.26
github.com/mark3labs/mcp-go/server
-- vendor/github.com/mark3labs/mcp-go/server/server.go --
package server

type MCPServer struct{}
-- main.go --
package main

import "github.com/mark3labs/mcp-go/server"

var S server.MCPServer

func main() { Bad() }

func Bad() {}
`

func TestVendor(t *testing.T) {
	dir := testmod.Write(t, vendored)
	expect(t, found(dir, program(t, &Config{Dir: dir})), "main.go:7:15: Bad\n")
}

func TestModMod(t *testing.T) {
	dir := testmod.Write(t, layers)
	r := program(t, &Config{Dir: dir, Flags: []string{"-mod=mod"}})
	expect(t, found(dir, r), "main.go:8:19: BadMid\n")
}

func TestWorkspace(t *testing.T) {
	dir := testmod.Write(t, `
-- go.work --
go 1.26

use (
	./a
	./b
	./sdk
)
-- a/go.mod --
module example.com/a

go 1.26

require (
	example.com/b v0.0.0
	github.com/mark3labs/mcp-go v1.2.1
)
-- a/a.go --
package main

import (
	"example.com/b"
	"github.com/mark3labs/mcp-go/server"
)

var S server.MCPServer

func main() { b.BadB() }
-- b/go.mod --
module example.com/b

go 1.26
-- b/b.go --
package b

func BadB() {}

var X = BadB
`+testmod.SDK)
	r := program(t, &Config{Dir: dir, Patterns: []string{"./a/...", "./b/..."}})
	expect(t, found(dir, r), "a/a.go:10:17: BadB\nb/b.go:5:9: BadB\n")
}

// Files on the command line are a package of the program.
func TestFiles(t *testing.T) {
	dir := testmod.Write(t, layers)
	r := program(t, &Config{Dir: dir, Patterns: []string{"main.go"}})
	expect(t, found(dir, r), "main.go:8:19: BadMid\n")
}

// A file that cannot be read is named.
func TestUnreadable(t *testing.T) {
	dir := testmod.Write(t, layers)
	if err := os.Symlink(filepath.Join(dir, "none.go"), filepath.Join(dir, "low", "gone.go")); err != nil {
		t.Skip(err)
	}
	r := program(t, &Config{Dir: dir, Patterns: []string{"./..."}})
	if got := found(dir, r); !strings.Contains(got, "gone.go") || !strings.Contains(got, "problem example.com/m/low dep=false") {
		t.Error(got)
	}
}
