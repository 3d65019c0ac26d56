package nextstep

import (
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/outcome"
)

// impossible reports whether an exit is for arguments that are nil as a whole,
// which no call can send.
func impossible(x *outcome.Exit) bool {
	for _, p := range x.Paths {
		found := false
		for _, c := range p {
			if t, isNil := outcome.NilTest(c); t != nil && isNil && t.Op == flow.Param {
				found = true
			}
		}
		if !found {
			return false
		}
	}
	return len(x.Paths) > 0
}
