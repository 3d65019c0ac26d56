package registry

import (
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// A World is what the whole program adds to what one package knows. A driver
// that sees all packages makes one between finding the tools and judging them;
// one that analyses package by package has none.
type World struct {
	names    map[string]bool        // tools
	handlers map[string]string      // the tool that a handler is registered as
	handed   map[string]bool        // handlers, and bundle types, that reach an SDK
	owned    map[string]int         // tools counted for a package
	servers  map[string][]ServerUse // what goes into a parameter that takes a server
	around   map[string][]*Tool     // the tools that a wrapper is around
	through  map[string][]*Tool     // the tools that go through a site
	entries  map[string][]string    // the tools of a bundle type

	consumers map[string][]ConsumerDigest // by site
	outside   map[string]bool             // dispatchers that run outside of any handler
	linked    map[string]*ToolDigest      // where a handler is given to an SDK
	envs      map[string]bool             // environment variables that are read
	words     map[string]bool             // names that the program writes
	unnamed   bool                        // some tool's name is not known
	labels    []string                    // tools as messages name them
	labelAt   map[string]int
	reached   map[string]bits // functions that handlers run, with the labels of the tools that do
	distance  map[string]int  // the calls between them and the nearest handler
	boundary  bool
	stdio     map[string]bool // packages of programs that serve over standard input and output
}

// NewWorld links what the packages of a program register.
func NewWorld(sdks *sdk.Table, packages []*Digest) *World {
	w := &World{
		names: map[string]bool{}, handlers: map[string]string{}, handed: map[string]bool{}, owned: map[string]int{},
		servers: map[string][]ServerUse{}, around: map[string][]*Tool{}, through: map[string][]*Tool{},
		entries: map[string][]string{}, consumers: map[string][]ConsumerDigest{}, linked: map[string]*ToolDigest{},
		envs: map[string]bool{}, words: map[string]bool{}, labelAt: map[string]int{}, reached: map[string]bits{},
	}
	for _, d := range packages {
		w.add(sdks, d)
	}
	w.count(packages)
	w.reach(packages)
	w.stdio = stdioPackages(packages)
	return w
}

func (w *World) add(sdks *sdk.Table, d *Digest) {
	for i := range d.Tools {
		t := &d.Tools[i]
		w.unnamed = w.unnamed || t.Name == ""
		if t.Name != "" {
			w.names[t.Name] = true
			if _, ok := w.handlers[t.Handler]; !ok {
				w.handlers[t.Handler] = t.Name
			}
		}
		if !t.Bundle {
			w.handed[t.Handler] = true
			w.linked[t.Handler] = t
		}
		tool := t.tool(sdks)
		if t.Site != "" {
			w.through[t.Site] = append(w.through[t.Site], tool)
		}
		for _, wr := range t.Wrappers {
			w.around[wr.ID] = append(w.around[wr.ID], tool)
		}
		if t.Bundle {
			for _, entry := range append([]string{t.Entry}, t.Others...) {
				w.entries[entry] = append(w.entries[entry], t.Label)
			}
		}
	}
	for _, c := range d.Consumes {
		w.handed[c.Type] = true
		if c.Site != "" {
			w.consumers[c.Site] = append(w.consumers[c.Site], c)
		}
	}
	for _, n := range d.Words {
		w.words[n] = true
	}
	for _, n := range d.Env {
		w.envs[n] = true
	}
	for _, use := range d.Given {
		w.servers[use.Key] = append(w.servers[use.Key], use)
	}
	w.boundary = w.boundary || d.Boundary
}

// count gives each tool to the first package that registers it: a bundle and
// the place that hands it over are one tool.
func (w *World) count(packages []*Digest) {
	seen := map[string]bool{}
	for _, d := range packages {
		for _, t := range d.Tools {
			if t.Name == "" && w.handlers[t.Handler] != "" {
				continue
			}
			key := t.Handler + "\x00" + t.Name
			if !seen[key] {
				seen[key] = true
				w.owned[d.Package]++
			}
		}
	}
}

const (
	// Further away than this, or behind an interface with more types than
	// this, what runs is hardly the handler's doing any more.
	maxDistance        = 4
	maxImplementations = 3
)

// implementations finds, for each method of the program's interfaces that is
// called, the methods that the call may run: those of types that have all of
// the interface's methods.
func implementations(packages []*Digest) map[string][]string {
	methods := map[string]map[string]string{} // by type and key
	var types []string
	for _, d := range packages {
		for _, m := range d.Methods {
			if methods[m.Type] == nil {
				methods[m.Type] = map[string]string{}
				types = append(types, m.Type)
			}
			methods[m.Type][m.Key] = m.ID
		}
	}
	out := map[string][]string{}
	done := map[string]bool{}
	for _, d := range packages {
		for _, u := range d.Uses {
			if done[u.ID] {
				continue
			}
			done[u.ID] = true
		next:
			for _, t := range types {
				for _, key := range u.Keys {
					if methods[t][key] == "" {
						continue next
					}
				}
				for _, key := range u.Keys {
					out[u.ID+key] = append(out[u.ID+key], methods[t][key])
				}
			}
		}
	}
	return out
}

// reach follows calls from the handlers through all packages.
func (w *World) reach(packages []*Digest) {
	edges := map[string][]string{}
	for _, d := range packages {
		for _, e := range d.Calls {
			edges[e.From] = append(edges[e.From], e.To...)
		}
	}
	methods := implementations(packages)
	w.findOutside(packages, edges, methods)
	var queue []string
	distance := map[string]int{}
	w.distance = distance
	add := func(id string, tools bits, steps int) {
		if steps > maxDistance {
			return
		}
		have, seen := w.reached[id]
		if !seen {
			distance[id] = steps
		}
		if now, grown := have.with(tools); !seen || grown {
			w.reached[id] = now
			queue = append(queue, id)
		}
	}
	for _, d := range packages {
		for _, t := range d.Tools {
			tool := bits(nil).withBit(w.label(t.Label))
			add(t.Handler, tool, 0)
			for _, wr := range t.Wrappers {
				add(wr.ID, tool, 0)
			}
			srv := t.Server
			if srv == nil {
				srv = w.serversAt(t.OnParam, 0)
			}
			if srv != nil {
				for _, wr := range srv.Middleware {
					add(wr.ID, tool, 0)
				}
			}
		}
	}
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		for _, to := range edges[id] {
			next := distance[id] + 1
			if ids, isMethod := methods[to]; isMethod {
				if len(ids) > maxImplementations {
					continue // which of them it is cannot be told
				}
				for _, m := range ids {
					add(m, w.reached[id], next)
				}
				continue
			}
			add(to, w.reached[id], next)
		}
	}
}

