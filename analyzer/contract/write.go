package contract

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/change"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/rule"
)

// Writes lists the calls in a target's reach that change something, those that
// only lead to such a call included.
func Writes(p *rule.Pass, ch *change.Result, t *outcome.Target) []Write {
	var out []Write
	for _, f := range Frames(p, t) {
		for _, b := range f.Fn.Blocks {
			for _, instr := range b.Instrs {
				c, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if es := ch.Call(c); len(es) > 0 {
					out = append(out, Write{Frame: f, Call: c, Names: ParamNames(c), Effects: es})
				}
			}
		}
	}
	return out
}

// Kind is what the effects of a write do.
func (w Write) Kind() (k change.Kind) {
	for _, e := range w.Effects {
		k |= e.Kind
	}
	return k
}

// IsVersion reports whether a name speaks of the state that a write expects: a
// version, an entity tag, a revision.
func IsVersion(name string) bool {
	words := change.Words(name)
	for i, w := range words {
		switch w {
		case "version", "etag", "revision", "rev", "generation", "ifmatch", "resourceversion", "expected":
			return true
		case "match":
			if i > 0 && words[i-1] == "if" {
				return true
			}
		case "sha", "hash", "checksum":
			if len(words) == 1 || words[0] == "base" || words[0] == "last" || words[0] == "head" {
				return true
			}
		case "since":
			return strings.Contains(name, "unmodified")
		}
	}
	return false
}

// IsKey reports whether a name speaks of the identity of one operation: what
// makes a second delivery of a call the same operation.
func IsKey(name string) bool {
	words := change.Words(name)
	joined := strings.Join(words, " ")
	for _, w := range words {
		if strings.HasPrefix(w, "idempoten") || strings.HasPrefix(w, "dedup") {
			return true
		}
	}
	return slices.Contains([]string{"request id", "client token", "client request id", "request token", "operation id", "operation key", "logical operation id",
		"request key", "transaction key", "client operation id", "nonce"}, joined)
}
