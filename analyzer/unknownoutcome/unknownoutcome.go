package unknownoutcome

import (
	_ "embed"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/change"
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/rule"
)

//go:embed doc.go
var doc string

// New is the analyzer.
func New(outcomes, changes *analysis.Analyzer, tests bool) *analysis.Analyzer {
	return rule.New("unknownoutcome", doc, outcomes, tests, func(p *rule.Pass) {
		c := &checker{Pass: p, changes: p.ResultOf[changes].(*change.Result)}
		for _, t := range p.Outcome.Targets {
			if c.changes.Tool(t) == nil {
				continue
			}
			for _, x := range p.Outcome.Exits(t) {
				c.exit(t, x)
			}
		}
	}, changes)
}

type checker struct {
	*rule.Pass
	changes *change.Result
}

func (c *checker) exit(t *outcome.Target, x *outcome.Exit) {
	write, what := c.lost(x)
	if write == "" {
		return
	}
	text, known := c.says(x)
	if !known || admits(text) {
		return
	}
	pos := x.Pos
	if x.Err != nil && !x.Err.IsNil() {
		pos = c.Outcome.ErrPos(x)
	}
	c.Report(pos, nil, "tool %s answers %s after %s as a failure, though the write may have been done; say that the outcome is not known and how to find out", t.Label(), what, write)
}

// lost is the write whose answer was lost on every way to an exit, and how.
func (c *checker) lost(x *outcome.Exit) (write, what string) {
	if len(x.Paths) == 0 {
		return "", ""
	}
	for _, p := range x.Paths {
		found := false
		for _, cond := range p {
			if cond.Neg {
				continue
			}
			how, err := loses(cond.Term)
			if how == "" {
				continue
			}
			if w := c.writeOf(err, x); w != "" {
				write, what, found = w, how, true
			}
		}
		if !found {
			return "", ""
		}
	}
	return write, what
}

// loses tells whether a condition says that an answer was lost: how, and the
// error that it speaks of.
func loses(t *flow.Term) (how string, err *flow.Term) {
	if t.Op == flow.Bin && t.Str == "==" && len(t.Args) == 2 {
		for i, a := range t.Args {
			if how := sentinels[a.Str]; a.Op == flow.Global && how != "" {
				return how, t.Args[1-i]
			}
		}
		return "", nil
	}
	call := t.CallOf()
	if call == nil || len(call.Args) == 0 {
		return "", nil
	}
	name := flow.NameOf(call.Str)
	if strings.HasSuffix(call.Str, "rrors.Is") && len(call.Args) == 2 {
		return sentinels[call.Args[1].Str], call.Args[0]
	}
	words := change.Words(name)
	for _, w := range words {
		switch w {
		case "timeout", "deadline", "timedout":
			return "a timeout", call.Args[len(call.Args)-1]
		}
	}
	return "", nil
}

var sentinels = map[string]string{
	"context.DeadlineExceeded": "a timeout", "os.ErrDeadlineExceeded": "a timeout", "net/http.ErrHandlerTimeout": "a timeout",
	"context.Canceled": "a cancellation", "io.ErrUnexpectedEOF": "a lost reply", "io.EOF": "a lost reply", "net.ErrClosed": "a lost reply",
	"syscall.ECONNRESET": "a lost reply", "syscall.EPIPE": "a lost reply",
}

// writeOf is the write that an error comes from, or that was made before the
// context of the call was asked.
func (c *checker) writeOf(err *flow.Term, x *outcome.Exit) string {
	found := ""
	err.Walk(func(t *flow.Term) bool {
		if call, ok := t.Value().(*ssa.Call); ok && t.Op == flow.Call {
			if es := c.changes.Call(call); len(es) > 0 {
				found = es[0].What
			}
			if id := t.Str; found == "" && (id == "(context.Context).Err" || id == "context.Cause") {
				found = c.before(call, x)
			}
		}
		return found == ""
	})
	return found
}

func (c *checker) before(call *ssa.Call, x *outcome.Exit) string {
	for _, b := range call.Parent().Blocks {
		if !b.Dominates(call.Block()) {
			continue
		}
		for _, instr := range b.Instrs {
			w, ok := instr.(ssa.CallInstruction)
			if !ok || b == call.Block() && w.Pos() > call.Pos() {
				continue
			}
			if es := c.changes.Call(w); len(es) > 0 {
				return es[0].What
			}
		}
	}
	return ""
}

// says is the text that the model reads at an exit. known is false where
// nothing of it is.
func (c *checker) says(x *outcome.Exit) (text string, known bool) {
	switch x.Convey {
	case outcome.ConveyToolError, outcome.ConveyErrResult, outcome.ConveyError:
		if x.Message == nil {
			return "", false
		}
		text = x.Message.String()
		return text, strings.TrimSpace(x.Message.Literal()) != ""
	case outcome.ConveyResult:
		for _, t := range []*flow.Term{x.Output, x.Result} {
			if t == nil {
				continue
			}
			t.Walk(func(t *flow.Term) bool {
				if t.Op == flow.Const && t.Lit == flow.LitString || t.Op == flow.Global {
					s, _ := registry.Fold(c.Flow, t)
					text += " " + s
					known = known || fails(s)
				}
				return len(text) < 4000
			})
		}
	}
	return text, known
}

// fails reports whether a text of a successful answer says that the call has
// failed, or can be repeated.
func fails(text string) bool {
	low := strings.ToLower(text)
	for _, w := range []string{"fail", "reject", "timed out", "timeout", "error", "retry", "try again", "not created", "not changed"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}

// admits reports whether a text says that the outcome is open, sends the model
// to look first, or asks for the same key again.
func admits(text string) bool {
	low := strings.ToLower(text)
	for _, w := range []string{"unknown", "may have", "might have", "could have", "may or may not", "not known", "cannot tell", "can't tell", "uncertain",
		"not sure", "unclear", "whether", "in doubt", "unconfirmed", "not confirmed", "same key", "same idempotency", "same request_id", "same operation",
		"before retrying", "before you retry", "before trying again", "before calling", "pending", "may still", "might still", "do not retry", "don't retry"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}