// label is the number of a tool's label.
func (w *World) label(s string) int {
	n, ok := w.labelAt[s]
	if !ok {
		n = len(w.labels)
		w.labelAt[s] = n
		w.labels = append(w.labels, s)
	}
	return n
}

// bits is a set of small numbers. Its methods leave it as it is.
type bits []uint64

func (b bits) withBit(n int) bits {
	one := make(bits, n/64+1)
	one[n/64] = 1 << (n % 64)
	all, _ := b.with(one)
	return all
}

// with is the union, and whether it is larger than b.
func (b bits) with(c bits) (union bits, grown bool) {
	for i, x := range c {
		if i >= len(b) || x&^b[i] != 0 {
			grown = true
		}
	}
	if !grown {
		return b, false
	}
	union = make(bits, max(len(b), len(c)))
	copy(union, b)
	for i, x := range c {
		union[i] |= x
	}
	return union, true
}

func (b bits) has(n int) bool { return n/64 < len(b) && b[n/64]&(1<<(n%64)) != 0 }

// serversAt is what a parameter that takes a server is given anywhere in the
// program: of several servers the one with the least in front of its tools.
// nil means not known.
func (w *World) serversAt(key string, depth int) *Server {
	uses := w.servers[key]
	if len(uses) == 0 || depth > 8 {
		return nil
	}
	var least *Server
	for _, use := range uses {
		srv := use.Server
		if srv == nil && use.From != "" {
			srv = w.serversAt(use.From, depth+1)
		}
		if srv == nil {
			return nil
		}
		if least == nil || len(srv.Middleware) < len(least.Middleware) {
			least = srv
		}
	}
	return least
}

