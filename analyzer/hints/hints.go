package hints

import (
	_ "embed"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/change"
	"github.com/toolvet/toolvet/analyzer/contract"
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/rule"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

//go:embed doc.go
var doc string

// New is the analyzer.
func New(outcomes, changes *analysis.Analyzer, tests bool) *analysis.Analyzer {
	return rule.New("hints", doc, outcomes, tests, func(p *rule.Pass) {
		run(&checker{p, p.ResultOf[changes].(*change.Result)})
	}, changes)
}

type checker struct {
	*rule.Pass
	changes *change.Result
}

func run(c *checker) {
	handlers := map[*registry.Tool]*outcome.Target{}
	for _, t := range c.Outcome.Targets {
		if t.Tool != nil {
			handlers[t.Tool] = t
		}
	}
	for _, tool := range c.Registry.Tools {
		if c.Registry.DeclaredElsewhere(tool) {
			continue
		}
		h := tool.Hints
		if is(h.ReadOnly) {
			switch {
			case is(h.Destructive):
				c.Report(c.at(tool, sdk.OptDestructive), nil, "tool %s is marked read-only and destructive at once; a host cannot tell whether to ask before a call: keep the one that is true", tool.Label())
			case h.Destructive == nil && destructive(c.Flow.SDKs, tool.Def):
				c.Report(c.at(tool, sdk.OptReadOnly), nil, "tool %s is read-only, but the constructor marks every tool destructive unless that is cleared; set the destructive hint to false as well", tool.Label())
			}
		}
		if t := handlers[tool]; t != nil {
			c.reaches(t)
		}
	}
}

func is(b *bool) bool { return b != nil && *b }

// reaches compares the annotations with what the handler does.
func (c *checker) reaches(t *outcome.Target) {
	h := t.Tool.Hints
	readOnly, harmless := is(h.ReadOnly), h.Destructive != nil && !*h.Destructive
	if !readOnly && !harmless {
		return
	}
	for _, w := range contract.Writes(c.Pass, c.changes, t) {
		for _, e := range w.Effects {
			if !c.counts(w, e) {
				continue
			}
			switch {
			case readOnly:
				c.Report(c.at(t.Tool, sdk.OptReadOnly), nil, "tool %s is marked read-only, but its handler changes something (%s); clear the mark, so that hosts ask before a call", t.Tool.Label(), e.What)
				return
			case e.Kind == change.Delete && e.Source != change.Memory:
				if kind, _ := change.Named(t.Tool.Name); kind&change.Delete == 0 && !e.Sure() {
					continue
				}
				c.Report(c.at(t.Tool, sdk.OptDestructive), nil, "tool %s is marked as not destructive, but its handler removes something (%s); set the destructive hint", t.Tool.Label(), e.What)
				return
			}
		}
	}
}

// counts reports whether an effect is one that a reader cannot deny. What is
// only named by a verb has to be a call that the handler itself makes to another
// package, on what the model sent.
func (c *checker) counts(w contract.Write, e change.Effect) bool {
	switch e.Source {
	case change.Memory:
		return false
	case change.HTTP, change.SQL:
		return e.Sure()
	case change.Call:
		if w.Frame.Handler == nil || !c.foreign(w.Call) || e.What != "call of "+contract.Callee(w.Call) {
			return false
		}
	}
	for _, a := range w.Call.Common().Args {
		if _, ok := c.Outcome.Argument(w.Frame, a); ok {
			return true
		}
	}
	return false
}

// foreign reports whether a call leaves the package.
func (c *checker) foreign(call ssa.CallInstruction) bool {
	if call.Common().IsInvoke() {
		return true
	}
	fn := call.Common().StaticCallee()
	return fn != nil && token.IsExported(fn.Name()) && c.Flow.Func(flow.FuncID(fn)) == nil
}

// destructive reports whether the hint is on because the constructor sets it.
func destructive(sdks *sdk.Table, def *flow.Term) bool {
	if def == nil {
		return false
	}
	found, replaced := false, false
	def.Walk(func(t *flow.Term) bool {
		if t.Op != flow.Call {
			return true
		}
		if f := sdks.ToolFuncs[t.Str]; f != nil && f.Destructive() {
			found = true
		}
		if o := sdks.ToolOptions[t.Str]; o != nil && o.Kind == sdk.OptAnnotations || o == nil && !sdks.Owns(flow.PackageOf(t.Str)) {
			replaced = true // the program sets them all, or may
		}
		return true
	})
	return found && !replaced
}

// at is where a hint is set, or the registration.
func (c *checker) at(tool *registry.Tool, kind sdk.OptionKind) token.Pos {
	pos := tool.Pos
	if tool.Def != nil {
		tool.Def.Walk(func(t *flow.Term) bool {
			if o := c.Flow.SDKs.ToolOptions[t.Str]; t.Op == flow.Call && o != nil && o.Kind == kind && t.Pos().IsValid() && c.Wants(t.Pos()) {
				pos = t.Pos()
				return false
			}
			return true
		})
	}
	return pos
}
