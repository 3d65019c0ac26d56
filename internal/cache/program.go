package cache

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"debug/elf"
	"errors"
	"io"
	"os"
	"sync"
)

// Program identifies the program that runs: by the build ID that the Go linker
// gave it, which says what went into it, or else by all of its bytes. It is the
// same in every run of one build. If it cannot be found out, it is different in
// every run.
var Program = sync.OnceValue(func() Key {
	k, err := programKey()
	if err != nil {
		_, _ = rand.Read(k[:])
	}
	return k
})

func programKey() (Key, error) {
	name, err := os.Executable()
	if err != nil {
		return Key{}, err
	}
	f, err := os.Open(name)
	if err != nil {
		return Key{}, err
	}
	defer f.Close()
	if id := buildID(f); id != "" {
		return sha256.Sum256([]byte(id)), nil
	}
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return Key{}, err
	}
	return Key(h.Sum(nil)), nil
}

// buildID is the build ID of an executable, or "". The linker writes it to a
// note in an ELF file, and elsewhere to the start of the program's text.
func buildID(f io.ReaderAt) string {
	if e, err := elf.NewFile(f); err == nil {
		s := e.Section(".note.go.buildid")
		if s == nil {
			return ""
		}
		data, err := s.Data()
		if err != nil || len(data) < 16 {
			return ""
		}
		return string(data[16:])
	}
	head := make([]byte, 32<<10)
	n, err := f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return ""
	}
	_, rest, ok := bytes.Cut(head[:n], []byte("\xff Go build ID: \""))
	if !ok {
		return ""
	}
	id, _, ok := bytes.Cut(rest, []byte("\"\n \xff"))
	if !ok {
		return ""
	}
	return string(id)
}
