package thinresult

import (
	_ "embed"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/change"
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/rule"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

//go:embed doc.go
var doc string

// New is the analyzer.
func New(outcomes, changes *analysis.Analyzer, tests bool) *analysis.Analyzer {
	return rule.New("thinresult", doc, outcomes, tests, func(p *rule.Pass) {
		c := &checker{Pass: p, changes: p.ResultOf[changes].(*change.Result)}
		for _, t := range p.Outcome.Targets {
			if ch := c.changes.Tool(t); ch != nil {
				c.target(t, ch.Kind == change.Delete || change.Switches(t.Tool.Name))
			}
		}
	}, changes)
}

type checker struct {
	*rule.Pass
	changes *change.Result
}

func (c *checker) target(t *outcome.Target, settles bool) {
	if out := outputType(t); out != nil && onlyFlags(out) {
		c.Report(t.Tool.Pos, nil, "tool %s changes something and answers with a bare flag; return what is stored now, or a status with a code, so that the model knows what happened", t.Label())
		return
	}
	if out := outputType(t); out != nil && outcome.Declares(out) {
		return
	}
	for _, x := range c.Outcome.Exits(t) {
		if x.Convey != outcome.ConveyResult || x.Verdict.Class != 0 || x.Maybe || x.Fn == nil {
			continue
		}
		if c.Outcome.DeclaresOutcome(x.Output) || c.Outcome.DeclaresOutcome(x.Result) {
			continue
		}
		j := &judge{c: c, frame: c.Outcome.Reach.Of(x.Fn)}
		if !j.worked(t, x) {
			continue
		}
		value := x.Output
		if value == nil || value.IsNil() {
			value = x.Result
		}
		if value == nil || !j.thin(value, 0) || j.data == 0 || j.open || settles && j.gone() {
			continue
		}
		what := "a fixed text"
		if j.echoes {
			what = "only what the call had sent"
		}
		c.Report(rule.AnswerPos(x), nil, "tool %s changes something and answers with %s; return what is stored now, with its version or id, so that the model knows what happened", t.Label(), what)
	}
}

// worked reports whether something has been changed on every way to an answer:
// one that comes before the write says something else.
func (j *judge) worked(t *outcome.Target, x *outcome.Exit) bool {
	for block := x.Block; block != nil; block = block.Idom() {
		if j.writes(block) {
			return true
		}
	}
	if len(x.Chain) == 0 {
		return false
	}
	// A helper builds the answer: what counts is where the handler calls it.
	for _, b := range t.Handler.Fn.Blocks {
		if len(b.Instrs) == 0 || b.Instrs[len(b.Instrs)-1].Pos() != x.Chain[0] {
			continue
		}
		for block := b; block != nil; block = block.Idom() {
			if j.writes(block) {
				return true
			}
		}
	}
	return false
}

func (j *judge) writes(b *ssa.BasicBlock) bool {
	for _, instr := range b.Instrs {
		if c, ok := instr.(ssa.CallInstruction); ok && len(j.c.changes.Call(c)) > 0 {
			return true
		}
	}
	return false
}

func outputType(t *outcome.Target) types.Type {
	b, fn := t.Handler.Binding, t.Handler.Fn
	if b == nil {
		return nil
	}
	i := b.ResultIndex(sdk.Output)
	if i < 0 || i >= fn.Signature.Results().Len() {
		return nil
	}
	return fn.Signature.Results().At(i).Type()
}

// onlyFlags reports whether a type holds nothing but booleans.
func onlyFlags(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.Bool
	case *types.Struct:
		for f := range u.Fields() {
			if b, ok := f.Type().Underlying().(*types.Basic); !ok || b.Kind() != types.Bool {
				return false
			}
		}
		return u.NumFields() > 0
	}
	return false
}

// A judge looks at one answer.
type judge struct {
	c      *checker
	frame  *outcome.Frame
	echoes bool
	open   bool // it says that the change is still to come, or that there was none
	part   bool // a field that the type has is left out
	texts  []string
	data   int // pieces that the model would read
}

