package identity

import (
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
)

// logs reports whether a call only writes a log.
func logs(c ssa.CallInstruction) bool {
	fn := c.Common().StaticCallee()
	if fn == nil {
		return false
	}
	id := flow.FuncID(fn)
	if _, _, ok := known.LogCall(id); ok {
		return true
	}
	switch flow.PackageOf(id) {
	case "log", "log/slog", "fmt":
		return true
	}
	return false
}
