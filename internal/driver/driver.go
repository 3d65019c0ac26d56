// Package driver runs analyzers on the packages of a program, as far as they
// can have to do with tools.
//
// It differs from the driver of golang.org/x/tools in what it loads. One call
// of "go list" tells which packages can reach an SDK. Those of the program that
// can, and what they use of the program, are loaded in full. What they import
// is reduced to the declarations that they name, and what these are made of,
// before it is parsed; the rest is not read at all. So an analyzer sees of an
// imported package what the program mentions, of an SDK all that it exports,
// and of a package of the program everything. Nothing is compiled: it costs the
// same with an empty build cache.
//
// The analysis has two phases with a barrier between them. The inference runs
// bottom-up over all packages and hands on facts along imports. Then rules run
// on the packages that the user named, and they may use what the whole program
// showed; see [Config.Join].
//
// With a cache, only packages whose outcome can have changed are loaded. What
// the inference says of a package hangs on its source, the types that it can
// see, and the facts about what it imports; what the rules say, besides, on
// what the program adds. Only what is known in full is kept, so that a problem
// is told again in every run.
package driver

import (
	"context"
	"os"
	"path/filepath"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/sdk"
	"github.com/toolvet/toolvet/internal/cache"
	"github.com/toolvet/toolvet/internal/report"
)

// A Config says what to analyse, and with what.
type Config struct {
	Dir      string            // where patterns are resolved, absolute; "" is the current directory
	Patterns []string          // as the go command takes them; none is "."
	Tests    bool              // include _test.go files
	Flags    []string          // build flags of the go command, such as "-tags=x"
	Env      []string          // of the go command; nil is that of this process
	Overlay  map[string]string // files to read in place of others, as the build flag -overlay gives them

	SDKs *sdk.Table // the SDKs that matter; nil is those that toolvet knows

	Infer []*analysis.Analyzer // run on all packages first
	Rules []*analysis.Analyzer // run on the packages that Patterns match

	// Digest is what a package adds to the view of the whole program, as
	// plain data. It is called after the inference, and must depend on its
	// results only.
	Digest func(*Package) []byte

	// Join makes the view of the program from the digests of all packages
	// that are analysed, dependencies first. It is called once, before the
	// rules; a nil digest is that of a package where the inference failed.
	Join func(digests [][]byte) View

	// Link is a simpler way to the same: it is given the packages
	// themselves, and may replace their results. It precludes the cache.
	Link func([]*Package)

	// Count is the number of tools in a package.
	Count func(*Package) int

	// Keep retains the results of packages when Run returns. It precludes
	// the cache.
	Keep bool

	// Cache has what earlier runs found out, or is nil.
	Cache *cache.Cache

	// Options says, in any form, all that changes what the analyzers find
	// apart from the program.
	Options string
}

// A View is what the whole program adds to what its packages show on their own.
// The index is that of the package's digest.
type View interface {
	// Key tells apart what the view may say to a package.
	Key(i int) []byte

	// Give replaces the results of a package by what the view adds to them.
	Give(i int, p *Package)
}

// A Package is one that was analysed.
type Package struct {
	ID     string // unique, as "go list" and "go vet" write it
	Path   string
	Dir    string
	Module *analysis.Module
	Root   bool // what is found in it is reported

	unit *unit
}

// Result is what an analyzer returned for the package, or nil if it did not
// run, failed, or was known without.
func (p *Package) Result(a *analysis.Analyzer) any {
	if p.unit.live == nil {
		return nil
	}
	if act := p.unit.live.actions[a]; act != nil {
		return act.result
	}
	return nil
}

// SetResult replaces the result of an analyzer for those that run later.
func (p *Package) SetResult(a *analysis.Analyzer, result any) {
	if live := p.unit.live; live != nil {
		live.actions[a] = &action{analyzer: a, pkg: live, result: result}
	}
}

// A Result is what one run found.
type Result struct {
	Packages []*Package // that were analysed, dependencies first
	Matched  int        // packages that the patterns name
	Tools    int
	Findings []report.Finding // sorted
	Problems []Problem
	Bugs     []Bug
}

// A Problem is a package that could not be analysed, or not in full.
type Problem struct {
	Package string
	Dep     bool // it is a dependency of what was asked for
	Pos     report.Position
	Message string
	More    int // further errors
}

// A Bug is a failure of an analyzer.
type Bug struct {
	Analyzer string
	Package  string
	Pos      report.Position // in the package, if it is known
	Message  string
	Where    string // in the analyzer, for a panic
}

// Run analyses a program. An error means that there is nothing to analyse, and
// says why in one line.
func Run(ctx context.Context, c *Config) (*Result, error) {
	r, err := newRun(ctx, c)
	if err != nil {
		return nil, err
	}
	done := make(chan error, 1)
	go func() { done <- r.analyse() }()
	select {
	case err = <-done:
	case <-ctx.Done():
		err = ctx.Err() // without waiting for an analyzer that takes long
	}
	if err != nil {
		return nil, err
	}
	if r.store != nil && r.store.damaged.Load() {
		again := *c
		again.Cache = c.Cache.Blind()
		return Run(ctx, &again)
	}
	return r.result(), nil
}

// ReadFile reads a source file, or what an overlay puts in its place.
func (c *Config) ReadFile(name string) ([]byte, error) {
	if to, ok := c.Overlay[filepath.Clean(name)]; ok {
		name = to
	}
	return os.ReadFile(name)
}

func (c *Config) sdks() *sdk.Table {
	if c.SDKs == nil {
		return sdk.Known
	}
	return c.SDKs
}
