package outcome

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
)

// logLevel is the level at which a call logs: that of a well-known library, or
// of a type that is a logger by its methods. levelArg is the index of the
// argument that gives the level, or -1.
func logLevel(common *ssa.CallCommon) (level known.Level, levelArg int, ok bool) {
	method := calledMethod(common)
	id := ""
	switch {
	case common.IsInvoke():
		id = flow.ObjectID(common.Method)
	case common.StaticCallee() != nil:
		id = flow.FuncID(common.StaticCallee())
	}
	if level, levelArg, ok = known.LogCall(id); ok || method == nil {
		return level, levelArg, ok
	}
	if level = levelMethod(method); level == known.NoLevel || !isLogger(method) {
		return known.NoLevel, -1, false
	}
	return level, -1, true
}

// calledMethod is the method that a call runs, or nil.
func calledMethod(common *ssa.CallCommon) *types.Func {
	if common.IsInvoke() {
		return common.Method
	}
	if fn := common.StaticCallee(); fn != nil && fn.Signature.Recv() != nil {
		m, _ := fn.Object().(*types.Func)
		return m
	}
	return nil
}

// isLogger reports whether the receiver of a method has at least three methods
// that are named after levels and return nothing.
func isLogger(method *types.Func) bool {
	recv := method.Signature().Recv().Type()
	set := types.NewMethodSet(recv)
	levels := map[known.Level]bool{}
	for sel := range set.Methods() {
		if m, ok := sel.Obj().(*types.Func); ok {
			levels[levelMethod(m)] = true
		}
	}
	delete(levels, known.NoLevel)
	return len(levels) >= 3
}

// levelMethod is the level that a method which returns nothing is named after.
func levelMethod(m *types.Func) known.Level {
	if m.Signature().Results().Len() > 0 || m.Signature().Params().Len() == 0 {
		return known.NoLevel
	}
	name := m.Name()
	for _, suffix := range []string{"Context", "Ctx", "ln", "f", "w"} {
		if base, ok := strings.CutSuffix(name, suffix); ok {
			name = base
			break
		}
	}
	switch name {
	case "Debug":
		return known.Debug
	case "Info":
		return known.Info
	case "Warn", "Warning":
		return known.Warn
	case "Error":
		return known.Error
	}
	return known.NoLevel
}
