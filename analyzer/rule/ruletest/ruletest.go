// Package ruletest runs rules on programs whose comments say what must be
// reported, in the two ways in which users run them.
//
// A comment "// want `regexp`" asks for a report on its line whose message
// matches; several of them on a line ask for as many reports. Every report needs
// its comment.
//
// What a rule does not get right yet has a comment of its own, in which "missing
// `regexp`" is a report that should be there, and "wrong `regexp`" is one that
// should not: "// known: missing `…` wrong `…`". Each is a skipped test, and one
// that fails as soon as the rule gets it right, so that the comment is corrected.
package ruletest

import (
	"context"
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"maps"
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
	both(t, name, false, folders)
}

// RunFull is [Run] for a rule that was asked for by name: all of its reports
// are on, also those that are off by default.
func RunFull(t *testing.T, name string, folders ...string) {
	t.Helper()
	both(t, name, true, folders)
}

func both(t *testing.T, name string, full bool, folders []string) {
	t.Helper()
	dir := analysistest.TestData()
	download(t, dir)
	var patterns, paths []string
	for _, f := range folders {
		patterns = append(patterns, "./"+f+"/...")
		paths = append(paths, filepath.Join(dir, f))
	}
	t.Run("vet", func(t *testing.T) {
		t.Parallel()
		s := suite(full)
		var got []Message
		for _, res := range analysistest.Run(problems{t}, dir, rules(t, s, name)[0], patterns...) {
			for _, d := range res.Diagnostics {
				pos := res.Pass.Fset.Position(d.Pos)
				got = append(got, Message{pos.Filename, pos.Line, d.Message})
			}
		}
		Check(t, got, paths...)
	})
	t.Run("toolvet", func(t *testing.T) {
		t.Parallel()
		res := Program(t, suite(full), dir, []string{name}, patterns...)
		Check(t, messages(res, false), paths...)
	})
}

func suite(full bool) *analyzer.Suite {
	s := analyzer.New(analyzer.Options{})
	for _, r := range s.Rules {
		if r.Full != nil {
			*r.Full = full
		}
	}
	return s
}

// problems passes on what keeps a program from being analysed. The comparison
// with the comments is [Check]'s.
type problems struct{ *testing.T }

func (p problems) Errorf(format string, args ...any) {
	for _, about := range []string{"loading ", "Analyze: ", "error analyzing "} {
		if strings.HasPrefix(format, about) {
			p.T.Errorf(format, args...)
		}
	}
}

// Linked checks rules on the program in a folder, with all of it in sight.
// Messages are matched with the name of their rule before them:
// "boundary: tool get has no boundary".
func Linked(t *testing.T, dir string, o analyzer.Options, names ...string) {
	t.Helper()
	res := run(t, analyzer.New(o), dir, names, o.Tests, "./...")
	Check(t, messages(res, true), dir)
}

// Program analyses packages as toolvet does. No names means no rules, but how
// handlers end.
func Program(t *testing.T, s *analyzer.Suite, dir string, names []string, patterns ...string) *driver.Result {
	t.Helper()
	return run(t, s, dir, names, false, patterns...)
}

func run(t *testing.T, s *analyzer.Suite, dir string, names []string, tests bool, patterns ...string) *driver.Result {
	t.Helper()
	download(t, dir)
	last := []*analysis.Analyzer{s.Outcome}
	if len(names) > 0 {
		last = rules(t, s, names...)
	}
	res, err := driver.Run(context.Background(), &driver.Config{
		Dir: dir, SDKs: s.SDKs, Patterns: patterns, Tests: tests, Infer: []*analysis.Analyzer{s.Flow, s.Registry}, Rules: last, Keep: true,
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
	world := registry.NewWorld(s.SDKs, digests)
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
	want := expectations{}
	for _, dir := range dirs {
		want.read(t, dir)
	}
	for _, m := range got {
		at := fmt.Sprintf("%s:%d", m.File, m.Line)
		if want.take(at, "want", m.Text) || want.take(at, "wrong", m.Text) {
			continue
		}
		if want.take(at, "missing", m.Text) {
			t.Errorf("%s: right now, so no longer missing: %s", at, m.Text)
			continue
		}
		t.Errorf("%s: not wanted: %s", at, m.Text)
	}
	for _, at := range slices.Sorted(maps.Keys(want)) {
		for _, e := range want[at] {
			switch {
			case e.kind == "want":
				t.Errorf("%s: missing: %s", at, e.text)
			case e.kind == "wrong" && !e.taken:
				t.Errorf("%s: right now, so no longer wrong: %s", at, e.text)
			default:
				t.Run("known", func(t *testing.T) { t.Skipf("known: %s: %s: %s", at, e.kind, e.text) })
			}
		}
	}
}

// expectations are those of comments, by file and line.
type expectations map[string][]*expectation

type expectation struct {
	kind  string // "want", "missing" or "wrong"
	text  *regexp.Regexp
	taken bool // a "wrong" one that was met
}

// take finds an expectation of a kind that a message meets. One of what is
// wanted, or was missing, is met once.
func (x expectations) take(at, kind, text string) bool {
	for i, e := range x[at] {
		if e.kind == kind && !e.taken && e.text.MatchString(text) {
			if e.taken = true; kind != "wrong" {
				x[at] = slices.Delete(x[at], i, i+1)
			}
			return true
		}
	}
	return false
}

// read adds those of all files below a folder.
func (x expectations) read(t *testing.T, dir string) {
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
			at := fmt.Sprintf("%s:%d", path, line)
			for _, mark := range []string{"want ", "known: "} {
				if _, list, ok := strings.Cut(code, "// "+mark); ok {
					if err := x.add(at, strings.TrimSuffix(mark, " "), list); err != nil {
						return fmt.Errorf("%s: %w", at, err)
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// add reads the words and string literals of a comment, up to what is neither.
func (x expectations) add(at, kind, list string) error {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(list))
	s.Init(file, []byte(list), func(token.Position, string) {}, 0)
	for {
		_, tok, lit := s.Scan()
		switch tok {
		case token.IDENT:
			if kind = lit; kind != "missing" && kind != "wrong" {
				return fmt.Errorf("neither missing nor wrong: %s", lit)
			}
		case token.STRING:
			text, err := strconv.Unquote(lit)
			if err != nil {
				return err
			}
			re, err := regexp.Compile(text)
			if err != nil {
				return err
			}
			x[at] = append(x[at], &expectation{kind: kind, text: re})
		default:
			return nil
		}
	}
}
