package main

import (
	"encoding/json"
	"fmt"
	"go/token"
	"io"
	"sort"
	"strings"
	"text/tabwriter"

	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/registry"
)

// An entryJSON is one tool of the inventory, as data.
type entryJSON struct {
	Tool        string         `json:"tool"`
	Dynamic     bool           `json:"dynamic,omitempty"`
	SDK         string         `json:"sdk"`
	Entry       string         `json:"entry"`
	Package     string         `json:"package"`
	Posn        string         `json:"posn"`
	Handler     string         `json:"handler"`
	HandlerPosn string         `json:"handler_posn,omitempty"`
	Description string         `json:"description,omitempty"`
	Wrappers    []string       `json:"wrappers,omitempty"`
	Boundary    string         `json:"boundary"`
	Outcomes    map[string]int `json:"exits,omitempty"`
}

// printTools lists the tools of a program.
func printTools(w io.Writer, o *options, v *view) error {
	entries := v.inventory()
	if o.json {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "\t")
		return enc.Encode(entries)
	}
	tw := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintln(tw, "TOOL\tSDK\tHANDLER\tBOUNDARY\tRESULT\tCORRECT\tSTALE\tBROKEN\tUNKNOWN")
	for _, e := range entries {
		name := e.Tool
		if e.Dynamic {
			name = "(dynamic)"
		}
		where := e.HandlerPosn
		if where == "" {
			where = e.Posn
		}
		n := func(o outcome.Outcome) int { return e.Outcomes[o.String()] }
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\n", name, e.SDK, where, e.Boundary,
			n(outcome.Success), n(outcome.Correct), n(outcome.Stale), n(outcome.Broken), n(outcome.Unknown))
	}
	return tw.Flush()
}

// inventory joins what the packages register: a bundle and the place that hands
// it over are one tool.
func (v *view) inventory() []entryJSON {
	targets := map[string]*outcome.Target{}
	results := map[*outcome.Target]*outcome.Result{}
	var registries []*registry.Result
	roots := map[*registry.Result]string{}
	for _, p := range v.result.Packages {
		if r, ok := p.Result(v.suite.Registry).(*registry.Result); ok && p.Root {
			registries = append(registries, r)
			roots[r] = p.Path
		}
		r, ok := p.Result(v.suite.Outcome).(*outcome.Result)
		if !ok {
			continue
		}
		for _, t := range r.Targets {
			if targets[t.Handler.ID] == nil {
				targets[t.Handler.ID] = t
				results[t] = r
			}
		}
	}
	entries := []entryJSON{}
	seen := map[string]int{}
	for _, r := range registries {
		for _, t := range r.Tools {
			if t.Name == "" && r.HandlerName(t.Handler.ID) != "" {
				continue
			}
			e := v.entry(roots[r], r, t)
			if target := targets[t.Handler.ID]; target != nil {
				or := results[target]
				e.HandlerPosn = v.posn(or.Pass.Fset, target.Handler.Fn.Pos())
				e.Outcomes = map[string]int{}
				or.Exclusive(func() {
					for _, x := range or.Exits(target) {
						e.Outcomes[x.Outcome().String()]++
					}
				})
			}
			key := t.Handler.ID + "\x00" + t.Name
			if i, ok := seen[key]; ok {
				if entries[i].Boundary == "unknown" {
					entries[i].Boundary, entries[i].Wrappers = e.Boundary, e.Wrappers
				}
				continue
			}
			seen[key] = len(entries)
			entries = append(entries, e)
		}
	}
	sort.SliceStable(entries, func(i, j int) bool { return entries[i].Tool < entries[j].Tool })
	return entries
}

func (v *view) entry(pkg string, r *registry.Result, t *registry.Tool) entryJSON {
	e := entryJSON{
		Tool: t.Name, Dynamic: t.Name == "", SDK: t.SDK, Entry: t.Entry, Package: pkg,
		Posn: v.posn(r.Flow.Pass.Fset, t.Pos), Handler: t.Handler.ID, Description: t.Description,
		Boundary: t.BoundaryState(r),
	}
	for _, w := range t.Wrappers {
		e.Wrappers = append(e.Wrappers, w.ID)
	}
	return e
}

// posn is a position relative to where the user stands.
func (v *view) posn(fset *token.FileSet, pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	p := fset.Position(pos)
	return fmt.Sprintf("%s:%d", strings.TrimPrefix(v.report().Path(p.Filename), "./"), p.Line)
}
