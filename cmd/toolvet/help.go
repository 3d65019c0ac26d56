package main

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
)

const helpText = `Toolvet checks how Go programs answer language models: it finds the tools that
a program registers, and reports handlers whose errors, panics or empty results
would not tell the model the right thing.

Usage:

	toolvet [flags] [packages]
	toolvet [flags] command [arguments]
	go vet -vettool=$(which toolvet) [flags] [packages]

Packages are named as for the go command; none is the one in this folder.
It exits with 0 if nothing was found, 1 if something was, and 2 for a mistake
in the arguments, a package that does not compile, or a bug.

Commands:

`

// help prints the help text, or with "rules" the list of rules.
func (a *app) help(_ context.Context, o *options) int {
	if slices.Contains(o.patterns, "rules") {
		return a.listRules()
	}
	fmt.Fprint(a.stdout, helpText)
	for _, c := range commands() {
		fmt.Fprintf(a.stdout, "\t%-22s %s\n", strings.TrimSpace(c.name+" "+c.args), c.short)
	}
	fmt.Fprint(a.stdout, "\nFlags:\n\n")
	newOptions().standaloneFlags().VisitAll(func(f *flag.Flag) {
		value, usage := flag.UnquoteUsage(f)
		fmt.Fprintf(a.stdout, "\t%-22s %s\n", strings.TrimSpace("-"+f.Name+" "+value), usage)
	})
	return exitClean
}
