package brevity

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/rule"
	"github.com/toolvet/toolvet/analyzer/text"
)

//go:embed doc.go
var doc string

// New is the analyzer.
func New(outcomes *analysis.Analyzer, tests bool) *analysis.Analyzer {
	return rule.New("brevity", doc, outcomes, tests, run)
}

func run(pass *rule.Pass) {
	for _, m := range pass.Messages() {
		if m.Opaque || !text.English(m.Text) || m.Exit.Message == nil {
			continue
		}
		if n := text.Sentences(m.Text); n > 2 {
			pass.Report(m.Pos, nil, "%s: the message has %d sentences; say in one what was wrong and in one what to do", rule.Tools(m.Tools), n)
		}
	}
}
