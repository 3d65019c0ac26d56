package precondition

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/change"
	"github.com/toolvet/toolvet/analyzer/contract"
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/outcome"
)

// freshKeys reports keys that are made inside the handler, and whether there
// are any.
func (c *checker) freshKeys(t *outcome.Target, writes []contract.Write) bool {
	found := false
	for _, w := range writes {
		for i, a := range w.Call.Common().Args {
			if i >= len(w.Names) || !contract.IsKey(w.Names[i]) && !(w.Names[i] == "key" && w.Kind()&change.Create != 0) || !scalar(a.Type()) {
				continue
			}
			if sent := c.Flow.Eval(a).Has(func(t *flow.Term) bool {
				_, ok := c.Outcome.ArgumentTerm(w.Frame, t)
				return ok
			}); sent {
				continue
			}
			if made := freshIn(c.Flow.Eval(a)); made != nil {
				found = true
				pos := made.Pos()
				if !pos.IsValid() || !c.Wants(pos) {
					pos = w.Call.Pos()
				}
				c.Report(pos, nil, "tool %s makes the idempotency key afresh for every call, so a call that is sent again is a new operation; take the key as a required argument", t.Label())
			}
		}
	}
	return found
}

// freshIn is the call within a value that gives another answer every time.
func freshIn(t *flow.Term) *flow.Term {
	var made *flow.Term
	t.Walk(func(t *flow.Term) bool {
		if t.Op == flow.Call && fresh(t.Str) && made == nil {
			made = t
		}
		return made == nil
	})
	return made
}

func fresh(id string) bool {
	switch id {
	case "time.Now", "crypto/rand.Text", "crypto/rand.Read", "crypto/rand.Int":
		return true
	}
	pkg, name := flow.PackageOf(id), flow.NameOf(id)
	switch pkg {
	case "math/rand", "math/rand/v2":
		return true
	case "github.com/google/uuid", "github.com/gofrs/uuid", "github.com/gofrs/uuid/v5", "github.com/satori/go.uuid", "github.com/hashicorp/go-uuid":
		return strings.HasPrefix(name, "New") && !strings.Contains(name, "SHA1") && !strings.Contains(name, "MD5") && !strings.Contains(name, "V5") && !strings.Contains(name, "V3") || strings.HasPrefix(name, "Generate")
	case "github.com/rs/xid", "github.com/segmentio/ksuid", "github.com/oklog/ulid/v2", "github.com/matoous/go-nanoid/v2", "github.com/lithammer/shortuuid/v4":
		return strings.HasPrefix(name, "New") || strings.HasPrefix(name, "Make") || name == "Must"
	}
	return false
}

// retries reports writes that a loop repeats after a failure.
func (c *checker) retries(t *outcome.Target, writes []contract.Write) {
	for _, w := range writes {
		call, ok := w.Call.(*ssa.Call)
		if !ok || w.Kind()&change.Create == 0 && w.Kind()&change.Update == 0 || c.guarded(w) {
			continue
		}
		if !sure(w) {
			continue
		}
		loop := loopOf(call.Block())
		if loop == nil || !constantIn(call, loop) || !decides(call, loop) {
			continue
		}
		c.Report(call.Pos(), nil, "tool %s repeats this write when it fails, with nothing that tells the second attempt from a new operation; hand it an idempotency key or the expected version, or do not repeat it", t.Label())
	}
}

// sure reports whether a write is one beyond doubt. A POST request that nothing
// calls a change may be a query.
func sure(w contract.Write) bool {
	for _, e := range w.Effects {
		if e.Sure() || e.Source == change.Call {
			return true
		}
	}
	return false
}

// guarded reports whether a write gets a key or a version.
func (c *checker) guarded(w contract.Write) bool {
	for i, a := range w.Call.Common().Args {
		if i < len(w.Names) && (contract.IsKey(w.Names[i]) || contract.IsVersion(w.Names[i]) || w.Names[i] == "key") {
			return true
		}
		if name, ok := c.Outcome.Argument(w.Frame, a); ok && (contract.IsKey(name) || contract.IsVersion(name)) {
			return true
		}
	}
	return false
}

// loopOf are the blocks of the innermost loop around a block.
func loopOf(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	reach := func(from *ssa.BasicBlock, next func(*ssa.BasicBlock) []*ssa.BasicBlock) map[*ssa.BasicBlock]bool {
		seen := map[*ssa.BasicBlock]bool{}
		work := next(from)
		for len(work) > 0 {
			x := work[len(work)-1]
			work = work[:len(work)-1]
			if !seen[x] {
				seen[x] = true
				work = append(work, next(x)...)
			}
		}
		return seen
	}
	down := reach(b, func(b *ssa.BasicBlock) []*ssa.BasicBlock { return b.Succs })
	if !down[b] {
		return nil
	}
	up := reach(b, func(b *ssa.BasicBlock) []*ssa.BasicBlock { return b.Preds })
	for x := range down {
		if !up[x] {
			delete(down, x)
		}
	}
	return down
}

// constantIn reports whether a call is the same on every turn of a loop.
func constantIn(call *ssa.Call, loop map[*ssa.BasicBlock]bool) bool {
	var varies func(v ssa.Value, depth int) bool
	varies = func(v ssa.Value, depth int) bool {
		if depth > 8 {
			return true
		}
		instr, ok := v.(ssa.Instruction)
		if !ok || !loop[instr.Block()] {
			return false
		}
		switch v := v.(type) {
		case *ssa.Phi, *ssa.Next, *ssa.Call, *ssa.Lookup:
			return true
		case *ssa.Alloc:
			return stored(v, func(x ssa.Value) bool { return varies(x, depth+1) })
		case *ssa.UnOp:
			if v.Op == token.ARROW {
				return true
			}
		}
		var buf [8]*ssa.Value
		for _, op := range instr.Operands(buf[:0]) {
			if *op != nil && varies(*op, depth+1) {
				return true
			}
		}
		return false
	}
	for _, a := range call.Call.Args {
		if varies(a, 0) {
			return false
		}
	}
	return true
}

// stored reports whether anything that is put into a variable, or into a field
// or element of it, is one that f holds for.
func stored(addr ssa.Value, f func(ssa.Value) bool) bool {
	if addr.Referrers() == nil {
		return false
	}
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == addr && f(ref.Val) {
				return true
			}
		case *ssa.FieldAddr:
			if stored(ref, f) {
				return true
			}
		case *ssa.IndexAddr:
			if stored(ref, f) {
				return true
			}
		}
	}
	return false
}

// decides reports whether the error of a call is tested within a loop and one
// answer goes round again.
func decides(call *ssa.Call, loop map[*ssa.BasicBlock]bool) bool {
	for b := range loop {
		if len(b.Instrs) == 0 {
			continue
		}
		br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		stays := loop[b.Succs[0]] != loop[b.Succs[1]]
		cmp, ok := br.Cond.(*ssa.BinOp)
		if !stays || !ok {
			continue
		}
		for _, v := range []ssa.Value{cmp.X, cmp.Y} {
			if v == ssa.Value(call) {
				return true
			}
			if x, ok := v.(*ssa.Extract); ok && x.Tuple == ssa.Value(call) {
				return true
			}
		}
	}
	return false
}
