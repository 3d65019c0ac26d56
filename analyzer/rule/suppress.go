package rule

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/internal/suppress"
)

// Comments in the source can keep findings from being reported. It is done here
// and not by the programs around the rules, so that it is the same in all of
// them.

// A muter stands between a rule and the program that takes its findings.
type muter struct {
	pass       *analysis.Pass
	report     func(analysis.Diagnostic)
	directives map[string][]*suppress.Directive // by file
	used       map[*suppress.Directive]bool
}

// mute is the pass with the directives of its files applied. What a directive is
// about is not subject to directives.
//
// With keepNolint, comments that name toolvet as a whole, as one linter among
// others, are left to the driver. It cannot know those that name a rule.
func mute(pass *analysis.Pass, keepNolint bool) (*analysis.Pass, *muter) {
	m := &muter{pass: pass, report: pass.Report, directives: map[string][]*suppress.Directive{}, used: map[*suppress.Directive]bool{}}
	for _, f := range pass.Files {
		list := suppress.Parse(pass.Fset, f)
		if keepNolint {
			list = slices.DeleteFunc(list, func(d *suppress.Directive) bool { return d.Shared && d.Rules == nil })
		}
		if len(list) > 0 {
			m.directives[pass.Fset.PositionFor(f.FileStart, false).Filename] = list
		}
	}
	if len(m.directives) == 0 {
		return pass, nil
	}
	muted := *pass
	muted.Report = func(d analysis.Diagnostic) {
		if !m.covers(d) {
			m.report(d)
		}
	}
	return &muted, m
}

func (m *muter) covers(d analysis.Diagnostic) bool {
	at := m.pass.Fset.PositionFor(d.Pos, false)
	covered := false
	for _, dir := range m.directives[at.Filename] {
		if dir.Covers(m.pass.Analyzer.Name, at.Line) {
			m.used[dir] = true
			covered = true
		}
	}
	return covered
}

// unused reports the directives that name the rule and do nothing. It is asked
// only where all is in sight that the rule could report: a directive that one
// way of running toolvet needs must not be refused by another.
func (m *muter) unused(p *Pass) {
	if len(p.TypeErrors) > 0 || !p.Registry.WholeProgram() && p.Pkg.Name() != "main" {
		return
	}
	name := p.Analyzer.Name
	for _, f := range p.Files {
		for _, dir := range m.directives[p.Fset.PositionFor(f.FileStart, false).Filename] {
			if !dir.Names(name) || m.used[dir] || !p.Wants(dir.Pos) {
				continue
			}
			m.report(analysis.Diagnostic{
				Pos: dir.Pos, End: dir.End, Category: "unused",
				Message: strings.Join([]string{"nothing to ignore:", name, "reports nothing here; remove it from the directive"}, " "),
			})
		}
	}
}
