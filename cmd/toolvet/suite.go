package main

import (
	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/internal/driver"
)

// inference is what runs on all packages before any rule.
func inference(s *analyzer.Suite) []*analysis.Analyzer {
	var list []*analysis.Analyzer
	for _, a := range []*analysis.Analyzer{s.Flow, s.Registry, s.Outcome} {
		if a != nil {
			list = append(list, a)
		}
	}
	return list
}

// link gives the rules what only the whole program shows. It is nil as long
// as they need no such thing.
func link(*analyzer.Suite) func([]*driver.Package) { return nil }

// toolCount is the number of tools that a package registers.
func toolCount(s *analyzer.Suite, p *driver.Package) int {
	if r, ok := p.Result(s.Registry).(interface{ NumTools() int }); ok {
		return r.NumTools()
	}
	return 0
}
