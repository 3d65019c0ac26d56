package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The faults that are planted in the example servers carry a mark on their
// line. The whole program, with the real rules, reports these and no others.
func TestNotes(t *testing.T) {
	root, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(root, "servers", "notes")
	want := planted(t, dir)
	if len(want) < 40 {
		t.Fatalf("only %d marks", len(want))
	}
	t.Setenv("TOOLVET_TEST_SUITE", "real")

	alone := toolvet(t, dir, "-rules=core", "./...")
	if alone.code != 1 {
		t.Errorf("exit %d\n%s", alone.code, alone.stderr)
	}
	compare(t, "toolvet", want, reported(alone.stdout, `^(\S+\.go):(\d+):\d+: .* \((\w+)\)$`))
	if !strings.Contains(alone.stderr, "20 tools in ") {
		t.Errorf("stderr: %s", alone.stderr)
	}
}

func planted(t *testing.T, dir string) []string {
	var marks []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		line := 0
		for code := range strings.Lines(string(text)) {
			line++
			_, named, ok := strings.Cut(code, "// fault: ")
			if !ok {
				continue
			}
			for _, rule := range strings.Split(strings.TrimSpace(named), ", ") {
				marks = append(marks, fmt.Sprintf("%s:%d %s", filepath.ToSlash(rel), line, rule))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(marks)
	return marks
}

func reported(out, pattern string) []string {
	re := regexp.MustCompile(pattern)
	var found []string
	for line := range strings.Lines(out) {
		if m := re.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			found = append(found, fmt.Sprintf("%s:%s %s", filepath.ToSlash(m[1]), m[2], m[3]))
		}
	}
	slices.Sort(found)
	return found
}

func compare(t *testing.T, what string, want, got []string) {
	t.Helper()
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("%s: missing %s", what, w)
		}
	}
	for _, g := range got {
		if !slices.Contains(want, g) {
			t.Errorf("%s: not planted: %s", what, g)
		}
	}
}
