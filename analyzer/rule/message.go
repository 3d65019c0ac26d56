package rule

import (
	"go/token"
	"slices"

	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/outcome"
)

// A Message is a text that the model reads when a call fails.
type Message struct {
	Exit  *outcome.Exit
	Pos   token.Pos
	Text  string   // with a NUL for each value
	Tools []string // that answer with it

	Targets []*outcome.Target // the same

	// Opaque is set where some of the text is not known: what it says may be
	// there.
	Opaque bool
	// Quotes is set where a value is in the text that may be one of the call's.
	Quotes bool
}

// Messages lists the texts that this package answers failed calls with, one for
// each place. An answer that declares how the call ended is no failure.
func (p *Pass) Messages() []*Message {
	at := map[token.Pos]*Message{}
	var order []*Message
	for _, t := range p.Outcome.Targets {
		for _, x := range p.Outcome.Exits(t) {
			if x.Message == nil || !x.Message.Known || !x.Pos.IsValid() || !arrives(p.Outcome.Fate(t), x) || p.Outcome.DeclaresOutcome(x.Result) || p.Outcome.DeclaresOutcome(x.Output) {
				continue
			}
			m := at[x.Pos]
			if m == nil {
				m = message(x)
				at[x.Pos] = m
				order = append(order, m)
			} else if m.Text != x.Message.Literal() {
				m.Opaque = true // a helper that is given the text
			}
			if !slices.Contains(m.Tools, t.Label()) {
				m.Tools = append(m.Tools, t.Label())
			}
			if !slices.Contains(m.Targets, t) {
				m.Targets = append(m.Targets, t)
			}
		}
	}
	slices.SortStableFunc(order, func(a, b *Message) int { return int(a.Pos) - int(b.Pos) })
	return order
}

func message(x *outcome.Exit) *Message {
	m := &Message{Exit: x, Pos: x.Pos, Text: x.Message.Literal()}
	for _, p := range x.Message.Parts {
		switch {
		case p.Other:
			m.Opaque = true
		case p.Prov == outcome.FromArg:
			m.Quotes = true
		case p.Prov == outcome.Data:
			m.Quotes = true
			m.Opaque = m.Opaque || p.Away || p.Verb == 0
		case p.Prov != outcome.Literal:
			m.Opaque = true
		}
	}
	return m
}

// Fault reports whether a failure is declared, or known, to be the server's.
func (m *Message) Fault() bool {
	if m.Exit.Verdict.Named && m.Exit.Outcome() != outcome.Broken {
		return false // whatever its level says
	}
	if m.Exit.Convey == outcome.ConveyToolError {
		switch m.Exit.Level {
		case known.Warn, known.Error:
			return true
		case known.Info:
			return false
		}
	}
	return m.Exit.Verdict.Explicit && m.Exit.Outcome() == outcome.Broken
}

// Correctable reports whether a failure is known to be one that the model can
// send a better call for.
func (m *Message) Correctable() bool {
	o := m.Exit.Outcome()
	v := m.Exit.Verdict
	return (v.Named || v.Class == known.Argument && v.Err == nil) && !v.Mixed && (o == outcome.Correct || o == outcome.Stale) && !m.Fault()
}

func arrives(f outcome.Fate, x *outcome.Exit) bool {
	switch x.Convey {
	case outcome.ConveyErrResult, outcome.ConveyToolError:
		return true
	case outcome.ConveyError:
		return f.Known && f.Verbatim && !f.Masked
	}
	return false
}
