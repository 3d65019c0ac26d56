package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The program that stands in for toolvet reports the lines of a file.
const fake = `#!/bin/sh
cat reports.txt
exit 1
`

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCorpus(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"tool":                        fake,
		"repos/a_one/go.mod":          "module one\n",
		"repos/a_one/reports.txt":     "x.go:10:2: far (boundary)\nx.go:21:2: near (boundary)\nx.go:30:2: trap (boundary)\ny.go:1:1: other (stdout)\n2 tools in 1 package\n",
		"repos/b/two/sub/go.mod":      "module two\n",
		"repos/b/two/sub/reports.txt": "z.go:5:1: right (boundary)\n",
		"repos/c_three/go.mod":        "module three\n",
		"repos/c_three/reports.txt":   "w.go:1:1: not labelled (boundary)\n",
		"labels.tsv": "repo\tcommit\tfile\tline\trule\tverdict\n" +
			"a/one\tc0\tx.go\t20\tboundary\tfault\na/one\tc0\tx.go\t30\tboundary\ttrap\na/one\tc0\tx.go\t40\tboundary\tfault\n" +
			"b/two\tc0\tsub/z.go\t5\tboundary\tfault\nd/absent\tc0\tq.go\t1\tboundary\tfault\n",
		"before.tsv": "repo\tfile\tline\trule\tmessage\nb/two\tsub/z.go\t5\tboundary\tright\na/one\tx.go\t11\tboundary\tgone\n",
	})
	var out, errs bytes.Buffer
	args := []string{"-toolvet", filepath.Join(dir, "tool"), "-labels", filepath.Join(dir, "labels.tsv"), "-missed", "-wrong", "-diff", filepath.Join(dir, "before.tsv"), "-save", filepath.Join(dir, "after.tsv"), filepath.Join(dir, "repos")}
	if err := run(args, &out, &errs); err != nil {
		t.Fatal(err)
	}
	const want = `rule            reports  right  wrong  unlabelled  faults  missed  precision  recall
boundary              4      2      1           1       3       1      66.7%   66.7%
stdout                1      0      0           1       0       0          -       -
wrong: a/one x.go:30 boundary: trap
missed: a/one x.go:40 boundary
+ a/one x.go:10 boundary: far
- a/one x.go:11 boundary: gone
+ a/one x.go:21 boundary: near
+ a/one x.go:30 boundary: trap
+ a/one y.go:1 stdout: other
`
	if out.String() != want || errs.Len() > 0 {
		t.Errorf("got\n%s%s\nwant\n%s", out.String(), errs.String(), want)
	}
	saved, err := readReports(filepath.Join(dir, "after.tsv"))
	if err != nil || len(saved) != 5 || saved[4].File != "sub/z.go" {
		t.Errorf("saved %v, %v", saved, err)
	}
}

func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"head.tsv":    "repo\tfile\n",
		"line.tsv":    "repo\tcommit\tfile\tline\trule\tverdict\na/b\tc\tf.go\tten\tr\tfault\n",
		"verdict.tsv": "repo\tcommit\tfile\tline\trule\tverdict\na/b\tc\tf.go\t1\tr\tmaybe\n",
	})
	for file, want := range map[string]string{
		"absent.tsv":  "no such file",
		"head.tsv":    "want a first line with repo, commit",
		"line.tsv":    `line.tsv:2: line "ten" is no number`,
		"verdict.tsv": `verdict.tsv:2: verdict "maybe"; want fault or trap`,
	} {
		err := run([]string{"-labels", filepath.Join(dir, file), dir}, &bytes.Buffer{}, &bytes.Buffer{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", file, err, want)
		}
	}
}
