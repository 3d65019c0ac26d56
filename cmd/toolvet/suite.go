package main

import (
	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/internal/driver"
)

// inference is what runs on all packages before any rule. How handlers end is
// judged later: it depends on what the whole program puts around them.
func inference(s *analyzer.Suite) []*analysis.Analyzer {
	var list []*analysis.Analyzer
	for _, a := range []*analysis.Analyzer{s.Flow, s.Registry} {
		if a != nil {
			list = append(list, a)
		}
	}
	return list
}

// link gives the rules what only the whole program shows.
func link(s *analyzer.Suite) func([]*driver.Package) {
	return func(pkgs []*driver.Package) {
		var results []*registry.Result
		var digests []*registry.Digest
		for _, p := range pkgs {
			if r, ok := p.Result(s.Registry).(*registry.Result); ok {
				results = append(results, r)
				digests = append(digests, r.Digest())
			}
		}
		world := registry.NewWorld(digests)
		for _, r := range results {
			r.SetWorld(world)
		}
	}
}

// toolCount is the number of tools that a package registers.
func toolCount(s *analyzer.Suite, p *driver.Package) int {
	if r, ok := p.Result(s.Registry).(interface{ NumTools() int }); ok {
		return r.NumTools()
	}
	return 0
}
