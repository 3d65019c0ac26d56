package main

import (
	"encoding/json"
	"fmt"
	"io"
	"sort"

	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/outcome"
)

// A toolJSON is one tool with all its exits, as data.
type toolJSON struct {
	Tool    string     `json:"tool"`
	SDK     string     `json:"sdk"`
	Package string     `json:"package"`
	Handler string     `json:"handler"`
	Posn    string     `json:"posn"`
	Fate    string     `json:"error_fate"`
	Exits   []exitJSON `json:"exits"`

	registered []string // where the tool and its handler begin
}

type exitJSON struct {
	Posn     string   `json:"posn"`
	Outcome  string   `json:"outcome"`
	Convey   string   `json:"conveyed"`
	Maybe    bool     `json:"maybe,omitempty"`
	Class    []string `json:"class,omitempty"`
	Explicit bool     `json:"explicit,omitempty"`
	Evidence string   `json:"evidence,omitempty"`
	Message  string   `json:"message,omitempty"`
	Level    string   `json:"level,omitempty"`

	chain []string // the return statements that pass it on
}

// printOutcomes lists how each handler can end.
func printOutcomes(w io.Writer, o *options, v *view) error {
	tools := v.outcomes()
	if o.json {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "\t")
		return enc.Encode(tools)
	}
	for i, t := range tools {
		if i > 0 {
			fmt.Fprintln(w)
		}
		name := t.Tool
		if name == "" {
			name = "(registered elsewhere)"
		}
		fmt.Fprintf(w, "%s  %s  %s\n", name, t.SDK, t.Posn)
		for _, x := range t.Exits {
			fmt.Fprintf(w, "  %-28s %-8s %-12s", x.Posn, x.Outcome, x.Convey)
			if x.Level != "" {
				fmt.Fprintf(w, " %s", x.Level)
			}
			if x.Message != "" {
				fmt.Fprintf(w, " %q", x.Message)
			}
			if x.Evidence != "" {
				fmt.Fprintf(w, "  (%s)", x.Evidence)
			}
			fmt.Fprintln(w)
		}
	}
	return nil
}

// outcomes judges all handlers of the packages that were asked for.
func (v *view) outcomes() []toolJSON {
	tools := []toolJSON{}
	for _, p := range v.result.Packages {
		r, ok := p.Result(v.suite.Outcome).(*outcome.Result)
		if !ok || !p.Root {
			continue
		}
		r.Exclusive(func() {
			for _, t := range r.Targets {
				tools = append(tools, v.toolOutcomes(p.Path, r, t))
			}
		})
	}
	sort.SliceStable(tools, func(i, j int) bool { return tools[i].Tool < tools[j].Tool })
	return tools
}

func (v *view) toolOutcomes(pkg string, r *outcome.Result, t *outcome.Target) toolJSON {
	tj := toolJSON{Package: pkg, Handler: t.Handler.ID, Posn: v.posn(r.Pass.Fset, t.Handler.Fn.Pos()), Exits: []exitJSON{}}
	if t.Handler.Binding != nil {
		tj.SDK = t.Handler.Binding.SDK
	}
	if t.Tool != nil {
		tj.Tool, tj.SDK = t.Tool.Name, t.Tool.SDK
		tj.registered = append(tj.registered, v.posn(r.Pass.Fset, t.Tool.Pos), v.posn(r.Pass.Fset, t.Tool.Sink))
	}
	tj.registered = append(tj.registered, tj.Posn)
	if tj.Tool == "" {
		tj.Tool = r.Registry.HandlerName(t.Handler.ID)
	}
	tj.Fate = fateText(r.Fate(t))
	for _, x := range r.Exits(t) {
		xj := exitJSON{
			Posn: v.posn(r.Pass.Fset, x.Pos), Outcome: x.Outcome().String(), Convey: x.Convey.String(), Maybe: x.Maybe,
			Class: classNames(x.Verdict.Class), Explicit: x.Verdict.Explicit, Evidence: x.Verdict.Why, Message: x.Message.String(),
		}
		if x.Level != known.NoLevel {
			xj.Level = x.Level.String()
		}
		for _, pos := range x.Chain {
			xj.chain = append(xj.chain, v.posn(r.Pass.Fset, pos))
		}
		tj.Exits = append(tj.Exits, xj)
	}
	return tj
}

func fateText(f outcome.Fate) string {
	switch {
	case f.Masked:
		return "masked"
	case !f.Known:
		return "unknown"
	case f.Verbatim:
		return "verbatim"
	case f.Protocol:
		return "protocol error"
	case f.Abort:
		return "abort"
	}
	return "unknown"
}

func classNames(c known.Class) []string {
	var out []string
	for _, n := range []struct {
		class known.Class
		name  string
	}{
		{known.Argument, "argument"}, {known.Absent, "absent"}, {known.Refused, "refused"}, {known.Stale, "stale"},
		{known.Heals, "heals"}, {known.Fault, "fault"}, {known.Cancelled, "cancelled"},
	} {
		if c&n.class != 0 {
			out = append(out, n.name)
		}
	}
	return out
}
