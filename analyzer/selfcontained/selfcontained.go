package selfcontained

import (
	_ "embed"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/rule"
	"github.com/toolvet/toolvet/analyzer/text"
)

//go:embed doc.go
var doc string

// New is the analyzer.
func New(outcomes *analysis.Analyzer, tests bool) *analysis.Analyzer {
	return rule.New("selfcontained", doc, outcomes, tests, run)
}

func run(pass *rule.Pass) {
	names, _ := pass.Registry.ToolNames()
	for _, m := range pass.Messages() {
		if !text.English(m.Text) && !text.BareCode(m.Text) {
			continue
		}
		where := text.Elsewhere(m.Text)
		named := slices.ContainsFunc(text.Names(m.Text), func(n text.Name) bool { return names[n.Word] })
		switch {
		case where != "" && !named:
			pass.Report(m.Pos, nil, "%s: the model cannot follow %q; say in the message what it needs to know", rule.Tools(m.Tools), where)
		case !m.Opaque && text.BareCode(m.Text):
			pass.Report(m.Pos, nil, "%s: the model reads a bare code, which it cannot look up; say what was wrong and what to do", rule.Tools(m.Tools))
		}
	}
}
