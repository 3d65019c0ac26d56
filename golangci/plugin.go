// Package golangci makes toolvet a linter of golangci-lint, as a module plugin.
//
// The linter is one, named toolvet. Its settings have the same keys as the file
// .toolvet.yaml, which it does not read. What golangci-lint drops is in the
// text: it adds the name of the rule itself; links are in the rule's page.
// Related positions are left out, since it makes an issue of each.
package golangci

import (
	"fmt"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/internal/config"
)

func init() { register.Plugin("toolvet", New) }

// New makes the linter from its settings in .golangci.yml.
func New(settings any) (register.LinterPlugin, error) {
	c, err := config.FromSettings("linters.settings.custom.toolvet.settings", settings, analyzer.New(analyzer.Options{}).Rules)
	if err != nil {
		return nil, err
	}
	if len(c.Severity) > 0 {
		return nil, fmt.Errorf("linters.settings.custom.toolvet.settings: severity is for toolvet's own outputs; use the severity section of golangci-lint")
	}
	return &linter{c}, nil
}

type linter struct{ config *config.Config }

// GetLoadMode asks for types.
func (*linter) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers makes the rules that run.
func (l *linter) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	var list []*analysis.Analyzer
	o := l.config.Options()
	o.KeepNolint = true // it reads these comments itself, and reports those that it saw no use of
	for _, r := range l.config.Select(analyzer.New(o).Rules) {
		list = append(list, plain(r.Analyzer))
	}
	return list, nil
}

// plain is a rule whose diagnostics have nothing that golangci-lint would show
// as a finding of its own, and whose text begins with the rule, also where it
// runs alone.
func plain(a *analysis.Analyzer) *analysis.Analyzer {
	b := *a
	b.Run = func(pass *analysis.Pass) (any, error) {
		p := *pass
		p.Report = func(d analysis.Diagnostic) {
			d.Related = nil
			pass.Report(d)
		}
		return a.Run(&p)
	}
	return &b
}
