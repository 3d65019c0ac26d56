package nextstep

import (
	_ "embed"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/contract"
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
	return rule.New("nextstep", doc, outcomes, tests, func(pass *rule.Pass) {
		c := &checker{Pass: pass}
		c.unknownNames()
		if *full {
			c.steps()
		}
	})
}

type checker struct{ *rule.Pass }

// unknownNames reports names that nothing has, where all that have one are in
// sight.
func (c *checker) unknownNames() {
	dict := c.Registry.Dictionary()
	if dict == nil || len(dict.Tools) == 0 {
		return
	}
	for _, m := range c.Messages() {
		if w := unknown(dict, m.Text, c.arguments(m)); w != "" {
			c.Report(m.Pos, nil, "%s: the message names %s", rule.Tools(m.Tools), w)
		}
	}
	for _, t := range c.Registry.Tools {
		if c.Registry.DeclaredElsewhere(t) {
			continue
		}
		if w := unknown(dict, t.Description, c.parameters(t)); w != "" {
			c.Report(t.Pos, nil, "tool %s: the description names %s", t.Label(), w)
		}
	}
}

// arguments are those of the tools that answer with a message. They are nil
// where the arguments of one are not known.
func (c *checker) arguments(m *rule.Message) []string {
	var out []string
	for _, t := range m.Targets {
		names, ok := contract.Names(c.Pass, t)
		if !ok {
			return nil
		}
		out = append(out, names...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (c *checker) parameters(tool *registry.Tool) []string {
	for _, t := range c.Outcome.Targets {
		if t.Tool == tool {
			names, _ := contract.Names(c.Pass, t)
			return names
		}
	}
	return nil
}

// unknown tells of a name in a text that nothing has, and of the one that is
// most like it.
func unknown(d *registry.Dictionary, s string, params []string) string {
	if !text.English(s) {
		return ""
	}
	for _, n := range text.Names(s) {
		if d.Knows(n.Word) || slices.Contains(params, n.Word) {
			continue
		}
		what, near := "tool", ""
		if n.Role == text.Parameter {
			what = "parameter"
			if near = text.Nearest(n.Word, params); near == "" {
				for w := range d.Words {
					params = append(params, w)
				}
				near = text.Nearest(n.Word, params)
			}
		} else {
			near = text.Nearest(n.Word, d.Tools)
		}
		if near == "" && !(n.Sure && n.Role == text.Tool) {
			continue
		}
		hint := "name one that is registered"
		if near != "" {
			hint = "did you mean " + near + "?"
		}
		return n.Word + ", but no " + what + " is called so; " + hint
	}
	return ""
}

// steps reports what messages for calls that can be corrected do not say.
func (c *checker) steps() {
	names, _ := c.Registry.ToolNames()
	for _, m := range c.Messages() {
		if m.Correctable() && !m.Opaque && text.English(m.Text) && !impossible(m.Exit) {
			if what := c.judge(m, names); what != "" {
				c.Report(m.Pos, nil, "%s: the message %s", rule.Tools(m.Tools), what)
			}
		}
	}
}

// judge is what a message for a call that can be corrected does not say.
func (c *checker) judge(m *rule.Message, tools map[string]bool) string {
	toTool := slices.ContainsFunc(text.Names(m.Text), func(n text.Name) bool { return n.Role != text.Parameter })
	for name := range tools {
		toTool = toTool || strings.Contains(name, "_") && text.Mentions(m.Text, name)
	}
	stepped := toTool || text.NextStep(m.Text) || text.Missing(m.Text)
	if m.Exit.Outcome() == outcome.Stale {
		changed := text.SameCallFails(m.Text) || text.Changed(m.Text)
		source := toTool || text.ReadAgain(m.Text)
		switch {
		case !changed && !source:
			return "does not say where the fresh value comes from, nor that the same call will fail again; name the tool and parameter"
		case !source:
			return "does not say where the fresh value comes from; name the tool that returns it, and the parameter to send it as"
		case !changed:
			return "does not say what has changed, so the same call is made again; say that it will fail again"
		}
		return ""
	}
	params := c.arguments(m)
	named := slices.ContainsFunc(params, func(p string) bool { return text.Speaks(m.Text, p) })
	quotes := strings.Contains(m.Text, text.Value)
	switch {
	case !stepped:
		return "gives no next step; name the argument, quote what was sent, and say which tool and parameter to use"
	case len(params) == 0 || quotes:
		return ""
	case m.Exit.Verdict.Argument != "" && !named && !toTool:
		return "names no argument and quotes nothing that was sent, so the model cannot tell what to change; name the argument"
	}
	return ""
}
