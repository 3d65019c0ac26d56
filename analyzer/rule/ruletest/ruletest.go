// Package ruletest runs rules on programs whose comments say what must be
// reported, in the two ways in which users run them.
//
// A comment "// want `regexp`" asks for a report on its line whose message
// matches; several of them on a line ask for as many reports. Every report needs
// its comment.
package ruletest

import (
	"context"
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/internal/driver"
)

// Run checks a rule on the programs in folders of testdata, which is a module of
// its own: package by package, as go vet does, and with all packages in sight,
// as toolvet itself does. Both must report the same.
func Run(t *testing.T, name string, folders ...string) {
	t.Helper()
	dir := analysistest.TestData()
	download(t, dir)
	var patterns []string
	for _, f := range folders {
		patterns = append(patterns, "./"+f+"/...")
	}
	t.Run("vet", func(t *testing.T) {
		t.Parallel()
		s := analyzer.New(analyzer.Options{})
		analysistest.Run(t, dir, rules(t, s, name)[0], patterns...)
	})
	t.Run("toolvet", func(t *testing.T) {
		t.Parallel()
		res := Program(t, analyzer.New(analyzer.Options{}), dir, []string{name}, patterns...)
		for i, f := range folders {
			folders[i] = filepath.Join(dir, f)
		}
		Check(t, messages(res, false), folders...)
	})
}

// Linked checks rules on the program in a folder, with all of it in sight.
// Messages are matched with the name of their rule before them:
// "boundary: tool get has no boundary".
func Linked(t *testing.T, dir string, o analyzer.Options, names ...string) *driver.Result {
	t.Helper()
	res := Program(t, analyzer.New(o), dir, names, "./...")
	Check(t, messages(res, true), dir)
	return res
}

// Program analyses packages as toolvet does. No names means no rules, but how
// handlers end.
func Program(t *testing.T, s *analyzer.Suite, dir string, names []string, patterns ...string) *driver.Result {
	t.Helper()
	download(t, dir)
	run := []*analysis.Analyzer{s.Outcome}
	if len(names) > 0 {
		run = rules(t, s, names...)
	}
	res, err := driver.Run(context.Background(), &driver.Config{
		Dir: dir, Patterns: patterns, Infer: []*analysis.Analyzer{s.Flow, s.Registry}, Rules: run, Keep: true,
		Link: func(pkgs []*driver.Package) { link(s, pkgs) },
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range res.Problems {
		t.Errorf("%s:%d: package %s: %s", p.Pos.File, p.Pos.Line, p.Package, p.Message)
	}
	for _, b := range res.Bugs {
		t.Errorf("%s failed on %s: %s in %s", b.Analyzer, b.Package, b.Message, b.Where)
	}
	return res
}

func rules(t *testing.T, s *analyzer.Suite, names ...string) (found []*analysis.Analyzer) {
	t.Helper()
	for _, r := range s.Rules {
		if slices.Contains(names, r.Name) {
			found = append(found, r.Analyzer)
		}
	}
	if len(found) != len(names) {
		t.Fatalf("of the rules %s there are only %d", names, len(found))
	}
	return found
}

// link gives the results of packages the view of the whole program.
func link(s *analyzer.Suite, pkgs []*driver.Package) {
	var results []*registry.Result
	var digests []*registry.Digest
	for _, p := range pkgs {
		if r, ok := p.Result(s.Registry).(*registry.Result); ok {
			results = append(results, r)
			digests = append(digests, r.Digest())
		}
	}
	world := registry.NewWorld(digests)
	for _, r := range results {
		r.SetWorld(world)
	}
}

// download fetches the modules that a test's programs use: what loads them for
// go vet's way does not.
func download(t *testing.T, dir string) {
	t.Helper()
	cmd := exec.Command("go", "mod", "download")
	cmd.Dir = moduleOf(t, dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go mod download: %v\n%s", err, out)
	}
}

func moduleOf(t *testing.T, dir string) string {
	t.Helper()
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, "go.mod")); err == nil {
			return d
		}
		if d == filepath.Dir(d) {
			t.Fatalf("%s is in no module", dir)
		}
	}
}

// A Message is what was reported on one line.
type Message struct {
	File string
	Line int
	Text string
}

func messages(res *driver.Result, withRule bool) []Message {
	var out []Message
	for _, f := range res.Findings {
		text := f.Message
		if withRule {
			text = f.Rule + ": " + text
		}
		out = append(out, Message{f.Start.File, f.Start.Line, text})
	}
	return out
}

// Check compares messages with the comments of the files below some folders.
func Check(t *testing.T, got []Message, dirs ...string) {
	t.Helper()
	want := map[string][]*regexp.Regexp{}
	for _, dir := range dirs {
		addWants(t, want, dir)
	}
	for _, m := range got {
		at := fmt.Sprintf("%s:%d", m.File, m.Line)
		i := slices.IndexFunc(want[at], func(re *regexp.Regexp) bool { return re.MatchString(m.Text) })
		if i < 0 {
			t.Errorf("%s: not wanted: %s", at, m.Text)
			continue
		}
		want[at] = slices.Delete(want[at], i, i+1)
	}
	var missing []string
	for at, res := range want {
		for _, re := range res {
			missing = append(missing, fmt.Sprintf("%s: missing: %s", at, re))
		}
	}
	slices.Sort(missing)
	for _, m := range missing {
		t.Error(m)
	}
}

// addWants reads the comments of all files below a folder, by file and line.
func addWants(t *testing.T, want map[string][]*regexp.Regexp, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		line := 0
		for code := range strings.Lines(string(text)) {
			line++
			if _, list, ok := strings.Cut(code, "// want "); ok {
				for _, s := range quoted(list) {
					re, err := regexp.Compile(s)
					if err != nil {
						return fmt.Errorf("%s:%d: %w", path, line, err)
					}
					at := fmt.Sprintf("%s:%d", path, line)
					want[at] = append(want[at], re)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// quoted are the string literals at the start of a text.
func quoted(text string) (found []string) {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	s.Init(file, []byte(text), nil, 0)
	for {
		_, tok, lit := s.Scan()
		if tok != token.STRING {
			return found
		}
		text, err := strconv.Unquote(lit)
		if err != nil {
			return found
		}
		found = append(found, text)
	}
}
