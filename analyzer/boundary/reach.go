package boundary

import (
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/rule"
)

// reach reports goroutines that no boundary can guard, and calls that end the
// process, in what handlers run.
func reach(pass *rule.Pass) {
	done := map[*ssa.Function]bool{} // bodies that are reported
	for _, f := range pass.Outcome.Reach.Frames {
		for _, b := range f.Fn.Blocks {
			for _, instr := range b.Instrs {
				c, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if body := started(pass, c); body != nil && !done[body] && canPanic(pass, body, 0) && !pass.Registry.Recovers(body) {
					done[body] = true
					pass.Report(c.Pos(), nil, "%s: a panic in this goroutine ends the server, whatever wraps the handler; recover in it", rule.Tools(f.Names()))
				}
				exits(pass, f, c)
			}
		}
	}
}

func exits(pass *rule.Pass, f *outcome.Frame, c ssa.CallInstruction) {
	callee := c.Common().StaticCallee()
	if callee == nil {
		return
	}
	id := flow.FuncID(callee)
	if known.ExitsProcess(id) {
		pass.Report(c.Pos(), nil, "%s: %s ends the server for every session; return an error instead", rule.Tools(f.Names()), callee.Name())
	}
}

// started is the body of the function that a call runs in a goroutine of its
// own, if it is in this package.
func started(pass *rule.Pass, c ssa.CallInstruction) *ssa.Function {
	if _, ok := c.(*ssa.Go); ok {
		return bodyOf(pass, c.Common().Value)
	}
	callee := c.Common().StaticCallee()
	if callee == nil {
		return nil
	}
	switch flow.FuncID(callee) {
	case "(*golang.org/x/sync/errgroup.Group).Go", "(*golang.org/x/sync/errgroup.Group).TryGo", "(*sync.WaitGroup).Go", "time.AfterFunc":
		args := c.Common().Args
		return bodyOf(pass, args[len(args)-1])
	}
	return nil
}

func bodyOf(pass *rule.Pass, v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.MakeClosure:
		return pass.Flow.Func(flow.FuncID(v.Fn.(*ssa.Function)))
	case *ssa.Function:
		return pass.Flow.Func(flow.FuncID(v))
	}
	return nil
}

// canPanic reports whether a function does more than wait and signal.
func canPanic(pass *rule.Pass, fn *ssa.Function, depth int) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Panic:
				return true
			case *ssa.TypeAssert:
				if !instr.CommaOk {
					return true
				}
			case *ssa.MapUpdate:
				return true
			case ssa.CallInstruction:
				if !harmless(pass, instr.Common(), depth) {
					return true
				}
			}
		}
	}
	return false
}

// harmless reports whether a call only waits, signals, logs or reads a clock.
func harmless(pass *rule.Pass, c *ssa.CallCommon, depth int) bool {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() != "panic"
	}
	if c.IsInvoke() {
		switch flow.ObjectID(c.Method) {
		case "(context.Context).Done", "(context.Context).Err", "(io.Closer).Close", "(io.ReadCloser).Close":
			return true
		}
		return false
	}
	callee := c.StaticCallee()
	if callee == nil {
		// A cancel function, or another plain signal.
		return flow.NamedID(c.Value.Type()) == "context.CancelFunc"
	}
	id := flow.FuncID(callee)
	switch flow.PackageOf(id) {
	case "sync", "sync/atomic", "time", "context", "log", "log/slog", "runtime", "golang.org/x/sync/errgroup":
		return true
	}
	if body := pass.Flow.Func(id); body != nil && depth < 3 {
		return !canPanic(pass, body, depth+1)
	}
	return false
}
