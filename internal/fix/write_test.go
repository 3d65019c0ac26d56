package fix

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolvet/toolvet/internal/report"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good, changed, locked, vendored := file("m/a.go", "a"), file("m/b.go", "other"), file("m/c.go", "a"), file("m/vendor/v/d.go", "a")
	outside := file("n/e.go", "a")
	if err := os.Chmod(locked, 0o440); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(good, filepath.Join(dir, "m", "link.go")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, want string }{
		{changed, "has changed since it was read; run again"},
		{locked, "is read-only"},
		{vendored, "is not in a module of this program"},
		{outside, "is not in a module of this program"},
		{filepath.Join(dir, "m", "gone.go"), "no such file"},
	} {
		err := Write([]Change{{good, []byte("a"), []byte("b")}, {c.path, []byte("a"), []byte("b")}}, []string{filepath.Join(dir, "m")})
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one line with %q", c.path, err, c.want)
		}
		if got, _ := os.ReadFile(good); string(got) != "a" {
			t.Errorf("%s: a file was written although another was refused", c.path)
		}
	}
	link := filepath.Join(dir, "m", "link.go")
	if err := Write([]Change{{link, []byte("a"), []byte("b")}}, []string{filepath.Join(dir, "m")}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(good)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(good); string(got) != "b" || info.Mode().Perm() != 0o640 {
		t.Errorf("text %q, mode %v; want the new text behind the link, with the old mode", got, info.Mode())
	}
	if target, err := os.Readlink(link); err != nil || target != good {
		t.Errorf("the link is now %q, %v", target, err)
	}
	entries, err := os.ReadDir(filepath.Join(dir, "m"))
	if err != nil || len(entries) != 5 {
		t.Errorf("%d files, %v; temporary ones are left", len(entries), err)
	}
}

func TestApply(t *testing.T) {
	const src = "package p\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n)\n\nvar a = errors.New(\"a\") // kept\nvar b = fmt.Sprint(1)\n"
	at := func(text string) int { return strings.Index(src, text) }
	replace := func(old, text string) report.Edit {
		return report.Edit{Start: report.Position{File: "p.go"}, From: at(old), To: at(old) + len(old), New: text}
	}
	imports := report.Edit{Start: report.Position{File: "p.go"}, From: at("\n)"), To: at("\n)"), New: "\n\t\"os\""}
	finding := func(edits ...report.Edit) report.Finding {
		return report.Finding{Fixes: []report.Fix{{Edits: edits}, {Edits: []report.Edit{replace("package p", "package q")}}}}
	}
	out, n, err := Apply([]report.Finding{
		finding(imports, replace(`errors.New("a")`, `os.ErrExist`)),
		finding(replace(`New("a")`, `New("overlaps")`)),
		finding(imports, replace(`fmt.Sprint(1)`, `os.Getpid()`)),
		finding(replace(`fmt.Sprint(1)`, `os.Getpid()`)),
		{},
	}, func(string) bool { return false }, func(string) ([]byte, error) { return []byte(src), nil })
	if err != nil || n != 2 {
		t.Fatalf("%d fixes, %v; want the two that do not overlap", n, err)
	}
	const want = "package p\n\nimport (\n\t\"os\"\n)\n\nvar a = os.ErrExist // kept\nvar b = os.Getpid()\n"
	if got := string(out["p.go"]); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