// ServerOf is the server that a tool lands on: the one in sight, or else, when
// the whole program is, the one its package is given. nil means not known.
func (r *Result) ServerOf(t *Tool) *Server { return r.server(t.Server, t.onParam) }

// ConsumerServer is the same for a consumer.
func (r *Result) ConsumerServer(c *Consumer) *Server { return r.server(c.Server, c.onParam) }

func (r *Result) server(have *Server, key string) *Server {
	if have != nil || r.world == nil || key == "" {
		return have
	}
	return r.world.serversAt(key, 0)
}

// NumTools is the number of tools that are counted for this package.
func (r *Result) NumTools() int {
	if r.world != nil && r.Flow.Pass != nil {
		return r.world.owned[r.Flow.Pass.Pkg.Path()]
	}
	return len(r.Tools)
}

// SetWorld gives a package's result the view of the whole program.
func (r *Result) SetWorld(w *World) { r.world = w }

// WholeProgram reports whether all packages of the program are in sight.
func (r *Result) WholeProgram() bool { return r.world != nil }

// NoBoundaryAnywhere reports that no part of the program puts a boundary around
// any handler, so that one whose server is not in sight has none either.
func (r *Result) NoBoundaryAnywhere() bool { return r.world != nil && !r.world.boundary }

// ToolNames lists the names of all tools of the program. ok is false where only
// one package is in sight.
func (r *Result) ToolNames() (names map[string]bool, ok bool) {
	if r.world == nil {
		return nil, false
	}
	return r.world.names, true
}

// ReachedFrom names the tools whose handlers run a function of this package
// from another one. ok is false if none is known to.
func (r *Result) ReachedFrom(id string) (names []string, ok bool) {
	if r.world == nil {
		return nil, false
	}
	tools, ok := r.world.reached[id]
	for i, name := range r.world.labels {
		if tools.has(i) {
			names = append(names, name)
		}
	}
	return names, ok
}

// Distance is the number of calls between the nearest handler and a function
// that one runs, where the whole program is in sight.
func (r *Result) Distance(id string) int {
	if r.world == nil {
		return 0
	}
	return r.world.distance[id]
}

// Registered finds where a handler is given to an SDK, in whichever package
// that is, and the server it lands on. It gives nil where only one package is
// in sight.
func (r *Result) Registered(id string) (*Tool, *Server) {
	if r.world == nil || r.world.linked[id] == nil {
		return nil, nil
	}
	d := r.world.linked[id]
	return d.tool(r.Flow.SDKs), r.server(d.Server, d.OnParam)
}

// HandlerName is the tool that a handler is registered as in another package.
func (r *Result) HandlerName(id string) string {
	if r.world == nil {
		return ""
	}
	return r.world.handlers[id]
}

// usesBoundary reports whether a boundary is around any of the package's
// tools, or on any of its servers.
func (r *Result) usesBoundary() bool {
	for id, w := range r.wrappers {
		if w == nil || w.SDK || !w.Boundary && !w.Masks {
			continue
		}
		// Others wrap other things: an HTTP transport, a command.
		if fn := r.Flow.Func(id); fn != nil && mentionsSDK(r.Flow.SDKs, fn.Signature) {
			return true
		}
	}
	for _, t := range r.Tools {
		for _, w := range t.Wrappers {
			if w.Boundary || w.Masks || w.Unknown && w.ID != "loop" {
				return true
			}
		}
		if t.Server != nil {
			for _, w := range t.Server.Middleware {
				if w.Boundary || w.Masks || w.Unknown {
					return true
				}
			}
		}
	}
	return false
}

