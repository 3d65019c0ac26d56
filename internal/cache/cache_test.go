package cache

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func key(n int) Key { return Key{byte(n), byte(n >> 8), 1} }

// expect checks what there is under a key; want is "" for nothing.
func expect(t *testing.T, c *Cache, k Key, want string) {
	t.Helper()
	got := ""
	if e := c.Get(k); e != nil {
		body, ok := e.Body()
		got = fmt.Sprintf("%s|%s %v", e.Head, body, ok)
	}
	if got != want {
		t.Errorf("got %.60q, want %.60q", got, want)
	}
}

func TestCache(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	c := Open(dir)
	expect(t, c, key(1), "")
	c.Put(key(1), []byte("head"), []byte("body"))
	c.Put(key(2), nil, nil)
	c.Put(key(257), []byte("in the same folder"), nil)
	expect(t, c, key(1), "head|body true")
	expect(t, Open(dir), key(2), "| true")
	expect(t, Open(dir), key(257), "in the same folder| true")
	c.Put(key(1), []byte("other"), bytes.Repeat([]byte("x"), 9))
	expect(t, c, key(1), "other|xxxxxxxxx true")

	long := bytes.Repeat([]byte("long"), firstRead)
	c.Put(key(3), long, long)
	expect(t, c, key(3), fmt.Sprintf("%s|%s true", long, long))

	blind := c.Blind()
	expect(t, blind, key(1), "")
	blind.Put(key(4), []byte("new"), nil)
	expect(t, c, key(4), "new| true")

	c.Limit = 100
	c.Put(key(5), long, nil)
	expect(t, c, key(5), "")
}

// Without a place for it there is no cache, and that is no error.
func TestNoCache(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"", file, filepath.Join(file, "x")} {
		c := Open(dir)
		if c != nil {
			t.Errorf("Open(%q) is not nil", dir)
		}
		c.Put(key(1), nil, nil)
		expect(t, c, key(1), "")
		c.Trim()
	}
	dir := t.TempDir()
	c := Open(dir)
	if err := os.WriteFile(filepath.Join(dir, "01"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	c.Put(key(1), nil, nil) // its folder is a file
	expect(t, c, key(1), "")
	if os.Geteuid() != 0 {
		if err := os.Chmod(dir, 0o500); err != nil {
			t.Fatal(err)
		}
		c.Put(key(2), nil, nil)
		expect(t, c, key(2), "")
		c.Trim()
	}
}

func TestDefault(t *testing.T) {
	t.Setenv("HOME", "/home/u")
	t.Setenv("XDG_CACHE_HOME", "/home/u/.cache")
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]string{"off": "", "/x/y": "/x/y", "rel": filepath.Join(wd, "rel")} {
		t.Setenv("TEST_CACHE", value)
		if got := Default("TEST_CACHE"); got != want {
			t.Errorf("with %q: %q, want %q", value, got, want)
		}
	}
	t.Setenv("TEST_CACHE", "")
	user, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	if got := Default("TEST_CACHE"); got != filepath.Join(user, "toolvet") {
		t.Errorf("without a value: %q", got)
	}
}

// Whatever happens to a file, what is read is what was written, or nothing.
func TestDamage(t *testing.T) {
	c := Open(t.TempDir())
	head, body := bytes.Repeat([]byte("h"), 50), bytes.Repeat([]byte("b"), 50)
	c.Put(key(1), head, body)
	name := c.file(key(1))
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, text []byte) {
		t.Helper()
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
		e := c.Get(key(1))
		if e == nil {
			return
		}
		if !bytes.Equal(e.Head, head) {
			t.Errorf("%s: head %q", what, e.Head)
		}
		if got, ok := e.Body(); ok && !bytes.Equal(got, body) {
			t.Errorf("%s: body %q", what, got)
		}
	}
	for i := range whole {
		text := bytes.Clone(whole)
		text[i] ^= 1 << (i % 8)
		check(fmt.Sprintf("flipped %d", i), text)
		check(fmt.Sprintf("cut at %d", i), whole[:i])
	}
	check("longer", append(bytes.Clone(whole), 'x'))
	check("other", []byte("something else that is long enough to be an entry of its own"))
	e := func() *Entry { c.Put(key(1), head, body); return c.Get(key(1)) }()
	c.Put(key(1), head, []byte("other"))
	if _, ok := e.Body(); ok {
		t.Error("the body of an entry that was replaced is taken for its own")
	}
}

