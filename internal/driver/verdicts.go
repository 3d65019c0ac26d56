package driver

import (
	"sync"

	"github.com/toolvet/toolvet/internal/cache"
	"github.com/toolvet/toolvet/internal/report"
)

// A verdict is what the rules made of a package.
type verdict struct {
	Findings []report.Finding
	Tools    int
}

// joined is the view of the program, or nil.
func (r *run) joined() View {
	r.viewOnce.Do(func() {
		if r.Join == nil {
			return
		}
		digests := make([][]byte, len(r.units))
		for i, u := range r.units {
			u.out.fetch(r.store)
			digests[i] = u.out.digest
		}
		r.viewFailed = !r.guard("the view of the program", r.units[len(r.units)-1].ImportPath, func() { r.view = r.Join(digests) })
	})
	return r.view
}

// findVerdicts looks for what the cache knows of the packages that are reported.
func (s *store) findVerdicts() {
	if s == nil {
		return
	}
	s.findViews()
	var wg sync.WaitGroup
	for _, p := range s.run.pkgs {
		if u := p.unit; p.Root && s.verdictKey(u).known() {
			wg.Go(func() { u.report = decodeVerdict(s.run.Cache.Get(cache.Key(s.verdictKey(u)))) })
		}
	}
	wg.Wait()
}

// findViews works out what the view of the program says to each package. The
// answer is kept, since the view takes longer to make than to hash.
func (s *store) findViews() {
	r := s.run
	h := newHasher("view")
	h.keys(s.salt)
	known := true
	for _, u := range r.units {
		h.strings(u.ImportPath)
		h.keys(u.out.said)
		known = known && u.out.said.known()
	}
	name := cache.Key(h.key())
	if known {
		if keys := decodeKeys(r.Cache.Get(name)); len(keys) == len(r.units) {
			for i, u := range r.units {
				u.view = keys[i]
			}
			return
		}
	}
	view := r.joined()
	if r.viewFailed {
		return
	}
	for i, u := range r.units {
		h := newHasher("view of a package")
		if view != nil {
			if !r.guard("the view of the program", u.ImportPath, func() { h.Write(view.Key(i)) }) {
				return
			}
		}
		u.view = h.key()
	}
	if known {
		keys := make([]key, len(r.units))
		for i, u := range r.units {
			keys[i] = u.view
		}
		s.put(name, func() ([]byte, []byte) { return encodeKeys(keys), nil })
	}
}

func (s *store) verdictKey(u *unit) key {
	if !u.key.known() || !u.in.known() || !u.view.known() {
		return key{}
	}
	h := newHasher("verdict")
	h.keys(s.verdict, u.key, u.in, u.view)
	return h.key()
}

// keepVerdict keeps what was found in a package that is loaded.
func (s *store) keepVerdict(u *unit) {
	if s == nil || !s.mayKeep(u) || u.live.failed || s.run.viewFailed {
		return
	}
	if k := s.verdictKey(u); k.known() {
		s.put(cache.Key(k), func() ([]byte, []byte) { return encodeVerdict(u.report), nil })
	}
}
