package boundary

import "github.com/toolvet/toolvet/analyzer/registry"

// several is the number of tools from which on a report stands at the adapter
// that they share, rather than at each of them.
const several = 3

// A bare is a tool without a working boundary.
type bare struct {
	tool *registry.Tool
	lack lack
}

// places finds what tools of several packages have in common on their way to
// the SDK. Each package asks the same questions of the same data, so that they
// agree on which of them reports.
type places struct {
	r        *registry.Result
	adapters map[string][]bare
	calls    map[string][]bare
	handlers map[string]bool
}

// repeated reports whether the same function has handed over the same handler
// before.
func (p *places) repeated(t *registry.Tool) bool {
	if t.Fn == nil {
		return false
	}
	key := t.Handler.ID + " in " + t.Fn.String()
	seen := p.handlers[key]
	p.handlers[key] = true
	return seen
}

// has reports whether a tool is reported at a place that it shares with others.
func (p *places) has(t *registry.Tool, l lack) bool {
	if l.adapter != nil && len(p.behind(l.adapter.ID)) > 0 {
		return true
	}
	return len(p.through(t.Site())) > 0
}

// behind lists the bare tools that share an adapter, if they are several.
func (p *places) behind(adapter string) []bare {
	if have, ok := p.adapters[adapter]; ok {
		return have
	}
	var out []bare
	for _, t := range p.r.Around(adapter) {
		if l := judge(p.r, t); l.kind != fine && l.adapter != nil && l.adapter.ID == adapter && !(l.server && l.near != nil) {
			out = append(out, bare{t, l})
		}
	}
	if len(out) < several {
		out = nil
	}
	p.adapters[adapter] = out
	return out
}

// through lists the tools that one call hands to the SDK, if they are several
// and all bare.
func (p *places) through(site string) []bare {
	if have, ok := p.calls[site]; ok {
		return have
	}
	var out []bare
	for _, t := range p.r.Through(site) {
		l := judge(p.r, t)
		if l.kind == fine || l.server && l.near != nil {
			out = nil
			break
		}
		if l.adapter == nil || len(p.behind(l.adapter.ID)) == 0 {
			out = append(out, bare{t, l})
		}
	}
	if len(out) < 2 {
		out = nil
	}
	p.calls[site] = out
	return out
}
