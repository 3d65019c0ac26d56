package driver

import (
	"sync"
	"sync/atomic"

	"github.com/toolvet/toolvet/internal/cache"
)

// A store is what the cache has for one run. Nil has nothing.
type store struct {
	run     *run
	salt    key
	content map[*unit]key      // of the files that can change
	apis    map[*unit]key      // of the source of analysed packages, without bodies
	entries map[*unit]*factLog // what was there in the beginning
	verdict key                // of the rules

	writes  sync.WaitGroup
	damaged atomic.Bool // the cache does not have what it should
}

func (r *run) newStore() *store {
	s := &store{run: r, content: map[*unit]key{}, apis: map[*unit]key{}, entries: map[*unit]*factLog{}}
	prepareFacts(r.plan.infer)
	s.salt = newSalt(r)
	h := newHasher("rules")
	h.keys(s.salt)
	hashAnalyzers(h, r.plan.rules)
	s.verdict = h.key()
	s.setKeys()
	return s
}

// unknown are the packages to analyse next: those whose facts are not known,
// where those of all that they import are, or will be by the same load. There
// are at most two rounds of this. What has not been seen before comes first;
// if what it says has changed, then all that can see it follows.
func (r *run) unknown() []*unit {
	var todo []*unit
	first := len(r.loads) == 0
	listed, later := map[*unit]bool{}, map[*unit]bool{}
	for _, u := range r.units {
		if u.out != nil {
			continue
		}
		wait, open := false, false
		for _, b := range u.below {
			wait = wait || later[b]
			open = open || listed[b]
		}
		switch {
		case r.store == nil:
		case wait:
			later[u] = true
			continue
		case !open:
			if u.out = r.store.findOutput(u); u.out != nil {
				continue
			}
		case first && r.store.entries[u] != nil:
			later[u] = true
			continue
		}
		todo = append(todo, u)
		listed[u] = true
	}
	return todo
}

// readEntry reads what was kept about a package's facts, and gives the key of
// what importers see of it.
func (s *store) readEntry(u *unit) key {
	log := decodeFactLog(s.run.Cache.Get(s.factsName(u)))
	if log == nil {
		return key{}
	}
	s.entries[u] = log
	return log.API
}

func (s *store) factsName(u *unit) cache.Key {
	h := newHasher("facts")
	h.keys(u.key)
	return cache.Key(h.key())
}

// setIn works out what identifies the facts that a package can see.
func (s *store) setIn(u *unit) {
	h := newHasher("below")
	for _, b := range u.below {
		if b.out == nil || !b.out.seen.known() {
			return
		}
		h.strings(b.ImportPath)
		h.keys(b.out.seen)
	}
	u.in = h.key()
}

// findOutput is what the cache knows of a package, where all facts that it can
// see are known.
func (s *store) findOutput(u *unit) *output {
	s.setIn(u)
	log := s.entries[u]
	if log == nil || !u.in.known() {
		return nil
	}
	for i := range log.Outputs {
		if o := &log.Outputs[i]; o.In == u.in {
			return &output{log: log, kept: o, said: o.Said, seen: o.Seen}
		}
	}
	return nil
}

// keepOutput keeps what the inference made of a package.
func (s *store) keepOutput(u *unit) {
	if s == nil {
		return
	}
	s.setIn(u)
	u.out.identify(u)
	if !s.mayKeep(u) || u.out.facts == nil {
		return
	}
	log := s.entries[u]
	if log == nil {
		log = &factLog{API: s.apis[u]}
	}
	s.put(s.factsName(u), func() ([]byte, []byte) { return log.add(u.out, u.in) })
}

// mayKeep reports whether what was found about a package that is loaded may be
// kept: it must be known in full, and no analyzer may have failed on it.
func (s *store) mayKeep(u *unit) bool {
	if !u.key.known() || !u.in.known() || u.live == nil || u.live.shaky || s.damaged.Load() {
		return false
	}
	for _, act := range u.live.actions {
		if len(act.bugs) > 0 {
			return false
		}
	}
	return true
}

// put keeps an entry, which is made and written in the background.
func (s *store) put(k cache.Key, entry func() (head, body []byte)) {
	s.writes.Go(func() {
		head, body := entry()
		s.run.Cache.Put(k, head, body)
	})
}

// close waits for what is being written.
func (s *store) close() {
	if s != nil {
		s.writes.Wait()
		s.run.Cache.Trim()
	}
}
