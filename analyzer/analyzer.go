// Package analyzer is the suite of toolvet: the list of rules, and the shared
// inference that they all read.
package analyzer

import (
	"github.com/toolvet/toolvet/analyzer/brevity"
	"github.com/toolvet/toolvet/analyzer/description"
	"github.com/toolvet/toolvet/analyzer/faulttext"
	"github.com/toolvet/toolvet/analyzer/nextstep"
	"github.com/toolvet/toolvet/analyzer/sdk"
	"github.com/toolvet/toolvet/analyzer/selfcontained"
	"github.com/toolvet/toolvet/analyzer/toolname"
	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/boundary"
	"github.com/toolvet/toolvet/analyzer/change"
	"github.com/toolvet/toolvet/analyzer/channel"
	"github.com/toolvet/toolvet/analyzer/classify"
	"github.com/toolvet/toolvet/analyzer/crash"
	"github.com/toolvet/toolvet/analyzer/directive"
	"github.com/toolvet/toolvet/analyzer/emptyresult"
	"github.com/toolvet/toolvet/analyzer/errlevel"
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/hints"
	"github.com/toolvet/toolvet/analyzer/identity"
	"github.com/toolvet/toolvet/analyzer/internals"
	"github.com/toolvet/toolvet/analyzer/iserror"
	"github.com/toolvet/toolvet/analyzer/looseinput"
	"github.com/toolvet/toolvet/analyzer/nilresult"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/precondition"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/stdout"
	"github.com/toolvet/toolvet/analyzer/thinresult"
	"github.com/toolvet/toolvet/analyzer/unknownoutcome"
)

// Options are the settings that change what the analyzers find. The zero value
// is the default.
type Options struct {
	Boundaries []string // functions that wrap a handler, by ID: "path.Func", "(path.T).Method"
	ToolErrors []string // constructors of the program's own errors for the model, as outcome.ParseConstructor reads them
	Exempt     []string // packages without reports, by import path, or "path/..."
	Tests      bool     // report in _test.go files too

	// KeepNolint reports what stands under //nolint:toolvet, for a driver that
	// reads these comments itself and looks for those that are of no use.
	KeepNolint bool

	// SDKs are what the program uses besides those that toolvet knows.
	SDKs []*sdk.SDK
}

// A Rule is one analyzer that reports.
type Rule struct {
	*analysis.Analyzer
	Core    bool // one of the five core rules
	Default bool // on unless asked otherwise

	// Full, if not nil, is to be set where the rule was asked for: of its
	// reports, only some are on by default.
	Full *bool
}

// A Suite is one set of analyzers that share their inference. Nothing in it is
// global: two suites with different options can run side by side.
type Suite struct {
	Rules []*Rule
	SDKs  *sdk.Table

	Flow     *analysis.Analyzer // what functions return
	Registry *analysis.Analyzer // which tools there are
	Outcome  *analysis.Analyzer // how handlers end
}

// New makes a suite.
func New(o Options) *Suite {
	var constructors []outcome.Constructor
	var names []string
	for _, spec := range o.ToolErrors {
		c := outcome.ParseConstructor(spec)
		constructors, names = append(constructors, c), append(names, c.Func)
	}
	sdks := sdk.Known
	if len(o.SDKs) > 0 {
		sdks = sdk.NewTable(o.SDKs...)
	}
	s := &Suite{SDKs: sdks, Flow: flow.New(sdks)}
	s.Registry = registry.New(s.Flow, registry.Config{Boundaries: o.Boundaries, ToolErrors: names, Exempt: o.Exempt, Tests: o.Tests, KeepNolint: o.KeepNolint})
	s.Outcome = outcome.New(s.Flow, s.Registry, outcome.Config{ToolErrors: constructors})
	core := func(a *analysis.Analyzer) *Rule { return &Rule{Analyzer: a, Core: true, Default: true} }
	on := func(a *analysis.Analyzer) *Rule { return &Rule{Analyzer: a, Default: true} }
	off := func(a *analysis.Analyzer) *Rule { return &Rule{Analyzer: a} }
	changes := change.New(s.Flow)
	s.Rules = []*Rule{
		core(boundary.New(s.Outcome, o.Tests)),
		core(errlevel.New(s.Outcome, o.Tests)),
		core(emptyresult.New(s.Outcome, o.Tests)),
		core(iserror.New(s.Outcome, o.Tests)),
		core(internals.New(s.Outcome, o.Tests)),
		on(channel.New(s.Outcome, o.Tests)),
		on(crash.New(s.Outcome, o.Tests)),
		on(stdout.New(s.Outcome, o.Tests)),
		on(classify.New(s.Outcome, o.Tests)),
		off(identity.New(s.Outcome, o.Tests)),
		off(looseinput.New(s.Outcome, o.Tests)),
		off(thinresult.New(s.Outcome, changes, o.Tests)),
		off(nilresult.New(s.Outcome, o.Tests)),
		off(precondition.New(s.Outcome, changes, o.Tests)),
		off(unknownoutcome.New(s.Outcome, changes, o.Tests)),
		off(hints.New(s.Outcome, changes, o.Tests)),
	}
	full := new(bool)
	s.Rules = append(s.Rules,
		&Rule{Analyzer: nextstep.New(s.Outcome, o.Tests, full), Default: true, Full: full},
		on(selfcontained.New(s.Outcome, o.Tests)),
		off(faulttext.New(s.Outcome, o.Tests)),
		off(brevity.New(s.Outcome, o.Tests)),
		off(description.New(s.Outcome, o.Tests)),
		off(toolname.New(s.Outcome, o.Tests)),
	)
	var rules []string
	for _, r := range s.Rules {
		rules = append(rules, r.Name)
	}
	s.Rules = append(s.Rules, on(directive.New(s.Outcome, o.Tests, rules)))
	return s
}

// Analyzer is the rule with a name, for drivers that are given single
// analyzers; nil if there is none.
func (s *Suite) Analyzer(name string) *analysis.Analyzer {
	for _, r := range s.Rules {
		if r.Name == name {
			return r.Analyzer
		}
	}
	return nil
}
