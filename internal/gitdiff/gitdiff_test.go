package gitdiff

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func run(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=u", "-c", "user.email=u@example.com", "-c", "commit.gpgsign=false"}, args...)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", args, err, out)
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestSince(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir := t.TempDir()
	run(t, dir, "init", "-q")
	// Settings that users have must not get in the way.
	run(t, dir, "config", "diff.noprefix", "true")
	run(t, dir, "config", "color.ui", "always")
	write(t, dir, "a.go", "1\n2\n3\n4\n5\n")
	write(t, dir, "old name.go", strings.Repeat("same\n", 20))
	write(t, dir, "gone.go", "x\n")
	write(t, dir, "plus.go", "x\n")
	run(t, dir, "add", ".")
	run(t, dir, "commit", "-q", "-m", "first")
	write(t, dir, "a.go", "1\n2b\n4\nnew\n5\nlast")
	run(t, dir, "mv", "old name.go", "näw \"name.go")
	write(t, dir, "näw \"name.go", strings.Repeat("same\n", 20)+"more\n")
	run(t, dir, "rm", "-q", "gone.go")
	write(t, dir, "plus.go", "x\n++ b/a.go\n@@ -1 +1 @@\n")
	write(t, dir, "untracked.go", "1\n")

	l, err := Since(t.Context(), dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		file string
		want []int // of the first 21 lines
	}{
		{"a.go", []int{2, 4, 6}},
		{"näw \"name.go", []int{21}},
		{"plus.go", []int{2, 3}},
		{"gone.go", nil},
		{"none.go", nil},
	} {
		var got []int
		for line := 1; line <= 21; line++ {
			if l.Has(filepath.Join(dir, test.file), line) {
				got = append(got, line)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: lines %v, want %v", test.file, got, test.want)
		}
	}
	if !l.Has(filepath.Join(dir, "untracked.go"), 1000) {
		t.Error("a file that git does not know is new")
	}
	for _, rev := range []string{"nosuch", "-p", "--output=x"} {
		if _, err := Since(t.Context(), dir, rev); err == nil || err.Error() != "there is no commit "+rev+" here; fetch it, or name another" {
			t.Errorf("%s: %v", rev, err)
		}
	}
	if _, err := Since(t.Context(), t.TempDir(), "HEAD"); err == nil || !strings.HasPrefix(err.Error(), "git: not a git repository") {
		t.Errorf("%v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@ f\n-a\n-b\n+c\n+d\n")
	f.Add("+++ \"b/\\303\\244\"\n@@ -0,0 +1 @@\n+x\n@@ -9999999999999999999 +1,-3 @@\n")
	f.Fuzz(func(t *testing.T, diff string) {
		l := &Lines{ranges: map[string][]span{}}
		l.parse("/", []byte(diff))
		for file, spans := range l.ranges {
			for _, s := range spans {
				if s.to < s.from {
					t.Errorf("%s: %v", file, s)
				}
			}
		}
	})
}
