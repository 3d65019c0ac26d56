package registry

import (
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
	recovery  bool
	exposed   bits            // labels of tools whose panics nothing recovers
	stdio     map[string]bool // packages of programs that serve over standard input and output
	started   map[string]bool // functions that run before these serve
}

// NewWorld links what the packages of a program register.
func NewWorld(sdks *sdk.Table, packages []*Digest) *World {
	w := &World{
		names: map[string]bool{}, handlers: map[string]string{}, handed: map[string]bool{}, owned: map[string]int{},
		servers: map[string][]ServerUse{}, around: map[string][]*Tool{}, through: map[string][]*Tool{},
		entries: map[string][]string{}, consumers: map[string][]ConsumerDigest{}, linked: map[string]*ToolDigest{},
		envs: map[string]bool{}, words: map[string]bool{}, labelAt: map[string]int{}, reached: map[string]bits{}, started: map[string]bool{},
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
	for _, id := range d.Starts {
		w.started[id] = true
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
	w.recovery = w.recovery || d.Recovery
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
			if !t.Bundle && !w.answersPanics(t.Wrappers, srv) {
				w.exposed, _ = w.exposed.with(tool)
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
