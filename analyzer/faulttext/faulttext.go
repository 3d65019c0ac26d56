package faulttext

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
	return rule.New("faulttext", doc, outcomes, tests, run)
}

func run(pass *rule.Pass) {
	for _, m := range pass.Messages() {
		if !m.Fault() || !text.English(m.Text) || text.Elsewhere(m.Text) != "" {
			continue
		}
		tools := rule.Tools(m.Tools)
		switch cause := text.NamesCause(m.Text); {
		case cause != "":
			pass.Report(m.Pos, nil, "%s: the text for a fault of the server says %q, which the model cannot use; say to retry later or to tell the user, and log the cause", tools, cause)
		case text.BlamesRequest(m.Text):
			pass.Report(m.Pos, nil, "%s: the text for a fault of the server blames the call; say that nothing about the request should change", tools)
		case !m.Opaque && !text.RetryLater(m.Text) && !text.TellUser(m.Text):
			pass.Report(m.Pos, nil, "%s: the text for a fault of the server says neither to retry later nor to tell the user; say which", tools)
		}
	}
}