// HandedOver reports whether some package gives a bundle's tool to an SDK: what
// is wrong with that is reported there.
func (r *Result) HandedOver(t *Tool) bool {
	if r.world == nil {
		return false
	}
	handed := r.world.handed[t.Handler.ID] || r.world.handed[t.Entry]
	for _, entry := range t.others {
		handed = handed || r.world.handed[entry]
	}
	return handed
}

// ToolsOf lists the tools that this package and its imports have in a bundle
// type, or behind an interface.
func (r *Result) ToolsOf(entry string) []string {
	if r.world != nil {
		return r.world.entries[entry]
	}
	var out []string
	for _, t := range r.Tools {
		if t.Entry == entry && t.Bundle {
			out = append(out, t.Label())
		}
	}
	if r.facts != nil {
		out = append(out, r.facts.tools(entry)...)
	}
	return out
}

// Raw reports whether a wrapper of this package that forwards the text of errors
// gets any that nothing beneath it has replaced. One that nothing in sight uses
// is in use elsewhere, as far as can be told: nothing else calls a handler.
func (r *Result) Raw(w *Wrapper) bool {
	used := false
	for _, t := range r.Tools {
		chain := t.Wrappers
		if server := r.ServerOf(t); server != nil {
			chain = append(append([]*Wrapper(nil), server.Middleware...), chain...)
		}
		for i, have := range chain {
			if have.ID != w.ID {
				continue
			}
			used = true
			masked := false
			for _, inner := range chain[i+1:] {
				masked = masked || inner.Masks || inner.Boundary
			}
			if !masked {
				return true
			}
		}
	}
	for _, c := range r.consumers {
		for _, have := range c.Wrappers {
			if have.ID == w.ID {
				return true
			}
		}
	}
	fn := r.Flow.Func(w.ID)
	return !used && fn != nil && sdkOfResults(r.Flow.SDKs, fn.Signature) != nil
}

// BoundaryState says in a word whether a boundary is around a tool: "yes",
// "no", or "unknown".
func (t *Tool) BoundaryState(r *Result) string {
	masks, recovers, unknown := false, false, false
	look := func(ws []*Wrapper, typed bool) {
		for _, w := range ws {
			masks = masks || w.Boundary || w.Masks && !typed || w.MasksResult && typed
			recovers = recovers || w.Boundary || w.Recovers
			unknown = unknown || w.Unknown
		}
	}
	look(t.Wrappers, false)
	server := r.ServerOf(t)
	if server != nil {
		look(server.Middleware, t.Outer != nil && t.Outer.Error == sdk.Verbatim)
		unknown = unknown || server.Open
	}
	switch {
	case masks && recovers:
		return "yes"
	case unknown, server == nil && !r.NoBoundaryAnywhere():
		return "unknown"
	}
	return "no"
}

// Behind lists the tools that a wrapper of this package is around, anywhere in
// the program. ok is false where only this package is in sight.
func (r *Result) Behind(id string) (names []string, ok bool) {
	if r.world == nil {
		for _, t := range r.Tools {
			for _, w := range t.Wrappers {
				if w.ID == id {
					names = append(names, t.Label())
				}
			}
		}
		return names, false
	}
	for _, t := range r.world.around[id] {
		names = append(names, t.Label())
	}
	return names, true
}

// Wrappers lists the wrappers that this package declares, in source order.
func (r *Result) Wrappers() []*Wrapper {
	var out []*Wrapper
	for _, fn := range r.Flow.Funcs {
		if w := r.wrapper(flow.FuncID(fn)); w != nil && !w.SDK && mentionsSDK(r.Flow.SDKs, fn.Signature) {
			out = append(out, w)
		}
	}
	return out
}
