package main

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"reflect"
	"slices"
	"strings"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/registry"
)

// worldKeys are what tells apart the views of a program that its packages have.
// All of a world counts for each of them, except for what it says about the
// functions of the others: of those it is asked only for their own.
type worldKeys struct {
	common    []byte
	functions map[string][]byte // by package
}

// byFunction is the part of a world that is asked for by function.
const byFunction = "reached"

func newWorldKeys(w *registry.World) *worldKeys {
	k := &worldKeys{functions: map[string][]byte{}}
	h := valueHasher{Hash: sha256.New()}
	v := reflect.ValueOf(w).Elem()
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if f := v.Field(i); name == byFunction {
			k.addFunctions(f)
		} else {
			h.text(name)
			h.value(f)
		}
	}
	k.common = h.Sum(nil)
	return k
}

func (k *worldKeys) addFunctions(m reflect.Value) {
	hashers := map[string]*valueHasher{}
	for _, id := range sortedKeys(m) {
		path := flow.PackageOf(id.String())
		if hashers[path] == nil {
			hashers[path] = &valueHasher{Hash: sha256.New()}
		}
		hashers[path].value(id)
		hashers[path].value(m.MapIndex(id))
	}
	for path, h := range hashers {
		k.functions[path] = h.Sum(nil)
	}
}

func (k *worldKeys) of(path string) []byte {
	return slices.Concat(k.common, k.functions[path])
}

// A valueHasher hashes values of any type, by what they hold.
type valueHasher struct {
	hash.Hash
	buf []byte
}

func (h *valueHasher) number(n uint64) {
	h.buf = binary.AppendUvarint(h.buf[:0], n)
	h.Write(h.buf)
}

func (h *valueHasher) text(s string) {
	h.number(uint64(len(s)))
	h.buf = append(h.buf[:0], s...)
	h.Write(h.buf)
}

func (h *valueHasher) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			h.number(1)
		} else {
			h.number(0)
		}
	case reflect.String:
		h.text(v.String())
	case reflect.Slice, reflect.Array:
		h.number(uint64(v.Len()))
		for i := range v.Len() {
			h.value(v.Index(i))
		}
	case reflect.Map:
		h.number(uint64(v.Len()))
		for _, key := range sortedKeys(v) {
			h.value(key)
			h.value(v.MapIndex(key))
		}
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			h.number(0)
			return
		}
		h.number(1)
		h.value(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			h.value(v.Field(i))
		}
	default:
		switch {
		case v.CanInt():
			h.number(uint64(v.Int()))
		case v.CanUint():
			h.number(v.Uint())
		case v.CanFloat():
			h.text(v.String())
		}
	}
}

// sortedKeys are the keys of a map of strings, in order.
func sortedKeys(m reflect.Value) []reflect.Value {
	keys := m.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	return keys
}
