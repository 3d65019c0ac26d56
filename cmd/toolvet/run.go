package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/internal/atomicfile"
	"github.com/toolvet/toolvet/internal/cache"
	"github.com/toolvet/toolvet/internal/driver"
	"github.com/toolvet/toolvet/internal/report"
)

// run is the program on its own. A word that names a command may stand before
// or after flags; without one, the packages are checked.
func (a *app) run(ctx context.Context, args []string) int {
	o := newOptions()
	if err := o.parse(args); errors.Is(err, flag.ErrHelp) {
		return a.help(ctx, o)
	} else if err != nil {
		return a.fail(err)
	}
	if (o.html || o.markdown) && (len(o.patterns) == 0 || o.patterns[0] != "outcomes") {
		return a.fail(errors.New("-html and -markdown are for outcomes: toolvet outcomes -html"))
	}
	if err := o.checkOutput(); err != nil {
		return a.fail(err)
	}
	do := (*app).check
	if len(o.patterns) > 0 {
		for _, c := range commands() {
			if c.name == o.patterns[0] {
				o.patterns = o.patterns[1:]
				do = c.run
				break
			}
		}
	}
	if o.out == "" {
		return do(a, ctx, o)
	}
	var buf bytes.Buffer
	to := *a
	to.stdout = &buf
	code := do(&to, ctx, o)
	if code == exitError && buf.Len() == 0 {
		return code // a mistake, and nothing to write
	}
	if err := atomicfile.Write(o.outFile(), buf.Bytes()); err != nil {
		return a.fail(fmt.Errorf("-o: %v", err))
	}
	return code
}

// check reports what the rules find.
func (a *app) check(ctx context.Context, o *options) int {
	v, err := a.find(ctx, o)
	if err == nil && (o.fix || o.diff) {
		return a.fix(ctx, o, v)
	}
	if err != nil {
		return a.fail(err)
	}
	return a.tell(o, v)
}

// find runs the rules.
func (a *app) find(ctx context.Context, o *options) (*view, error) {
	if err := a.configure(o); err != nil {
		return nil, err
	}
	s := a.suite(o.analyzer())
	rules, err := a.selectRules(o, s.Rules)
	if err != nil {
		return nil, err
	}
	v, err := a.load(ctx, o, s, analyzers(rules))
	if err != nil {
		return nil, err
	}
	v.rules = rules
	for _, r := range rules {
		v.about = append(v.about, o.describe(r))
	}
	for i := range v.result.Findings {
		f := &v.result.Findings[i]
		f.Severity = o.severity(f.Rule)
	}
	return v, a.filter(ctx, o, v)
}

// tell writes what the rules found.
func (a *app) tell(o *options, v *view) int {
	w := report.New(o.format, report.Text{Context: o.context, Color: o.colored(a.stdout)})
	if err := w.Write(a.stdout, v.report()); err != nil {
		return a.fail(fmt.Errorf("writing the report: %v", err))
	}
	code := a.conclude(o, v)
	if code == exitClean && len(v.result.Findings) > 0 && !o.exitZero {
		code = exitFindings
	}
	return code
}

// A view is what one run showed, and from where the user looks at it.
type view struct {
	dir    string // absolute
	suite  *analyzer.Suite
	result *driver.Result
	rules  []*analyzer.Rule // that ran
	about  []report.Rule    // the same, for those who read the report
	read   func(string) ([]byte, error)
}

func (v *view) report() *report.Report {
	return &report.Report{
		Dir: v.dir, Root: upwards(v.dir, ".git"), Findings: v.result.Findings, Read: v.read,
		Rules: v.about, Version: version(),
	}
}

// infer runs the shared inference without any rule, and keeps what it says of
// each package: [driver.Package.Result] with the analyzers of the suite.
func (a *app) infer(ctx context.Context, o *options) (*view, error) {
	if err := a.configure(o); err != nil {
		return nil, err
	}
	s := a.suite(o.analyzer())
	return a.load(ctx, o, s, []*analysis.Analyzer{s.Outcome})
}