// gone reports whether an answer says that something is gone, or which thing
// is: after a removal, or a switch, there is nothing more to tell.
func (j *judge) gone() bool {
	if j.part {
		return false
	}
	if j.echoes {
		return true
	}
	for _, t := range j.texts {
		for _, w := range change.Words(t) {
			switch w {
			case "deleted", "removed", "cancelled", "canceled", "archived", "cleared", "destroyed", "dropped", "purged", "uninstalled", "unregistered", "erased",
				"revoked", "locked", "unlocked", "enabled", "disabled", "pinned", "unpinned", "closed", "reopened", "paused", "resumed", "started", "stopped", "suspended":
				return true
			}
		}
	}
	return false
}

// accepted reports whether a fixed text says that the change is still to come,
// which is what the model has to know.
func accepted(text string) bool {
	low := strings.ToLower(text)
	for _, w := range []string{"in progress", "queued", "accepted", "pending", "scheduled", "no change", "nothing to", "already", "unchanged", "unknown", "dry run", "dry-run"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}

// thin reports whether an answer is made of constants and the call's arguments.
func (j *judge) thin(t *flow.Term, depth int) bool {
	if depth > 12 || j.answered(t) {
		return false
	}
	if _, ok := j.c.Outcome.ArgumentTerm(j.frame, t); ok {
		j.echoes = true
		j.data++
		return true
	}
	all := func(ts []*flow.Term) bool {
		for _, a := range ts {
			if !j.thin(a, depth+1) {
				return false
			}
		}
		return true
	}
	switch t.Op {
	case flow.Const:
		if s, ok := t.Text(); ok && strings.TrimSpace(s) != "" {
			j.data++
			j.open = j.open || accepted(s)
			j.texts = append(j.texts, s)
		} else if t.Lit == flow.LitBool {
			j.data++
		}
		return true
	case flow.Struct:
		for _, k := range t.Keys {
			if k == "" {
				return false // copied from another value
			}
		}
		j.part = j.part || leavesOut(j.c.Flow.SDKs, t)
		return all(t.Args)
	case flow.List, flow.Map, flow.Alt:
		return all(t.Args)
	case flow.Bin:
		return t.Str == "+" && all(t.Args)
	case flow.Extract:
		return t.N == 0 && t.Args[0].Op == flow.Call && j.call(t.Args[0], depth)
	case flow.Call:
		return j.call(t, depth)
	}
	return false
}

// answered reports whether a value is what a write gave back, whatever it makes
// it of.
func (j *judge) answered(t *flow.Term) bool {
	return t.Has(func(t *flow.Term) bool {
		call, ok := t.Value().(*ssa.Call)
		return ok && t.Op == flow.Call && len(j.c.changes.Call(call)) > 0
	})
}

func (j *judge) call(t *flow.Term, depth int) bool {
	_, shows := known.Shows(t.Str)
	if shows || builds(j.c.Flow.SDKs, t.Str) {
		for _, a := range t.Args {
			if !j.thin(a, depth+1) {
				return false
			}
		}
		return true
	}
	if depth > 6 {
		return false
	}
	// A helper of the program's own that builds the answer.
	exits, ok := j.c.Flow.Expand(t)
	if !ok || len(exits) != 1 || len(exits[0].Results) == 0 {
		return false
	}
	return j.thin(exits[0].Results[0], depth+1)
}

// builds reports whether a function is an SDK's constructor of a result that is
// no error, or of its text.
func builds(sdks *sdk.Table, id string) bool {
	r := sdks.Results[id]
	return sdks.Texts[id] != nil || r != nil && !r.IsError
}

// leavesOut reports whether a literal of one of the program's types sets only
// some of its fields.
func leavesOut(sdks *sdk.Table, t *flow.Term) bool {
	if t.Type() == nil {
		return false
	}
	typ := t.Type()
	if p, ok := typ.Underlying().(*types.Pointer); ok {
		typ = p.Elem()
	}
	st, ok := typ.Underlying().(*types.Struct)
	return ok && !sdks.Owns(flow.PackageOf(flow.NamedID(typ))) && st.NumFields() > len(t.Keys)
}
