package contract

import "github.com/toolvet/toolvet/analyzer/flow"

// Mentions reports whether a term calls a function anywhere.
func Mentions(t *flow.Term, id string) bool {
	return id != "" && t.Has(func(t *flow.Term) bool { return t.IsCall(id) })
}