// load analyses the packages that the options name.
func (a *app) load(ctx context.Context, o *options, s *analyzer.Suite, rules []*analysis.Analyzer) (*view, error) {
	dir, err := o.workDir()
	if err != nil {
		return nil, err
	}
	overlay, err := o.readOverlay(dir)
	if err != nil {
		return nil, err
	}
	names := make(chan error, 1)
	go func(flags []string) { names <- o.file.Resolve(ctx, dir, flags) }(slices.Clone(o.build))
	c := &driver.Config{
		Dir:      dir,
		Patterns: o.patterns,
		Tests:    o.tests,
		Flags:    o.build,
		Overlay:  overlay,
		SDKs:     s.SDKs,
		Infer:    inference(s),
		Rules:    rules,
		Digest:   func(p *driver.Package) []byte { return digest(s, p) },
		Join:     func(digests [][]byte) driver.View { return join(s, digests) },
		Count:    func(p *driver.Package) int { return toolCount(s, p) },
		Keep:     len(rules) > 0 && rules[0] == s.Outcome,
	}
	if !c.Keep && !o.noCache {
		c.Cache = cache.Open(cache.Default("TOOLVET_CACHE"))
		if c.Options, err = cacheOptions(o.analyzer(), s.Rules); err != nil {
			return nil, err
		}
	}
	result, err := driver.Run(ctx, c)
	if err == nil {
		err = <-names
	}
	if errors.Is(err, context.Canceled) {
		return nil, errors.New("interrupted")
	} else if err != nil {
		return nil, err
	}
	return &view{dir: dir, suite: s, result: result, read: c.ReadFile}, nil
}

// workDir is where patterns are resolved and what paths are relative to.
func (o *options) workDir() (string, error) {
	wd, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("finding the current directory: %v", err)
	}
	if o.dir == "" {
		return wd, nil
	}
	dir := o.dir
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(wd, dir)
	}
	switch info, err := os.Stat(dir); {
	case errors.Is(err, os.ErrNotExist):
		return "", fmt.Errorf("-C %s: there is no such folder", o.dir)
	case err != nil:
		return "", fmt.Errorf("-C %s: %v", o.dir, err)
	case !info.IsDir():
		return "", fmt.Errorf("-C %s: it is a file; name a folder", o.dir)
	}
	return dir, nil
}

// readOverlay reads the file of -overlay, and hands it on to the go command.
func (o *options) readOverlay(dir string) (map[string]string, error) {
	if o.overlay == "" {
		return nil, nil
	}
	abs := func(file string) string {
		if file == "" || filepath.IsAbs(file) {
			return file
		}
		return filepath.Join(dir, file)
	}
	file := abs(o.overlay)
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("-overlay: %v", err)
	}
	var content struct{ Replace map[string]string }
	if err := json.Unmarshal(data, &content); err != nil {
		return nil, fmt.Errorf("-overlay %s: %v; want {\"Replace\": {\"file.go\": \"other.go\"}}", o.overlay, err)
	}
	overlay := map[string]string{}
	for from, to := range content.Replace {
		overlay[filepath.Clean(abs(from))] = abs(to)
	}
	o.build = append(o.build, "-overlay="+file)
	return overlay, nil
}

// conclude tells what could not be analysed, and how much was.
func (a *app) conclude(o *options, v *view) int {
	code := exitClean
	r := v.report()
	for _, p := range v.result.Problems {
		where := ""
		if p.Pos.File != "" {
			where = r.Position(p.Pos) + ": "
		}
		what := "package "
		if p.Dep {
			what = "dependency "
		} else {
			code = exitError
		}
		more := ""
		if p.More > 0 {
			more = fmt.Sprintf(" (and %s)", count(p.More, "more error"))
		}
		fmt.Fprintf(a.stderr, "%s%s%s %s%s\n", where, what, p.Package, p.Message, more)
	}
	for _, b := range v.result.Bugs {
		code = exitError
		text := b.Message
		if b.Where != "" {
			text += " in " + b.Where
		}
		if b.Pos.File != "" {
			text += " at " + r.Position(b.Pos)
		}
		fmt.Fprintf(a.stderr, "toolvet: bug in %s, on package %s: %s; please report it\n", b.Analyzer, b.Package, text)
	}
	if v.result.Tools == 0 {
		fmt.Fprintf(a.stderr, "toolvet: warning: %s\n", noTools(v.result))
		if o.requireTools {
			code = exitError
		}
	}
	fmt.Fprintf(a.stderr, "%s in %s\n", count(v.result.Tools, "tool"), count(v.result.Matched, "package"))
	return code
}

// noTools says why nothing was checked.
func noTools(r *driver.Result) string {
	if len(r.Packages) == 0 {
		return "nothing was checked: no package here imports a tool SDK that toolvet knows"
	}
	return "nothing was checked: no tool is registered here in a way that toolvet knows"
}

// fail reports a mistake of the user in one line.
func (a *app) fail(err error) int {
	fmt.Fprintf(a.stderr, "toolvet: %v\n", err)
	return exitError
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
