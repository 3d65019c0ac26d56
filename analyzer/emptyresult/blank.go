package emptyresult

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/rule"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// blanks reports calls whose error is assigned to the blank identifier while
// their value is the answer, and errors that are looked at only when the value
// is empty. Those that were reported where they end are not again.
func blanks(pass *rule.Pass, f *outcome.Frame, reported map[ssa.Value]bool) {
	errIndex := flow.ErrIndex(f.Fn.Signature)
	exits := pass.Flow.Exits(f.Fn)
	for _, b := range f.Fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if flow.IsError(c.Type()) {
				filled(pass, f, c)
				continue
			}
			tuple, ok := c.Type().(*types.Tuple)
			if !ok || tuple.Len() < 2 || !flow.IsError(tuple.At(tuple.Len()-1).Type()) {
				continue
			}
			value := extracted(c, 0)
			if value == nil || !list(tuple.At(0).Type()) || saysFound(c, tuple) {
				continue
			}
			t := pass.Flow.CallTerm(c)
			if t.Op != flow.Call || !upstream(pass, t) {
				continue
			}
			err := extracted(c, tuple.Len()-1)
			if err == nil {
				if !answered(pass, exits, c, errIndex) || enriches(pass, f, c) {
					continue
				}
				pass.Report(c.Pos(), nil, "%s: the error of %s is dropped and its value is the answer, so an outage looks like nothing found; return the error", rule.Tools(f.Names()), outcome.CalleeName(t))
				continue
			}
			if pos := readWhenEmpty(pass, exits, t, tuple.Len()-1, errIndex); pos != nil {
				pass.Report(pos.Cond.Pos(), nil, "%s: the error of %s is looked at only when nothing was found; a part of the list is returned as the whole", rule.Tools(f.Names()), outcome.CalleeName(t))
				continue
			}
			leftBehind(pass, f, c, err, t, reported)
		}
	}
}

// filled reports a call whose only result is an error that nothing reads, while
// the variable that it was to fill is read.
func filled(pass *rule.Pass, f *outcome.Frame, c *ssa.Call) {
	t := pass.Flow.CallTerm(c)
	if t.Op != flow.Call {
		return
	}
	if len(*c.Referrers()) > 0 {
		if l := lost(pass, f, c); l != nil && readsFilled(c, l.blocks) && worthReturning(pass, t) && (!upstream(pass, t) || !enriches(pass, f, c)) {
			pass.Report(testOf(c).Pos(), nil, "%s: the error of %s goes no further, and what it should have filled is the answer all the same; return the error", rule.Tools(f.Names()), outcome.CalleeName(t))
		}
		return
	}
	if !readsFilled(c, nil) || enriches(pass, f, c) || !upstream(pass, t) || !worthReturning(pass, t) {
		return
	}
	pass.Report(c.Pos(), nil, "%s: the error of %s is dropped and what it should have filled is the answer, so an outage looks like nothing found; return the error", rule.Tools(f.Names()), outcome.CalleeName(t))
}

// enriches reports whether a call only adds to what another one, whose error is
// looked at, has brought. More items of the same list are no extra.
func enriches(pass *rule.Pass, f *outcome.Frame, c *ssa.Call) bool {
	if joins(c) {
		return false
	}
	for _, b := range f.Fn.Blocks {
		if !b.Dominates(c.Block()) {
			continue
		}
		br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		op, ok := br.Cond.(*ssa.BinOp)
		if !ok || !flow.IsError(op.X.Type()) {
			continue
		}
		if t := pass.Flow.Eval(op.X).CallOf(); t != nil && !flow.Equal(t, pass.Flow.CallTerm(c)) && upstream(pass, t) {
			return true
		}
	}
	return false
}

// joins reports whether all items of the list that a call brings are appended to
// another one.
func joins(c *ssa.Call) bool {
	value := extracted(c, 0)
	if value == nil {
		return false
	}
	for _, ref := range *value.Referrers() {
		call, ok := ref.(*ssa.Call)
		if !ok {
			continue
		}
		b, ok := call.Call.Value.(*ssa.Builtin)
		if ok && b.Name() == "append" && len(call.Call.Args) == 2 && call.Call.Args[1] == value {
			return true
		}
	}
	return false
}

// saysFound reports whether a call says in a result of its own whether it found
// anything, and that is read.
func saysFound(c *ssa.Call, tuple *types.Tuple) bool {
	for i := range tuple.Len() {
		b, ok := tuple.At(i).Type().Underlying().(*types.Basic)
		if ok && b.Kind() == types.Bool && extracted(c, i) != nil {
			return true
		}
	}
	return false
}

