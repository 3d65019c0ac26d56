package driver

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
)

// A key is a hash of all that something depends on. The zero key belongs to
// what cannot be told apart, and so is not kept.
type key [sha256.Size]byte

func (k key) known() bool { return k != key{} }

// A hasher makes a key of parts. Each is written with its length, so that
// different parts do not give the same key.
type hasher struct {
	hash.Hash
	buf []byte
}

func newHasher(kind string) *hasher {
	h := &hasher{Hash: sha256.New()}
	h.strings(kind)
	return h
}

func (h *hasher) strings(list ...string) {
	for _, s := range list {
		h.buf = binary.AppendUvarint(h.buf[:0], uint64(len(s)))
		h.buf = append(h.buf, s...)
		h.Write(h.buf)
	}
}

// list writes how many strings there are, too.
func (h *hasher) list(list []string) {
	h.number(len(list))
	h.strings(list...)
}

func (h *hasher) number(n int) {
	h.buf = binary.AppendVarint(h.buf[:0], int64(n))
	h.Write(h.buf)
}

func (h *hasher) keys(list ...key) {
	for i := range list {
		h.Write(list[i][:])
	}
}

func (h *hasher) key() (k key) {
	h.Sum(k[:0])
	return k
}
