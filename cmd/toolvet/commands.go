package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/internal/page"
)

// A command is what the first word after the flags can be.
type command struct {
	name, args, short string
	run               func(a *app, ctx context.Context, o *options) int
}

func commands() []command {
	return []command{
		{"tools", "[packages]", "list the tools of a program", func(a *app, ctx context.Context, o *options) int {
			return a.inventory(ctx, o, printTools)
		}},
		{"outcomes", "[packages]", "list how the handlers end, as the model sees it", (*app).outcomes},
		{"files", "[files]", "check the modules to which files belong", (*app).checkFiles},
		{"vet-files", "[files]", "run go vet with toolvet in the modules to which files belong", (*app).vetFiles},
		{"config", "", "print the settings in force, and where they come from", (*app).settings},
		{"explain", "[rule]", "tell what a rule finds and why", (*app).explain},
		{"version", "", "print the version", (*app).version},
		{"help", "[rules]", "print this", (*app).help},
	}
}

// inventory infers and prints. Rules do not run.
func (a *app) inventory(ctx context.Context, o *options, print func(io.Writer, *options, *view) error) int {
	v, err := a.infer(ctx, o)
	if err != nil {
		return a.fail(err)
	}
	if err := print(a.stdout, o, v); err != nil {
		return a.fail(err)
	}
	return a.conclude(o, v)
}

// explain prints the documentation of rules.
func (a *app) explain(_ context.Context, o *options) int {
	if len(o.patterns) == 0 {
		return a.listRules()
	}
	all := a.rules()
	for i, name := range o.patterns {
		rule := -1
		for j, r := range all {
			if r.Name == name {
				rule = j
			}
		}
		if rule < 0 {
			return a.fail(unknownRule(all, name))
		}
		r := all[rule]
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		p, err := page.New(analyzer.Docs, r.Name, r.Kind())
		if err != nil {
			return a.fail(err)
		}
		fmt.Fprint(a.stdout, p.Text())
		if r.URL != "" {
			fmt.Fprintf(a.stdout, "\n%s\n", r.URL)
		}
	}
	return exitClean
}

func (a *app) listRules() int {
	for _, r := range a.rules() {
		title, _, _ := strings.Cut(r.Doc, "\n")
		kind := ""
		switch {
		case r.Core:
			kind = "core"
		case !r.Default:
			kind = "off"
		case r.Full != nil:
			kind = "part"
		}
		fmt.Fprintf(a.stdout, "%-16s %-5s %s\n", r.Name, kind, title)
	}
	return exitClean
}

func (a *app) version(context.Context, *options) int {
	tools := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dep := range info.Deps {
			if dep.Path == "golang.org/x/tools" {
				tools = ", x/tools " + dep.Version
			}
		}
	}
	text := version()
	if text == "" {
		text = "(unknown)"
	}
	fmt.Fprintf(a.stdout, "toolvet %s (%s%s)\n", text, runtime.Version(), tools)
	return exitClean
}

// version is that of this program, or "".
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return ""
}
