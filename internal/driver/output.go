package driver

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"io"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// An output is what the inference says of a package to others, as data.
type output struct {
	facts  []byte // of all analyzers; nil if they cannot be encoded
	digest []byte
	log    *factLog // has both instead
	kept   *keptOutput

	said key // identifies the digest
	seen key // identifies the facts, and all that can be seen along with them

	fetched sync.Once
	once    sync.Once
	decoded map[string][]wireFact // by analyzer
}

// A wireFact is a fact about an object of the package, or about the package.
type wireFact struct {
	Object objectpath.Path
	Fact   analysis.Fact
}

type wireFacts struct {
	Analyzer string
	Facts    []wireFact
}

// identify sets the keys of what a package says. in must be set.
func (o *output) identify(u *unit) {
	if o.facts == nil || !u.in.known() {
		return
	}
	h := newHasher("facts")
	h.keys(u.in)
	h.strings(string(o.facts))
	o.seen = h.key()
	h = newHasher("digest")
	h.strings(string(o.digest))
	o.said = h.key()
}

// prepareFacts makes the encoding of facts the same in every run: gob numbers
// types as it meets them.
func prepareFacts(list []*analysis.Analyzer) {
	gobMu.Lock()
	defer gobMu.Unlock()
	enc := gob.NewEncoder(io.Discard)
	for _, a := range list {
		for _, f := range a.FactTypes {
			gob.Register(f)
			_ = enc.Encode([]wireFacts{{a.Name, []wireFact{{"", reflect.New(reflect.TypeOf(f).Elem()).Interface().(analysis.Fact)}}}})
		}
	}
	_ = enc.Encode(factLog{})
	_ = enc.Encode(verdict{})
}

var gobMu sync.Mutex

// encodeFacts are the facts of all analyzers about a package.
func (p *pkg) encodeFacts() ([]byte, error) {
	var all []wireFacts
	for _, a := range p.load.run.plan.infer {
		act := p.actions[a]
		if act == nil || len(a.FactTypes) == 0 {
			continue
		}
		w := wireFacts{Analyzer: a.Name}
		for _, f := range act.facts.pkg {
			w.Facts = append(w.Facts, wireFact{"", f})
		}
		for _, of := range act.facts.objects {
			if !exported(of.Object) {
				continue
			}
			// Objects that have no path cannot be seen from elsewhere.
			if path, err := objectpath.For(of.Object); err == nil {
				w.Facts = append(w.Facts, wireFact{path, of.Fact})
			}
		}
		slices.SortStableFunc(w.Facts, func(a, b wireFact) int {
			return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(fmt.Sprintf("%T", a.Fact), fmt.Sprintf("%T", b.Fact)))
		})
		if len(w.Facts) > 0 {
			all = append(all, w)
		}
	}
	var buf bytes.Buffer
	buf.WriteByte(1) // so that no facts are not nil
	if len(all) > 0 {
		if err := gob.NewEncoder(&buf).Encode(all); err != nil {
			return nil, err
		}
	}
	return buf.Bytes(), nil
}

// decode reads the facts.
func (o *output) decode(s *store) map[string][]wireFact {
	o.once.Do(func() {
		o.decoded = map[string][]wireFact{}
		if o.fetch(s); len(o.facts) < 2 {
			return
		}
		var all []wireFacts
		if !decodeGob(o.facts[1:], &all) {
			s.damaged.Store(true)
		}
		for _, w := range all {
			o.decoded[w.Analyzer] = w.Facts
		}
	})
	return o.decoded
}

// fetch reads what is left in the cache.
func (o *output) fetch(s *store) {
	o.fetched.Do(func() {
		if o.log == nil {
			return
		}
		body, ok := o.log.body()
		if !ok {
			s.damaged.Store(true)
			return
		}
		o.facts, o.digest = o.kept.Facts.of(body), o.kept.Digest.of(body)
	})
}

// factsOf are the facts of one analyzer about a package that is known from the
// cache, or an earlier load, as another load sees them.
func (o *output) factsOf(l *load, u *unit, a *analysis.Analyzer) *facts {
	type id struct {
		u *unit
		a *analysis.Analyzer
	}
	if f, ok := l.known.Load(id{u, a}); ok {
		return f.(*facts)
	}
	f := new(facts)
	for _, w := range o.decode(l.run.store)[a.Name] {
		if w.Object == "" {
			f.setPackage(w.Fact)
			continue
		}
		if p := l.pkgs[u]; p != nil && p.types != nil {
			if obj, err := objectpath.Object(p.types, w.Object); err == nil {
				f.setObject(obj, w.Fact)
			}
		}
	}
	was, _ := l.known.LoadOrStore(id{u, a}, f)
	return was.(*facts)
}

// decodeGob reads a value, and reports whether that worked.
func decodeGob(data []byte, v any) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return gob.NewDecoder(bytes.NewReader(data)).Decode(v) == nil
}
