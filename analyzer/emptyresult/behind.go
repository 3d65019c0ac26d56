package emptyresult

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/rule"
)

// leftBehind reports a call whose error is tested and goes no further, while
// the answer holds its value, or an empty one in its place.
func leftBehind(pass *rule.Pass, f *outcome.Frame, c *ssa.Call, err ssa.Value, t *flow.Term, reported map[ssa.Value]bool) {
	l := lost(pass, f, err)
	if l == nil || reported[err] || !worthReturning(pass, t) {
		return
	}
	if at := emptied(c, l); at.IsValid() {
		pass.Report(at, nil, "%s: an error of %s is replaced by an empty value, so an outage looks like nothing found; return the error, or say in the answer what is missing", rule.Tools(f.Names()), outcome.CalleeName(t))
		return
	}
	if repeats(c.Block()) || !l.partial && enriches(pass, f, c) || !answersAnyway(pass, f, l, c, t) {
		return
	}
	pass.Report(testOf(err).Pos(), nil, "%s: the error of %s goes no further, and its value is the answer all the same; return the error", rule.Tools(f.Names()), outcome.CalleeName(t))
}

// answersAnyway reports whether an answer that an error does not keep from
// being given is the value of the call that failed.
func answersAnyway(pass *rule.Pass, f *outcome.Frame, l *loss, c *ssa.Call, call *flow.Term) bool {
	if !usedIn(extracted(c, 0), l, map[ssa.Value]bool{}) {
		return false
	}
	if l.partial {
		return true
	}
	errIndex := flow.ErrIndex(f.Fn.Signature)
	for _, x := range pass.Flow.Exits(f.Fn) {
		if !l.blocks[x.Block()] || !returns(l, x.Return()) {
			continue
		}
		for i, r := range x.Results {
			if i != errIndex && holds(pass.Flow.SDKs, r, call, 0) {
				return true
			}
		}
	}
	return false
}

// usedIn reports whether a value, or what it is merged into on the way, is used
// where a failure can come.
func usedIn(v ssa.Value, l *loss, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			a, isVariable := ref.Addr.(*ssa.Alloc)
			if l.blocks[ref.Block()] && (!isVariable || loadedIn(a, ref, l.blocks)) {
				return true
			}
		case *ssa.Phi:
			for i, e := range ref.Edges {
				if e == v && l.edges[[2]*ssa.BasicBlock{ref.Block().Preds[i], ref.Block()}] && usedIn(ref, l, seen) {
					return true
				}
			}
		default:
			if l.blocks[ref.Block()] {
				return true
			}
		}
	}
	return false
}

// loadedIn reports whether what a store put into a variable is read in one of
// the blocks, where nothing else is put there.
func loadedIn(a *ssa.Alloc, store *ssa.Store, blocks map[*ssa.BasicBlock]bool) bool {
	read := false
	for _, ref := range *a.Referrers() {
		if ref == ssa.Instruction(store) || !blocks[ref.Block()] {
			continue
		}
		switch ref.(type) {
		case *ssa.DebugRef, *ssa.MakeClosure:
		case *ssa.Store:
			return false
		default:
			read = true
		}
	}
	return read
}

// repeats reports whether a block is part of a loop.
func repeats(b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var visit func(s *ssa.BasicBlock) bool
	visit = func(s *ssa.BasicBlock) bool {
		for _, next := range s.Succs {
			if next == b {
				return true
			}
			if !seen[next] {
				seen[next] = true
				if visit(next) {
					return true
				}
			}
		}
		return false
	}
	return visit(b)
}

func returns(l *loss, ret *ssa.Return) bool {
	for _, r := range l.rets {
		if r == ret {
			return true
		}
	}
	return false
}

// emptied is where the value of a call that failed is replaced by one that is
// written as empty.
func emptied(c *ssa.Call, l *loss) token.Pos {
	value := extracted(c, 0)
	for _, ref := range *value.Referrers() {
		phi, ok := ref.(*ssa.Phi)
		if !ok {
			continue
		}
		for i, e := range phi.Edges {
			a, ok := e.(*ssa.Alloc)
			if ok && l.edges[[2]*ssa.BasicBlock{phi.Block().Preds[i], phi.Block()}] && a.Comment == "complit" && len(*a.Referrers()) == 1 {
				return a.Pos()
			}
		}
	}
	return token.NoPos
}

// testOf is the first test of an error, or the error itself.
func testOf(err ssa.Value) ssa.Value {
	for _, ref := range *err.Referrers() {
		if op, ok := ref.(*ssa.BinOp); ok {
			return op
		}
	}
	return err
}

// readsFilled reports whether the address of a fresh variable is given to a
// call, and nothing else but reads follow, in the given blocks if there are any.
func readsFilled(c *ssa.Call, blocks map[*ssa.BasicBlock]bool) bool {
	for _, a := range c.Common().Args {
		if mi, ok := a.(*ssa.MakeInterface); ok {
			a = mi.X
		}
		v, ok := a.(*ssa.Alloc)
		if !ok || !list(v.Type().Underlying().(*types.Pointer).Elem()) {
			continue
		}
		reads, writes := 0, 0
		for _, ref := range *v.Referrers() {
			if ref == ssa.Instruction(c) {
				continue
			}
			there := blocks == nil || blocks[ref.Block()]
			switch ref := ref.(type) {
			case *ssa.UnOp:
				if there {
					reads++
				}
			case *ssa.FieldAddr:
				for _, r := range *ref.Referrers() {
					if st, ok := r.(*ssa.Store); ok && st.Addr == ref {
						writes++
					} else if blocks == nil || blocks[r.Block()] {
						reads++
					}
				}
			case *ssa.Store:
				writes++
			case *ssa.Call:
				switch name := methodName(ref); {
				case (name == "String" || name == "Bytes") && ref.Call.Args[0] == v:
					if there {
						reads++
					}
				case strings.HasPrefix(name, "Write"):
					writes++
				}
			}
		}
		if reads > 0 && writes == 0 {
			return true
		}
	}
	return false
}

func methodName(c *ssa.Call) string {
	fn := c.Common().StaticCallee()
	if fn == nil || fn.Signature.Recv() == nil || len(c.Call.Args) == 0 {
		return ""
	}
	return fn.Name()
}