// list reports whether a type is one whose empty value means nothing found.
func list(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	case *types.Pointer, *types.Struct, *types.Interface:
		return true
	case *types.Basic:
		return t.Underlying().(*types.Basic).Info()&types.IsString != 0
	}
	return false
}

// upstream reports whether a call asks something beyond its own arguments.
func upstream(pass *rule.Pass, t *flow.Term) bool {
	if t.Str == "" {
		return true
	}
	if known.Pure(t.Str) || known.FaultSource(t.Str) || known.ParsesText(t.Str) {
		return false
	}
	switch flow.PackageOf(t.Str) {
	case "io", "os", "os/user", "reflect", "fmt", "bufio", "crypto/rand", "net", "runtime", "time", "text/template", "html/template":
		return false
	}
	return !pass.Outcome.ReadsArguments(t) && !pass.Outcome.Computes(t)
}

func extracted(c *ssa.Call, n int) *ssa.Extract {
	for _, ref := range *c.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok && x.Index == n && len(*x.Referrers()) > 0 {
			return x // of a blank identifier nothing is read
		}
	}
	return nil
}

// answered reports whether the value of a call is what a successful exit
// answers with, rather than something on the way: all of it, a field of it, or
// its items among those of other calls.
func answered(pass *rule.Pass, exits []*flow.Exit, c *ssa.Call, errIndex int) bool {
	call, items := pass.Flow.CallTerm(c), joins(c)
	for _, x := range exits {
		if errIndex >= 0 && errIndex < len(x.Results) && !pass.Outcome.NoError(x.Results[errIndex]) {
			continue
		}
		for i, r := range x.Results {
			if i != errIndex && (holds(pass.Flow.SDKs, r, call, 0) || r.Has(func(t *flow.Term) bool {
				return t.Op == flow.Field && holds(pass.Flow.SDKs, t.Args[0], call, 0) ||
					items && t.Op == flow.Extract && t.N == 0 && flow.Equal(t.Args[0], call)
			})) {
				return true
			}
		}
	}
	return false
}

// holds reports whether a term contains the first result of a call as data.
func holds(sdks *sdk.Table, t, call *flow.Term, depth int) bool {
	if depth > 10 {
		return false
	}
	switch t.Op {
	case flow.Extract:
		if t.N == 0 && flow.Equal(t.Args[0], call) {
			return true
		}
		return holds(sdks, t.Args[0], call, depth+1)
	case flow.Alt:
		for _, a := range t.Args {
			if !holds(sdks, a, call, depth+1) {
				return false // another value takes its place
			}
		}
		return len(t.Args) > 0
	case flow.Call:
		// Data that is shown or converted is still the answer; what it was
		// asked for with is not.
		if _, ok := known.Shows(t.Str); !ok && !shownBySDK(sdks, t) {
			return false
		}
	case flow.Field:
		return false
	}
	for _, a := range t.Args {
		if holds(sdks, a, call, depth+1) {
			return true
		}
	}
	return false
}

func shownBySDK(sdks *sdk.Table, t *flow.Term) bool { return registry.BuildsResult(sdks, t.Str) }

// readWhenEmpty finds the test of an error that only the empty list leads to,
// while another way returns the list without any test.
func readWhenEmpty(pass *rule.Pass, exits []*flow.Exit, call *flow.Term, n, errIndex int) *ssa.If {
	var test *ssa.If
	untested := false
	for _, x := range exits {
		for _, p := range x.Paths {
			tested, viaEmpty := false, false
			for _, c := range p {
				if t, isNil := outcome.NilTest(c); t != nil && t.Op == flow.Extract && t.N == n && flow.Equal(t.Args[0], call) {
					tested = true
					if viaEmpty && !isNil {
						test = c.If()
					}
				}
				if emptiness(c, call) {
					viaEmpty = true
				}
			}
			if !tested && errIndex >= 0 && errIndex < len(x.Results) && pass.Outcome.NoError(x.Results[errIndex]) {
				for i, r := range x.Results {
					if i != errIndex && holds(pass.Flow.SDKs, r, call, 0) {
						untested = true
					}
				}
			}
		}
	}
	if untested {
		return test
	}
	return nil
}

// emptiness reports whether a condition says that the value of a call is empty.
func emptiness(c flow.Cond, call *flow.Term) bool {
	t := c.Term
	if t.Op != flow.Bin || c.Neg || t.Str != "==" || len(t.Args) != 2 {
		return false
	}
	x := t.Args[0]
	if x.IsCall("len") {
		x = x.Args[0]
	}
	for x.Op == flow.Field {
		x = x.Args[0] // the list within what was brought
	}
	return x.Op == flow.Extract && x.N == 0 && flow.Equal(x.Args[0], call) && (t.Args[1].IsNil() || t.Args[1].Str == "0")
}
