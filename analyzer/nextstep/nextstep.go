package nextstep

import (
	_ "embed"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/rule"
	"github.com/toolvet/toolvet/analyzer/text"
)

//go:embed doc.go
var doc string

// New is the analyzer. Unless full is set when it runs, it reports unknown names
// alone.
func New(outcomes *analysis.Analyzer, tests bool, full *bool) *analysis.Analyzer {
	return rule.New("nextstep", doc, outcomes, tests, func(pass *rule.Pass) { run(pass, *full) })
}

func run(pass *rule.Pass, full bool) {
	dict := pass.Registry.Dictionary()
	if dict != nil && len(dict.Tools) > 0 {
		for _, m := range pass.Messages() {
			unknown(pass, dict, m.Pos, rule.Tools(m.Tools)+": the message", m.Text)
		}
		for _, t := range pass.Registry.Tools {
			unknown(pass, dict, t.Pos, "tool "+t.Label()+": the description", t.Description)
		}
	}
	if !full {
		return
	}
	names, _ := pass.Registry.ToolNames()
	for _, m := range pass.Messages() {
		if m.Correctable() && !m.Opaque && text.English(m.Text) {
			judge(pass, m, names)
		}
	}
}

// unknown reports a name that nothing has.
func unknown(pass *rule.Pass, d *registry.Dictionary, pos token.Pos, where, s string) {
	for _, n := range text.Names(s) {
		if d.Knows(n.Word) {
			continue
		}
		known := d.Tools
		if n.Role == text.Parameter {
			known = nil
			for w := range d.Words {
				known = append(known, w)
			}
		}
		near := text.Nearest(n.Word, known)
		if near == "" && !(n.Sure && n.Role == text.Tool) {
			continue
		}
		what := "tool"
		if n.Role == text.Parameter {
			what = "parameter"
		}
		hint := "name one that is registered"
		if near != "" {
			hint = "did you mean " + near + "?"
		}
		pass.Report(pos, nil, "%s names %s, but no %s is called so; %s", where, n.Word, what, hint)
		return
	}
}

// judge reports what a message for a call that can be corrected does not say.
func judge(pass *rule.Pass, m *rule.Message, tools map[string]bool) {
	stepped := text.NextStep(m.Text) || text.Missing(m.Text)
	for name := range tools {
		stepped = stepped || strings.Contains(name, "_") && text.Mentions(m.Text, name)
	}
	label := rule.Tools(m.Tools)
	switch {
	case m.Exit.Outcome() == outcome.Stale:
		if !stepped {
			pass.Report(m.Pos, nil, "%s: the message does not say where the fresh value comes from, nor that the same call will fail again; name the tool and parameter", label)
		}
	case !stepped:
		pass.Report(m.Pos, nil, "%s: the message gives no next step; name the argument, quote what was sent, and say which tool and parameter to use", label)
	}
}