// Several who use a folder at once see whole entries or none.
func TestConcurrent(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 8 {
		c := Open(dir)
		c.Limit = 40 << 10
		wg.Go(func() {
			for range 200 {
				n := rand.IntN(40)
				if rand.IntN(2) == 0 {
					c.Put(key(n), fmt.Append(nil, n), bytes.Repeat([]byte{byte(n)}, 1000+n))
				} else if e := c.Get(key(n)); e != nil {
					body, ok := e.Body()
					if string(e.Head) != fmt.Sprint(n) || ok && (len(body) != 1000+n || body[0] != byte(n)) {
						t.Errorf("entry %d: %q, %d bytes", n, e.Head, len(body))
					}
				}
				if rand.IntN(50) == 0 {
					c.trim(time.Now())
				}
			}
		})
	}
	wg.Wait()
	files, err := filepath.Glob(filepath.Join(dir, "*", temporaryPrefix+"*"))
	if err != nil || len(files) > 0 {
		t.Errorf("left over: %v, %v", files, err)
	}
}

func TestTrim(t *testing.T) {
	dir := t.TempDir()
	c := Open(dir)
	c.Limit = 10_000
	now := time.Now()
	age := func(name string, d time.Duration) {
		t.Helper()
		if err := os.Chtimes(name, now.Add(-d), now.Add(-d)); err != nil {
			t.Fatal(err)
		}
	}
	other := filepath.Join(dir, "README")
	young, old := filepath.Join(dir, "00", temporaryPrefix+"1"), filepath.Join(dir, "00", temporaryPrefix+"2")
	if err := os.MkdirAll(filepath.Join(dir, "00"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{other, young, old} {
		if err := os.WriteFile(name, make([]byte, 20_000), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	age(other, 1000*time.Hour)
	age(old, 2*time.Hour)
	for i := range 12 {
		c.Put(key(i), make([]byte, 1000-headerSize), nil)
		age(c.file(key(i)), 2*time.Hour+time.Duration(i)*time.Minute)
	}
	c.Put(key(100), nil, nil)
	age(c.file(key(100)), unusedAfter+time.Hour)
	if c.Get(key(11)) == nil { // it is used, and so is the youngest
		t.Fatal("an entry is missing")
	}
	c.Trim()
	for i := range 12 {
		if there, want := c.Get(key(i)) != nil, i < 7 || i == 11; there != want {
			t.Errorf("entry %d: %v, want %v", i, there, want)
		}
	}
	for name, want := range map[string]bool{other: true, young: true, old: false, c.file(key(100)): false} {
		if _, err := os.Stat(name); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}

	// Not every run does it.
	fill := func(n, size int) {
		for i := range n {
			c.Put(key(1000+i), make([]byte, size), nil)
		}
		c.Trim()
	}
	count := func() int {
		files, _ := c.files(now)
		return len(files)
	}
	before := count()
	if fill(5, 100); count() != before+5 {
		t.Errorf("%d entries, want %d", count(), before+5)
	}
	if fill(8, 1500); count() > 8 {
		t.Errorf("%d entries of 1500 bytes in a cache of %d", count(), c.Limit)
	}
}

func TestProgram(t *testing.T) {
	if Program() != Program() || Program() == (Key{}) {
		t.Error("the program has no identity")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(exe)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if id := buildID(f); len(id) < 20 {
		t.Errorf("build ID %q", id)
	}
	for text, want := range map[string]string{
		"":         "",
		"x\x7fELF": "",
		"MZ \xff Go build ID: \"abc/def\"\n \xff...": "abc/def",
		"MZ \xff Go build ID: \"abc/def":             "",
	} {
		if got := buildID(bytes.NewReader([]byte(text))); got != want {
			t.Errorf("%q: build ID %q, want %q", text, got, want)
		}
	}
}

func FuzzEntry(f *testing.F) {
	f.Add(encode([]byte("head"), []byte("body")))
	f.Add(encode(nil, nil))
	f.Add(encode(make([]byte, 5000), make([]byte, 10)))
	f.Fuzz(func(t *testing.T, text []byte) {
		e, ok := decode(bytes.NewReader(text), int64(len(text)))
		if !ok {
			return
		}
		name := filepath.Join(t.TempDir(), "entry")
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		e.file = name
		if body, ok := e.Body(); ok && !bytes.Equal(encode(e.Head, body), text) {
			t.Errorf("%q is not what is written", text)
		}
	})
}
