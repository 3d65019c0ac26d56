package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/internal/near"
	"github.com/toolvet/toolvet/internal/page"
	"github.com/toolvet/toolvet/internal/report"
)

// checkOutput completes the options about the output, and finds those that do
// not go together.
func (o *options) checkOutput() error {
	switch {
	case o.json && o.format != "" && o.format != "json":
		return fmt.Errorf("-json and -format=%s contradict each other; leave one out", o.format)
	case o.json:
		o.format = "json"
	case o.format == "":
		o.format = "text"
	case o.format == "json":
		o.json = true
	case !slices.Contains(report.Formats, o.format):
		return fmt.Errorf("unknown format %s%s", o.format, near.DidYouMean(o.format, report.Formats, "want "+strings.Join(report.Formats, ", ")))
	}
	colors := []string{"auto", "always", "never"}
	if !slices.Contains(colors, o.color) {
		return fmt.Errorf("-color is %s; want auto, always or never", o.color)
	}
	switch {
	case o.writeBaseline && o.baseline == "":
		return errors.New("-write-baseline writes the file of -baseline; name it")
	case o.writeBaseline && o.newFrom != "":
		return errors.New("a baseline holds all findings; leave out -new-from or -write-baseline")
	case o.writeBaseline && (o.fix || o.diff):
		return errors.New("-write-baseline lists what is left as it is; run -fix first")
	case o.newFrom != "" && (o.fix || o.diff):
		return errors.New("fixes change lines, which are then new; leave out -new-from, or fix by -rules")
	}
	return nil
}

// outFile is where -o writes, seen from this process.
func (o *options) outFile() string { return o.fromDir(o.out) }

// fromDir is the name of a file that the user gave: relative to the folder of
// -C, as patterns are.
func (o *options) fromDir(file string) string {
	if o.dir == "" || filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(o.dir, file)
}

// colored reports whether text is to have colours.
func (o *options) colored(w io.Writer) bool {
	switch o.color {
	case "always":
		return true
	case "never":
		return false
	}
	f, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// severity is how bad findings of a rule are.
func (o *options) severity(rule string) report.Severity {
	if o.file != nil {
		if s, ok := report.ParseSeverity(string(o.file.Severity[rule])); ok {
			return s
		}
	}
	return report.Warning
}

// describe is what a format tells of a rule.
func (o *options) describe(r *analyzer.Rule) report.Rule {
	d := report.Rule{Name: r.Name, URL: r.URL, Text: strings.TrimSpace(r.Doc), Severity: o.severity(r.Name), Precision: "medium"}
	d.Summary, _, _ = strings.Cut(d.Text, "\n")
	switch {
	case r.Core:
		d.Precision = "very-high"
	case r.Default:
		d.Precision = "high"
	}
	if p, err := page.New(analyzer.Docs, r.Name, r.Kind()); err == nil {
		d.Markdown = p.Markdown()
	}
	return d
}
