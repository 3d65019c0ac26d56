package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/internal/config"
	"github.com/toolvet/toolvet/internal/near"
)

// options are what the flags say.
type options struct {
	// What is found.
	rules      string
	enabled    map[string]bool // by -name, as a vet tool only
	boundaries list
	toolErrors list
	tests      bool

	config string       // what -config names
	file   *config.File // the settings in force, once they have been read

	// Where.
	dir     string
	build   []string // flags for the go command
	overlay string
	noCache bool

	// How it is told.
	json         bool
	html         bool
	markdown     bool
	format       string
	color        string
	out          string // file to write to
	context      int
	requireTools bool
	exitZero     bool

	// Which of the findings are told.
	baseline      string
	writeBaseline bool
	newFrom       string

	// What is done about it.
	fix, diff bool

	patterns []string
}

func newOptions() *options {
	return &options{rules: "default", enabled: map[string]bool{}, context: -1}
}

// analyzer are the options of the suite.
func (o *options) analyzer() analyzer.Options {
	var s analyzer.Options
	if o.file != nil {
		s = o.file.Options()
	}
	s.Boundaries = append(s.Boundaries, o.boundaries...)
	s.ToolErrors = append(s.ToolErrors, o.toolErrors...)
	s.Tests = s.Tests || o.tests
	return s
}

// suiteFlags are the flags that change what is found.
func (o *options) suiteFlags(fs *flag.FlagSet) {
	fs.StringVar(&o.rules, "rules", o.rules, "`list` of rules to run, by name, or core, default, all; -name leaves one out")
	fs.Var(&o.boundaries, "boundary", "`list` of functions that wrap a handler and answer for its errors and panics: import/path.Func,(import/path.T).Method")
	fs.Var(&o.toolErrors, "toolerror", "`list` of functions that make an error for the model: import/path.Func, or with the positions of the message and the level among the arguments import/path.Func:0:1")
	fs.BoolVar(&o.tests, "test", false, "analyse _test.go files too")
}

// standaloneFlags are all flags of the program on its own.
func (o *options) standaloneFlags() *flag.FlagSet {
	fs := newFlagSet()
	o.suiteFlags(fs)
	fs.StringVar(&o.config, "config", "", "read settings from this `file`, or from none; by default from .toolvet.yaml, here or upwards to the root of the module")
	fs.StringVar(&o.dir, "C", "", "run in this `dir`")
	fs.BoolVar(&o.json, "json", false, "write JSON, in the form of go vet -json")
	fs.StringVar(&o.format, "format", "", "write findings as `text`, json, sarif, github (annotations of GitHub Actions) or rdjson (for reviewdog)")
	fs.StringVar(&o.color, "color", "auto", "`when` to colour text: auto (on a terminal), always or never")
	fs.StringVar(&o.out, "o", "", "write to this `file` instead of standard output, whole or not at all")
	fs.StringVar(&o.baseline, "baseline", "", "report only findings that are not listed in this `file`, which is written if it does not exist")
	fs.BoolVar(&o.writeBaseline, "write-baseline", false, "write the file of -baseline anew, with the present findings")
	fs.StringVar(&o.newFrom, "new-from", "", "report only findings on lines that are new or changed since this `commit`")
	fs.BoolVar(&o.exitZero, "exit-zero", false, "exit with 0 if something was found, and with 2 for mistakes as ever")
	fs.BoolVar(&o.html, "html", false, "with outcomes: write one page for a browser, with what the rules find")
	fs.BoolVar(&o.markdown, "markdown", false, "with outcomes: write the same for a pull request")
	fs.IntVar(&o.context, "c", o.context, "show the line of a finding and `N` lines around it")
	fs.BoolVar(&o.fix, "fix", false, "change the files as the findings suggest, and report what is left")
	fs.BoolVar(&o.diff, "diff", false, "with or without -fix: change nothing, but show what -fix would do as a diff")
	fs.BoolVar(&o.requireTools, "require-tools", false, "fail if no tool is found")
	for _, f := range [...]struct{ name, usage string }{
		{"tags", "build `tags`, as for go build"},
		{"mod", "module download `mode`, as for go build"},
		{"modfile", "alternate go.mod `file`, as for go build"},
	} {
		fs.Func(f.name, f.usage, func(value string) error {
			o.build = append(o.build, "-"+f.name+"="+value)
			return nil
		})
	}
	fs.BoolVar(&o.noCache, "no-cache", false, "do not use what earlier runs found out, nor keep what this one does")
	fs.StringVar(&o.overlay, "overlay", "", "JSON `file` that replaces source files, as for go build")
	return fs
}

// parse reads flags and packages in any order; after "--" come only packages.
func (o *options) parse(args []string) error {
	fs := o.standaloneFlags()
	for {
		if err := fs.Parse(args); err != nil {
			return flagError(fs, err)
		}
		rest := fs.Args()
		if len(rest) == 0 {
			return nil
		}
		if n := len(args) - len(rest); n > 0 && args[n-1] == "--" {
			o.patterns = append(o.patterns, rest...)
			return nil
		}
		o.patterns = append(o.patterns, rest[0])
		args = rest[1:]
	}
}

func newFlagSet() *flag.FlagSet {
	fs := flag.NewFlagSet("toolvet", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	return fs
}

// flagError says what is wrong with a flag in one line.
func flagError(fs *flag.FlagSet, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	text := err.Error()
	name, ok := strings.CutPrefix(text, "flag provided but not defined: ")
	if !ok {
		return fmt.Errorf("%s (see toolvet help)", text)
	}
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, "-"+f.Name) })
	return fmt.Errorf("unknown flag %s%s", name, near.DidYouMean(name, names, "see toolvet help"))
}

// A list is a flag with comma-separated values, which may be given more than
// once.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

func (l *list) Set(text string) error {
	for item := range strings.SplitSeq(text, ",") {
		item = strings.TrimSpace(item)
		if item == "" {
			return errors.New("empty item; want import/path.Func,(import/path.T).Method")
		}
		*l = append(*l, item)
	}
	return nil
}
