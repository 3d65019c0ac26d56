package driver

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"slices"
	"sync"

	"github.com/toolvet/toolvet/internal/cache"
)

// A factLog is what the cache has on a package's source: what importers see of
// it, and what it said to them, for the facts that it could see itself.
type factLog struct {
	API     key
	Outputs []keptOutput // the latest first

	body func() ([]byte, bool)
}

type keptOutput struct {
	In, Said, Seen key
	Facts, Digest  span // in the body
}

// A span is a part of the body.
type span struct{ from, size int }

func (s span) of(body []byte) []byte { return body[s.from : s.from+s.size : s.from+s.size] }

// maxOutputs is how many are kept for one source. There are several when the
// packages below go back and forth.
const maxOutputs = 4

// add puts an output in front of those that there are.
func (l *factLog) add(o *output, in key) (head, body []byte) {
	log := factLog{API: l.API}
	put := func(part []byte) span {
		at := span{len(body), len(part)}
		body = append(body, part...)
		return at
	}
	log.Outputs = []keptOutput{{in, o.said, o.seen, put(o.facts), put(o.digest)}}
	if len(l.Outputs) > 0 {
		if old, ok := l.body(); ok {
			for _, k := range l.Outputs[:min(len(l.Outputs), maxOutputs-1)] {
				k.Facts, k.Digest = put(k.Facts.of(old)), put(k.Digest.of(old))
				log.Outputs = append(log.Outputs, k)
			}
		}
	}
	return log.encode(), body
}

func (l *factLog) encode() []byte {
	b := append([]byte(nil), l.API[:]...)
	for _, o := range l.Outputs {
		b = slices.Concat(b, o.In[:], o.Said[:], o.Seen[:])
		for _, s := range [...]span{o.Facts, o.Digest} {
			b = binary.LittleEndian.AppendUint64(b, uint64(s.from))
			b = binary.LittleEndian.AppendUint64(b, uint64(s.size))
		}
	}
	return b
}

// decodeFactLog gives nil if the entry is not what add made.
func decodeFactLog(e *cache.Entry) *factLog {
	if e == nil {
		return nil
	}
	r := reader{e.Head}
	l := &factLog{body: sync.OnceValues(e.Body)}
	if !r.key(&l.API) || !l.API.known() {
		return nil
	}
	for len(r.rest) > 0 && len(l.Outputs) < maxOutputs {
		var o keptOutput
		if !r.key(&o.In) || !r.key(&o.Said) || !r.key(&o.Seen) || !r.span(&o.Facts, e.Size()) || !r.span(&o.Digest, e.Size()) {
			return nil
		}
		l.Outputs = append(l.Outputs, o)
	}
	return l
}

type reader struct{ rest []byte }

func (r *reader) key(k *key) bool {
	if len(r.rest) < len(k) {
		return false
	}
	r.rest = r.rest[copy(k[:], r.rest):]
	return true
}

func (r *reader) span(s *span, size int) bool {
	if len(r.rest) < 16 {
		return false
	}
	from, n := binary.LittleEndian.Uint64(r.rest), binary.LittleEndian.Uint64(r.rest[8:])
	r.rest = r.rest[16:]
	*s = span{int(from), int(n)}
	return from <= uint64(size) && n <= uint64(size)-from
}

func encodeKeys(keys []key) []byte {
	var b []byte
	for _, k := range keys {
		b = append(b, k[:]...)
	}
	return b
}

func decodeKeys(e *cache.Entry) []key {
	if e == nil || len(e.Head)%len(key{}) != 0 {
		return nil
	}
	var keys []key
	for r := (reader{e.Head}); len(r.rest) > 0; {
		var k key
		r.key(&k)
		keys = append(keys, k)
	}
	return keys
}

func encodeVerdict(v *verdict) []byte {
	var buf bytes.Buffer
	if gob.NewEncoder(&buf).Encode(v) != nil {
		return nil
	}
	return buf.Bytes()
}

func decodeVerdict(e *cache.Entry) *verdict {
	v := new(verdict)
	if e == nil || !decodeGob(e.Head, v) || v.Tools < 0 {
		return nil
	}
	return v
}
