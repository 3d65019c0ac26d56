package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/internal/catalogue"
	"github.com/toolvet/toolvet/internal/report"
)

// outcomes lists how handlers end. The pages for people also have what the
// rules say of it.
func (a *app) outcomes(ctx context.Context, o *options) int {
	if !o.html && !o.markdown {
		return a.inventory(ctx, o, printOutcomes)
	}
	if o.html && o.markdown || o.json {
		return a.fail(errors.New("-html, -markdown and -json exclude each other; choose one"))
	}
	if err := a.configure(o); err != nil {
		return a.fail(err)
	}
	s := a.suite(o.analyzer())
	rules, err := a.selectRules(o, s.Rules)
	if err != nil {
		return a.fail(err)
	}
	v, err := a.load(ctx, o, s, append([]*analysis.Analyzer{s.Outcome}, analyzers(rules)...))
	if err != nil {
		return a.fail(err)
	}
	c := v.catalogue()
	write := c.Markdown
	if o.html {
		write = c.HTML
	}
	if err := write(a.stdout); err != nil {
		return a.fail(err)
	}
	return a.conclude(o, v)
}

// catalogue brings together how handlers end and what the rules say of it. A
// finding belongs to the exits on whose way it stands, or else to the tools
// whose handler begins there.
func (v *view) catalogue() *catalogue.Catalogue {
	r := v.report()
	at := map[string][]*report.Finding{} // by file and line, as exits have them
	for i := range v.result.Findings {
		f := &v.result.Findings[i]
		k := fmt.Sprintf("%s:%d", strings.TrimPrefix(r.Path(f.Start.File), "./"), f.Start.Line)
		at[k] = append(at[k], f)
	}
	used := map[*report.Finding]bool{}
	take := func(posns ...string) (list []catalogue.Finding) {
		for _, p := range posns {
			for _, f := range at[p] {
				used[f] = true
				found := catalogue.Finding{Rule: f.Rule, Message: f.Message, Posn: r.Position(f.Start)}
				if !slices.Contains(list, found) {
					list = append(list, found)
				}
			}
		}
		return list
	}
	c := &catalogue.Catalogue{Title: "Outcomes of " + filepath.Base(v.dir)}
	for _, t := range v.outcomes() {
		ct := catalogue.Tool{Name: t.Tool, SDK: t.SDK, Posn: t.Posn}
		if ct.Name == "" {
			ct.Name = "(registered elsewhere)"
		}
		for _, x := range t.Exits {
			ct.Exits = append(ct.Exits, catalogue.Exit{
				Outcome: x.Outcome, Conveyed: x.Convey, Text: x.Message, Note: fateNote(t.Fate, x), Level: x.Level,
				Posn: x.Posn, Evidence: x.Evidence, Findings: take(append([]string{x.Posn}, x.chain...)...),
			})
		}
		ct.Findings = take(t.registered...)
		c.Tools = append(c.Tools, ct)
	}
	for i := range v.result.Findings {
		if f := &v.result.Findings[i]; !used[f] {
			c.Rest = append(c.Rest, catalogue.Finding{Rule: f.Rule, Message: f.Message, Posn: r.Position(f.Start)})
		}
	}
	return c
}

// fateNote says what becomes of an exit's text before the model reads it.
func fateNote(fate string, x exitJSON) string {
	switch {
	case x.Convey == "protocol error", x.Convey == "error" && fate == "protocol error":
		return "a protocol error: the model may never read it"
	case x.Convey == "error" && fate == "masked":
		return "the boundary answers with its own text instead"
	case x.Convey == "error" && fate == "abort":
		return "the conversation is aborted"
	case x.Message == "" && x.Convey == "result":
		return "what the tool answers"
	case x.Message == "":
		return "the text could not be read"
	}
	return ""
}
