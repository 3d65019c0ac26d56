package directive

import (
	_ "embed"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/rule"
	"github.com/toolvet/toolvet/internal/near"
	"github.com/toolvet/toolvet/internal/suppress"
)

//go:embed doc.go
var doc string

// New is the analyzer. The rules are those that a directive can name.
func New(outcomes *analysis.Analyzer, tests bool, rules []string) *analysis.Analyzer {
	return rule.New("directive", doc, outcomes, tests, func(pass *rule.Pass) { run(pass, rules) })
}

func run(pass *rule.Pass, rules []string) {
	for _, f := range pass.Files {
		for _, d := range suppress.Parse(pass.Fset, f) {
			if d.Problem != "" {
				pass.Report(d.Pos, nil, "this ignores nothing: %s", d.Problem)
				continue
			}
			if d.Shared {
				continue // other linters' names may be among them
			}
			for _, name := range d.Rules {
				if !slices.Contains(rules, name) {
					pass.Report(d.Pos, nil, "this ignores nothing: unknown rule %s%s", name, near.DidYouMean(name, rules, "see toolvet help rules"))
					break
				}
			}
		}
	}
}
