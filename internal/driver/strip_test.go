package driver

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestStrip(t *testing.T) {
	tests := []struct{ src, want string }{
		{"package p\nfunc f() { return }\n", "package p\nfunc f() {}\n"},
		{"package p\nfunc (t *T[K]) f(a struct{ x int }) interface{ M() } { a() }", "package p\nfunc (t *T[K]) f(a struct{ x int }) interface{ M() } {}"},
		{"package p\nfunc f() map[string]struct{} {\n\tx := \"}\"\n\t_ = '{' // }\n\t_ = `}\n`\n}\nvar v int", "package p\nfunc f() map[string]struct{} {\n\n\n\n\n}\nvar v int"},
		{"package p\nvar v = func() int { return 1 }()", "package p\nvar v = func() int {}()"},
		{"package p\nvar v = []func() int{f, g}", "package p\nvar v = []func() int{f, g}"},
		{"package p\nvar v = [...]func(){func() { f() }, g}", "package p\nvar v = [...]func(){func() {}, g}"},
		{"package p\ntype t struct {\n\tf func() int\n\tg int\n}", "package p\ntype t struct {\n\tf func() int\n\tg int\n}"},
		{"package p\nfunc f()\nfunc g() { x }", "package p\nfunc f()\nfunc g() {}"},
		{"package p // c\n/* a\nb */ func f() /* { */ { /* } */ }", "package p \n\n func f()   {}"},
		{"//go:build go1.21\n\n// Doc.\npackage p", "//go:build go1.21\n\n\npackage p"},
		{"package p\nvar a/**/b int", "package p\nvar a b int"},
		{"package p\nfunc f() chan func() struct{} { }", "package p\nfunc f() chan func() struct{} {}"},
		{"package p\nconst c = '\\'' // '\nfunc f() { \"\\\"}\" }", "package p\nconst c = '\\'' \nfunc f() {}"},
	}
	for _, test := range tests {
		if got := string(strip([]byte(test.src))); got != test.want {
			t.Errorf("strip(%q)\n got %q\nwant %q", test.src, got, test.want)
		}
	}
}

// Every file of the standard library must come out as if its bodies and
// comments had been removed from its syntax tree.
func TestStripStandardLibrary(t *testing.T) {
	n := 0
	for _, dir := range []string{"bytes", "context", "crypto/tls", "encoding/json", "fmt", "go/types", "internal/types/testdata", "iter", "maps", "net/http", "reflect", "runtime", "slices", "strconv", "sync", "syscall", "text/template", "time", "unicode", "unsafe"} {
		err := filepath.WalkDir(filepath.Join(runtime.GOROOT(), "src", filepath.FromSlash(dir)), func(file string, d os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if filepath.Ext(file) != ".go" {
				return nil
			}
			src, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			if same, parsed := stripsWell(t, file, src); parsed {
				n++
				if !same {
					t.Errorf("%s: stripped source means something else", file)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n < 1000 {
		t.Errorf("only %d files were tried", n)
	}
}

// stripsWell compares stripping the text with stripping the syntax tree.
func stripsWell(t testing.TB, file string, src []byte) (same, parsed bool) {
	fset := token.NewFileSet()
	want, err := parser.ParseFile(fset, file, src, parser.SkipObjectResolution)
	if err != nil {
		return false, false
	}
	stripped := strip(bytes.Clone(src))
	got, err := parser.ParseFile(fset, file, stripped, parser.SkipObjectResolution)
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return false, true
	}
	return printed(t, fset, want) == printed(t, fset, got), true
}

func printed(t testing.TB, fset *token.FileSet, f *ast.File) string {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Body != nil {
				n.Body.List = nil
			}
		case *ast.FuncLit:
			n.Body.List = nil
		}
		return true
	})
	var b strings.Builder
	fmt.Fprintln(&b, f.GoVersion)
	for _, decl := range f.Decls {
		var buf strings.Builder
		// With positions, the printer would keep line breaks and braces.
		if err := format.Node(&buf, token.NewFileSet(), decl); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, fset.Position(decl.Pos()).Line, strings.Join(strings.Fields(buf.String()), " "))
	}
	return b.String()
}

func FuzzStrip(f *testing.F) {
	f.Add([]byte("package p\nfunc f(x interface{}) struct{} { /* } */ return '}' }"))
	f.Add([]byte("//go:build x\npackage p\nvar f = []func(){ func() { \"\\\"\" } }"))
	f.Add([]byte("package p; func f() {}; func g() map[int]func() { ` ` }"))
	f.Fuzz(func(t *testing.T, src []byte) {
		if same, parsed := stripsWell(t, "f.go", src); parsed && !same {
			t.Errorf("stripped source means something else: %q -> %q", src, strip(bytes.Clone(src)))
		}
	})
}
