package main

import (
	"bytes"
	"encoding/gob"
	"encoding/json"

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

// digest is what a package adds to the view of the whole program, encoded.
func digest(s *analyzer.Suite, p *driver.Package) []byte {
	r, ok := p.Result(s.Registry).(*registry.Result)
	if !ok {
		return nil
	}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(r.Digest()); err != nil {
		panic(err) // a digest is plain data
	}
	return buf.Bytes()
}

// join makes the view of the program from the digests of its packages.
func join(s *analyzer.Suite, encoded [][]byte) driver.View {
	p := &program{suite: s, digests: make([]*registry.Digest, len(encoded))}
	var known []*registry.Digest
	for i, data := range encoded {
		d := new(registry.Digest)
		if data != nil && gob.NewDecoder(bytes.NewReader(data)).Decode(d) == nil {
			p.digests[i] = d
			known = append(known, d)
		}
	}
	p.world = registry.NewWorld(s.SDKs, known)
	p.keys = newWorldKeys(p.world)
	return p
}

// A program is the view of the whole program for the rules.
type program struct {
	suite   *analyzer.Suite
	digests []*registry.Digest // nil where a package has none
	world   *registry.World
	keys    *worldKeys
}

func (p *program) Key(i int) []byte {
	if p.digests[i] == nil {
		return nil
	}
	return p.keys.of(p.digests[i].Package)
}

func (p *program) Give(_ int, pkg *driver.Package) {
	if r, ok := pkg.Result(p.suite.Registry).(*registry.Result); ok {
		r.SetWorld(p.world)
	}
}

// toolCount is the number of tools that a package registers.
func toolCount(s *analyzer.Suite, p *driver.Package) int {
	if r, ok := p.Result(s.Registry).(interface{ NumTools() int }); ok {
		return r.NumTools()
	}
	return 0
}

// cacheOptions says all that changes what the analyzers find: what was found
// with other settings is not what would be found now.
func cacheOptions(o analyzer.Options, rules []*analyzer.Rule) (string, error) {
	var full []string
	for _, r := range rules {
		if r.Full != nil && *r.Full {
			full = append(full, r.Name)
		}
	}
	data, err := json.Marshal([]any{o, full})
	return string(data), err
}
