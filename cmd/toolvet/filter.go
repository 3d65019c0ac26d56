package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/toolvet/toolvet/internal/atomicfile"
	"github.com/toolvet/toolvet/internal/baseline"
	"github.com/toolvet/toolvet/internal/driver"
	"github.com/toolvet/toolvet/internal/gitdiff"
	"github.com/toolvet/toolvet/internal/report"
)

// filter leaves out the findings that nobody wants to hear of now.
func (a *app) filter(ctx context.Context, o *options, v *view) error {
	if o.newFrom != "" {
		lines, err := gitdiff.Since(ctx, v.dir, o.newFrom)
		if err != nil {
			return fmt.Errorf("-new-from: %w", err)
		}
		keep(v.result, func(i int) bool {
			at := v.result.Findings[i].Start
			return lines.Has(at.File, at.Line)
		})
	}
	if o.baseline == "" {
		return nil
	}
	return a.known(o, v)
}

// keep drops the findings for which wanted says no.
func keep(r *driver.Result, wanted func(i int) bool) {
	var left []report.Finding
	for i, f := range r.Findings {
		if wanted(i) {
			left = append(left, f)
		}
	}
	r.Findings = left
}

// known drops the findings of the baseline, or writes it.
func (a *app) known(o *options, v *view) error {
	file := o.fromDir(o.baseline)
	full, err := filepath.Abs(file)
	if err != nil {
		return fmt.Errorf("-baseline: %v", err)
	}
	if real, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil {
		full = filepath.Join(real, filepath.Base(full))
	}
	base := filepath.Dir(full)
	r := v.report()
	keys := make([]report.Key, len(v.result.Findings))
	for i := range keys {
		keys[i] = r.Key(&v.result.Findings[i], base)
	}
	data, err := os.ReadFile(file)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return fmt.Errorf("-baseline: %v", err)
	}
	old := baseline.New(nil)
	if !missing {
		if old, err = baseline.Parse(o.baseline, data); err != nil {
			return fmt.Errorf("-baseline: %w", err)
		}
	}
	looked := v.lookedAt(base)
	if missing || o.writeBaseline {
		if missing && (o.newFrom != "" || o.fix || o.diff) {
			return fmt.Errorf("-baseline: there is no file %s; write it first, without -new-from, -fix and -diff", o.baseline)
		}
		now := baseline.New(keys)
		for k, n := range old.Counts {
			if !looked(k) {
				now.Counts[k] += n // nothing is known of it now
			}
		}
		if err := atomicfile.Write(file, now.Format()); err != nil {
			return fmt.Errorf("-baseline: %v", err)
		}
		fmt.Fprintf(a.stderr, "toolvet: wrote %s with %s\n", o.baseline, count(len(keys), "finding"))
		v.result.Findings = nil
		return nil
	}
	fresh, stale := old.Filter(keys)
	next := 0
	keep(v.result, func(i int) bool {
		if next < len(fresh) && fresh[next] == i {
			next++
			return true
		}
		return false
	})
	if o.newFrom == "" && !o.fix && !o.diff {
		a.tellStale(o, stale, looked)
	}
	return nil
}

// lookedAt tells whether a run would have found what an entry is about, if it
// were still there: its rule ran, and its package was analysed or is gone.
func (v *view) lookedAt(base string) func(report.Key) bool {
	rules, dirs := map[string]bool{}, map[string]bool{}
	for _, r := range v.rules {
		rules[r.Name] = true
	}
	for _, p := range v.result.Packages {
		if p.Root {
			dirs[p.Dir] = true
		}
	}
	return func(k report.Key) bool {
		file := filepath.FromSlash(k.File)
		if !filepath.IsAbs(file) {
			file = filepath.Join(base, file)
		}
		if !rules[k.Rule] {
			return false
		}
		if dirs[filepath.Dir(file)] {
			return true
		}
		_, err := os.Lstat(file)
		return errors.Is(err, fs.ErrNotExist)
	}
}

// maxStale is how many entries are named.
const maxStale = 10

// tellStale names the entries that match nothing any more: somebody has mended
// what they were about, and they would hide it if it came back.
func (a *app) tellStale(o *options, stale []report.Key, looked func(report.Key) bool) {
	var list []report.Key
	for _, k := range stale {
		if looked(k) {
			list = append(list, k)
		}
	}
	if len(list) == 0 {
		return
	}
	verb := "match"
	if len(list) == 1 {
		verb = "matches"
	}
	fmt.Fprintf(a.stderr, "toolvet: %s: %s %s nothing any more; drop what is stale with -write-baseline\n", o.baseline, entries(len(list)), verb)
	for i, k := range list {
		if i == maxStale {
			fmt.Fprintf(a.stderr, "\tand %d more\n", len(list)-i)
			break
		}
		fmt.Fprintf(a.stderr, "\t%s: %s (%s)\n", k.File, k.Line, k.Rule)
	}
}

func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}
