package precondition

import (
	_ "embed"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/change"
	"github.com/toolvet/toolvet/analyzer/contract"
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/rule"
)

//go:embed doc.go
var doc string

// New is the analyzer.
func New(outcomes, changes *analysis.Analyzer, tests bool) *analysis.Analyzer {
	return rule.New("precondition", doc, outcomes, tests, func(p *rule.Pass) {
		c := &checker{Pass: p, changes: p.ResultOf[changes].(*change.Result)}
		for _, t := range p.Outcome.Targets {
			if ch := c.changes.Tool(t); ch != nil {
				c.target(t, ch)
			}
		}
	}, changes)
}

type checker struct {
	*rule.Pass
	changes *change.Result
}

func (c *checker) target(t *outcome.Target, ch *change.Change) {
	writes := contract.Writes(c.Pass, c.changes, t)
	fresh := c.freshKeys(t, writes)
	c.retries(t, writes)
	in := contract.InputOf(c.Pass, t)
	if in == nil {
		return
	}
	switch {
	case ch.Creates():
		c.key(t, in, writes, fresh)
	case ch.Replaces():
		c.version(t, in, writes)
	}
}

// at is where an input is declared, as far as it is in this package.
func (c *checker) at(t *outcome.Target, in *contract.Input) token.Pos {
	if in.Pos.IsValid() && c.Wants(in.Pos) {
		return in.Pos
	}
	return t.Tool.Pos
}

func (c *checker) version(t *outcome.Target, in *contract.Input, writes []contract.Write) {
	given := in.Find(func(a *contract.Arg) bool { return contract.IsVersion(a.Name) })
	knows := c.knowsVersions(writes)
	if knows == "" {
		return
	}
	switch {
	case given == nil:
		if in.Find(func(a *contract.Arg) bool { return nested(a) }) != nil {
			return
		}
		c.Report(c.at(t, in), nil, "tool %s changes what has versions (%s) and takes no expected version, so a change made since the model read it is overwritten; take the version as a required argument and compare it where the write is made", t.Label(), knows)
	case given.Optional:
		c.Report(given.Pos, nil, "tool %s: the expected version %s may be left out, and the change is then made blindly; make it required", t.Label(), given.Name)
	default:
		if reads, whole := contract.Reads(c.Pass, t, in, given); len(reads) == 0 && !whole {
			c.Report(given.Pos, nil, "tool %s takes the expected version %s and never uses it; compare it where the write is made", t.Label(), given.Name)
		}
	}
}

// nested reports whether an argument has parts of its own, among which a version
// may be.
func nested(a *contract.Arg) bool {
	if a.Type == nil {
		return a.JSON == "object" || a.JSON == ""
	}
	t := a.Type
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if contract.IsVersion(f.Name()) {
				return true
			}
		}
	case *types.Map, *types.Interface:
		return true
	}
	return false
}

// knowsVersions tells by what a write shows that it knows versions: a parameter
// that is named so, or a version that the handler looked up and hands on.
func (c *checker) knowsVersions(writes []contract.Write) string {
	for _, w := range writes {
		if w.Kind()&(change.Update|change.Delete) == 0 {
			continue
		}
		for i, a := range w.Call.Common().Args {
			if i < len(w.Names) && contract.IsVersion(w.Names[i]) && scalar(a.Type()) {
				return "parameter " + w.Names[i] + " of " + contract.Callee(w.Call)
			}
			if t := c.Flow.Eval(a); t.Op == flow.Field && contract.IsVersion(t.Str) && scalar(a.Type()) {
				if _, sent := c.Outcome.Argument(w.Frame, a); !sent {
					return "field " + t.Str
				}
			}
		}
	}
	return ""
}

func scalar(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsString|types.IsInteger) != 0
}

func (c *checker) key(t *outcome.Target, in *contract.Input, writes []contract.Write, fresh bool) {
	given := in.Find(func(a *contract.Arg) bool { return contract.IsKey(a.Name) })
	if given == nil {
		if fresh || in.Find(nestedKey) != nil {
			return
		}
		if knows := c.knowsKeys(writes); knows != "" {
			c.Report(c.at(t, in), nil, "tool %s creates something (%s) and takes no idempotency key, so a call that is sent again creates it twice; take a key as a required argument and hand it to the write", t.Label(), knows)
		}
		return
	}
	if given.Optional {
		c.Report(given.Pos, nil, "tool %s: the idempotency key %s may be left out, and a call that is sent again then creates a second one; make it required", t.Label(), given.Name)
		return
	}
	reads, whole := contract.Reads(c.Pass, t, in, given)
	if len(reads) == 0 && !whole {
		c.Report(given.Pos, nil, "tool %s takes the idempotency key %s and never uses it; hand it to the write", t.Label(), given.Name)
		return
	}
	c.lookedUp(t, given, writes)
}

func nestedKey(a *contract.Arg) bool {
	if a.Type == nil {
		return a.JSON == "object" || a.JSON == ""
	}
	st, ok := a.Type.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if contract.IsKey(f.Name()) {
			return true
		}
	}
	return false
}

// knowsKeys tells by what a creation shows that a repeated one can be told: a
// parameter of it, or that the program itself keeps what is created.
func (c *checker) knowsKeys(writes []contract.Write) string {
	for _, w := range writes {
		if w.Kind()&change.Create == 0 {
			continue
		}
		for i, a := range w.Call.Common().Args {
			if i < len(w.Names) && (contract.IsKey(w.Names[i]) || w.Names[i] == "key") && scalar(a.Type()) {
				return "parameter " + w.Names[i] + " of " + contract.Callee(w.Call)
			}
		}
	}
	return ""
}

// lookedUp reports a creation that does not get the key, while a call before it
// looks the key up.
func (c *checker) lookedUp(t *outcome.Target, key *contract.Arg, writes []contract.Write) {
	gets := func(f *outcome.Frame, call ssa.CallInstruction) bool {
		for _, a := range call.Common().Args {
			if name, ok := c.Outcome.Argument(f, a); ok && (name == key.Name || name == "") {
				return true
			}
			if c.Flow.Eval(a).Has(func(t *flow.Term) bool {
				name, ok := c.Outcome.ArgumentTerm(f, t)
				return ok && name == key.Name
			}) {
				return true
			}
		}
		return false
	}
	for _, w := range writes {
		if w.Kind()&change.Create == 0 || gets(w.Frame, w.Call) {
			continue
		}
		for _, b := range w.Frame.Fn.Blocks {
			if !b.Dominates(w.Call.Block()) {
				continue
			}
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || call == w.Call || call.Block() == w.Call.Block() && call.Pos() > w.Call.Pos() {
					continue
				}
				if _, looks := change.Named(contract.Callee(call)); looks && gets(w.Frame, call) {
					c.Report(w.Call.Pos(), nil, "tool %s looks the key %s up and then creates without it, so two calls at once both find nothing and create twice; hand the key to the write and let the store refuse the second", t.Label(), key.Name)
					return
				}
			}
		}
	}
}
