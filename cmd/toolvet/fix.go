package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/toolvet/toolvet/analyzer/sdk"
	"github.com/toolvet/toolvet/internal/fix"
)

// maxRounds bounds how often fixes may lead to further fixes: a handler that
// has a boundary now can return its errors, and so on.
const maxRounds = 8

// fix applies fixes until there are none left, then writes the files or shows
// the difference. The program is analysed again after each round, with the
// changes in sight and the files as they were: what is written has been
// compiled, and running again finds nothing to do.
func (a *app) fix(ctx context.Context, o *options, first *view) int {
	if o.overlay != "" {
		return a.fail(fmt.Errorf("-fix and -diff change files, which -overlay replaces; leave -overlay out"))
	}
	dir, err := os.MkdirTemp("", "toolvet-fix-")
	if err != nil {
		return a.fail(err)
	}
	defer os.RemoveAll(dir)
	w := &workbench{app: a, o: o, temp: dir, view: first, base: slices.Clone(o.build), broken: problemsOf(first)}
	if err := w.rounds(ctx); err != nil {
		return a.fail(err)
	}
	if o.diff {
		return w.show()
	}
	return w.write(ctx)
}

// A workbench holds the files that fixes have changed so far.
type workbench struct {
	*app
	o      *options
	temp   string // folder for changed files
	view   *view  // what is found with the changes
	base   []string
	broken map[string]bool // packages that did not compile in the first place

	before, now map[string][]byte
	finished    map[string]bool // files that are not touched any more
	applied     int
}

func (w *workbench) read(file string) ([]byte, error) {
	if text, ok := w.now[file]; ok {
		return text, nil
	}
	return os.ReadFile(file)
}

func (w *workbench) rounds(ctx context.Context) error {
	w.before, w.now, w.finished = map[string][]byte{}, map[string][]byte{}, map[string]bool{}
	for range maxRounds {
		changed, n, err := fix.Apply(w.view.result.Findings, func(file string) bool { return w.finished[file] || !w.compiles(file) }, w.read)
		if err != nil {
			return err
		}
		if n == 0 {
			return nil
		}
		if err := w.available(ctx, changed); err != nil {
			return err
		}
		last := maps.Clone(w.now)
		for file, text := range changed {
			if _, ok := w.before[file]; !ok {
				if w.before[file], err = os.ReadFile(file); err != nil {
					return err
				}
			}
			w.now[file] = text
		}
		if err := w.again(ctx); err != nil {
			return err
		}
		if undone := w.undo(changed, last); undone {
			if err := w.again(ctx); err != nil {
				return err
			}
			continue
		}
		w.applied += n
	}
	return nil
}

// compiles reports whether the packages of a file's folder compiled to begin
// with. Where they did not, nobody could tell what a fix does.
func (w *workbench) compiles(file string) bool { return !w.broken[filepath.Dir(file)] }

// undo takes back the last changes to packages that do not compile with them.
func (w *workbench) undo(changed, last map[string][]byte) bool {
	bad := problemsOf(w.view)
	undone := false
	for file := range changed {
		if dir := filepath.Dir(file); bad[dir] && !w.broken[dir] {
			undone = true
			w.finished[file] = true
			if text, ok := last[file]; ok {
				w.now[file] = text
			} else {
				delete(w.now, file)
				delete(w.before, file)
			}
		}
	}
	return undone
}

// problemsOf lists the folders with code that does not compile.
func problemsOf(v *view) map[string]bool {
	dirs := map[string]bool{}
	for _, p := range v.result.Problems {
		dirs[filepath.Dir(p.Pos.File)] = true
	}
	return dirs
}

// again analyses the program with the changes.
func (w *workbench) again(ctx context.Context) error {
	replace := map[string]string{}
	for i, file := range slices.Sorted(maps.Keys(w.now)) {
		to := filepath.Join(w.temp, fmt.Sprintf("%d.go", i))
		if err := os.WriteFile(to, w.now[file], 0o600); err != nil {
			return err
		}
		replace[file] = to
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	w.o.overlay = filepath.Join(w.temp, "overlay.json")
	if err := os.WriteFile(w.o.overlay, data, 0o600); err != nil {
		return err
	}
	w.o.build = slices.Clone(w.base)
	w.view, err = w.find(ctx, w.o)
	w.o.overlay, w.o.build = "", w.base
	if err == nil {
		w.view.read = w.read
	}
	return err
}

// available makes sure that the program can import what the fixes use.
func (w *workbench) available(ctx context.Context, changed map[string][]byte) error {
	quoted := []byte(`"` + sdk.Toolerr + `"`)
	for _, text := range changed {
		if bytes.Contains(text, quoted) {
			if _, err := w.goList(ctx, sdk.Toolerr); err != nil {
				return fmt.Errorf("the fixes use package %s, which this module does not require; run go get %[1]s@latest first, or name your own with -boundary and -toolerror", sdk.Toolerr)
			}
			return nil
		}
	}
	return nil
}

func (w *workbench) goList(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", append(append([]string{"list"}, w.base...), args...)...)
	cmd.Dir = w.view.dir
	out, err := cmd.Output()
	return string(out), err
}

func (w *workbench) changes() []fix.Change {
	var list []fix.Change
	for _, file := range slices.Sorted(maps.Keys(w.now)) {
		if !bytes.Equal(w.before[file], w.now[file]) {
			list = append(list, fix.Change{File: file, Before: w.before[file], New: w.now[file]})
		}
	}
	return list
}

// show prints the changes in the form that patch reads.
func (w *workbench) show() int {
	changes := w.changes()
	for _, c := range changes {
		name := c.File
		if rel, err := filepath.Rel(w.view.dir, c.File); err == nil && filepath.IsLocal(rel) {
			name = filepath.ToSlash(rel)
		}
		if _, err := w.stdout.Write(diff.Diff("a/"+name, c.Before, "b/"+name, c.New)); err != nil {
			return w.fail(fmt.Errorf("writing the diff: %v", err))
		}
	}
	if len(changes) > 0 {
		return exitFindings
	}
	return exitClean
}

// write changes the files, and reports what is left.
func (w *workbench) write(ctx context.Context) int {
	changes := w.changes()
	if len(changes) > 0 {
		folders := []string{w.view.dir}
		if out, err := w.goList(ctx, "-m", "-f", "{{.Dir}}"); err == nil {
			folders = strings.Split(strings.TrimSpace(out), "\n")
		}
		if err := fix.Write(changes, folders); err != nil {
			return w.fail(err)
		}
	}
	fmt.Fprintf(w.stderr, "toolvet: applied %s to %s\n", fixCount(w.applied), count(len(changes), "file"))
	return w.tell(w.o, w.view)
}

func fixCount(n int) string {
	if n == 1 {
		return "1 fix"
	}
	return fmt.Sprintf("%d fixes", n)
}
