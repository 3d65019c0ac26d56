// Package cache keeps data between runs of a program, by keys that say all that
// the data depends on.
//
// A cache is a folder of files that several processes may use at the same time.
// Files appear whole or not at all, and what is damaged or unknown counts as
// absent. Nothing that goes wrong with the folder is an error to the user: then
// there is less to be found in it, or nothing.
package cache

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"
)

// A Key names an entry. It is a hash.
type Key [32]byte

// DefaultLimit is how many bytes a cache may take.
const DefaultLimit = 512 << 20

// A Cache is a folder with entries. Its methods may be called concurrently, and
// on nil, which holds nothing.
type Cache struct {
	Limit int64 // in bytes; it may be exceeded until the next Trim

	dir   string
	blind bool
	wrote atomic.Int64 // bytes since the last Trim
}

// Default is the folder for the cache of this user: what the environment
// variable says, or else one in the system's place for caches. It is "" if
// there is none, or if the variable says "off".
func Default(variable string) string {
	switch dir := os.Getenv(variable); dir {
	case "":
	case "off":
		return ""
	default:
		abs, err := filepath.Abs(dir)
		if err != nil {
			return ""
		}
		return abs
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "toolvet")
}

// Open is the cache in a folder, which is made if it is not there. It gives nil
// if the folder is "" or cannot be used.
func Open(dir string) *Cache {
	if dir == "" || os.MkdirAll(dir, 0o700) != nil {
		return nil
	}
	return &Cache{Limit: DefaultLimit, dir: dir}
}

// An Entry is a piece of data in two parts. The head is read with it, the body
// only when it is asked for.
type Entry struct {
	Head []byte

	file         string
	offset, size int64
	sum          uint32
}

// file is where an entry is kept.
func (c *Cache) file(k Key) string {
	name := hex.EncodeToString(k[:])
	return filepath.Join(c.dir, name[:2], name[2:])
}

// A file begins with magic, the sizes of head and body, and checksums of all of
// this with the head, and of the body.
const (
	magic      = "toolvet\x01"
	headerSize = len(magic) + 4*4
	firstRead  = 4 << 10
)

var table = crc32.MakeTable(crc32.Castagnoli)

func encode(head, body []byte) []byte {
	b := make([]byte, 0, headerSize+len(head)+len(body))
	b = append(b, magic...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(head)))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(body)))
	b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(body, table))
	b = binary.LittleEndian.AppendUint32(b, crc32.Update(crc32.Checksum(b, table), table, head))
	return append(append(b, head...), body...)
}

// decode reads the head of an entry from a file of some size.
func decode(f io.ReaderAt, size int64) (*Entry, bool) {
	b := make([]byte, min(size, firstRead))
	if size < int64(headerSize) || !readFull(f, b, 0) || string(b[:len(magic)]) != magic {
		return nil, false
	}
	number := func(i int) uint32 { return binary.LittleEndian.Uint32(b[len(magic)+4*i:]) }
	end := int64(headerSize) + int64(number(0))
	e := &Entry{offset: end, size: int64(number(1)), sum: number(2)}
	if end+e.size != size {
		return nil, false
	}
	if n := int64(len(b)); end > n {
		b = append(b, make([]byte, end-n)...)
		if !readFull(f, b[n:], n) {
			return nil, false
		}
	}
	e.Head = b[headerSize:end:end]
	sum := crc32.Checksum(b[:headerSize-4], table)
	return e, crc32.Update(sum, table, e.Head) == number(3)
}

func readFull(f io.ReaderAt, b []byte, at int64) bool {
	n, _ := f.ReadAt(b, at)
	return n == len(b)
}

// touchAfter is how old the time of an entry's last use may be.
const touchAfter = time.Hour

// Get is an entry, or nil if there is none.
func (c *Cache) Get(k Key) *Entry {
	if c == nil || c.blind {
		return nil
	}
	f, err := os.Open(c.file(k))
	if err != nil {
		return nil
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > c.Limit {
		return nil
	}
	e, ok := decode(f, info.Size())
	if !ok {
		return nil
	}
	e.file = f.Name()
	if now := time.Now(); now.Sub(info.ModTime()) > touchAfter {
		_ = os.Chtimes(e.file, now, now) // at worst it is trimmed too early
	}
	return e
}

// Size is that of the body.
func (e *Entry) Size() int { return int(e.size) }

// Body reads the second part of an entry. It fails if the entry is damaged, or
// has been trimmed or replaced meanwhile.
func (e *Entry) Body() ([]byte, bool) {
	f, err := os.Open(e.file)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	b := make([]byte, e.size)
	return b, readFull(f, b, e.offset) && crc32.Checksum(b, table) == e.sum
}

// Put keeps an entry. If that does not work, it is as if it had been trimmed.
func (c *Cache) Put(k Key, head, body []byte) {
	if c != nil && int64(len(head))+int64(len(body)) <= min(c.Limit/4, 1<<30) {
		_ = c.put(k, encode(head, body))
	}
}

// Blind is the same cache for one who does not trust what is in it, but adds to
// it.
func (c *Cache) Blind() *Cache {
	return &Cache{Limit: c.Limit, dir: c.dir, blind: true}
}

func (c *Cache) put(k Key, data []byte) error {
	name := c.file(k)
	f, err := c.temporary(filepath.Dir(name))
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // unless it has become the entry
	_, err = f.Write(data)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	c.wrote.Add(int64(len(data)))
	return os.Rename(f.Name(), name)
}

// temporary makes a file to write to.
func (c *Cache) temporary(dir string) (*os.File, error) {
	f, err := os.CreateTemp(dir, temporaryPrefix)
	if errors.Is(err, os.ErrNotExist) {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
		f, err = os.CreateTemp(dir, temporaryPrefix)
	}
	return f, err
}

const temporaryPrefix = "tmp-"
