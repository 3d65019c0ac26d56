package driver

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/internal/cache"
)

// setKeys finds what identifies the source of every analysed package, and reads
// what the cache has about it. A package whose source, or that of anything it
// imports, cannot be identified gets no key.
func (s *store) setKeys() {
	needed := map[*unit]bool{}
	var need func(u *unit)
	need = func(u *unit) {
		if !needed[u] {
			needed[u] = true
			for _, dep := range u.deps {
				need(dep)
			}
		}
	}
	for _, u := range s.run.units {
		need(u)
	}
	s.hashFiles(needed)
	for _, u := range s.run.graph.units {
		if needed[u] {
			s.setKey(u)
		}
	}
}

// setKey is called for dependencies first.
func (s *store) setKey(u *unit) {
	content, mutable := s.content[u]
	if u.Error != nil || mutable && !content.known() {
		return
	}
	h := newHasher("package")
	h.strings(u.ImportPath, u.Name, u.ForTest, u.Dir)
	hashModule(h, u.Module)
	h.list(u.GoFiles)
	h.list(u.CgoFiles)
	h.keys(content)
	if !hashImports(h, u) {
		return
	}
	if !u.analysed {
		u.api = h.key()
		return
	}
	h.keys(s.salt)
	u.key = h.key()
	api := s.readEntry(u)
	if !api.known() {
		if api = s.apiKey(u); !api.known() {
			u.key = key{}
			return
		}
	}
	s.apis[u] = api
	h = newHasher("types")
	h.strings(u.ImportPath, u.Name)
	hashModule(h, u.Module)
	h.keys(api)
	hashImports(h, u)
	u.api = h.key()
}

// hashImports adds the types of all that a package imports, if they are known.
func hashImports(h *hasher, u *unit) bool {
	for _, path := range u.paths {
		if path == "unsafe" || path == "C" {
			continue
		}
		dep := u.imports[path]
		if dep == nil || !dep.api.known() {
			return false
		}
		h.strings(path)
		h.keys(dep.api)
	}
	return true
}

func hashModule(h *hasher, m *analysis.Module) {
	for ; m != nil; m = m.Replace {
		h.strings(m.Path, m.Version, m.Dir, m.GoMod, m.GoVersion)
		if m.Main {
			h.strings("main")
		}
	}
	h.strings("")
}

// hashFiles hashes the content of the packages whose files can change under the
// same name.
func (s *store) hashFiles(needed map[*unit]bool) {
	var mu sync.Mutex
	q := newQueue(s.run.workers)
	for _, u := range s.run.graph.units {
		if !needed[u] || s.fixed(u) {
			continue
		}
		q.add(func() {
			k := s.hash(u, func(text []byte) []byte { return text })
			mu.Lock()
			s.content[u] = k
			mu.Unlock()
		})
	}
	q.wait()
}

// apiKey identifies what importers can see of an analysed package: its source
// without the bodies of functions.
func (s *store) apiKey(u *unit) key { return s.hash(u, strip) }

func (s *store) hash(u *unit, part func([]byte) []byte) key {
	h := newHasher("files")
	for _, name := range s.run.filesOf(u) {
		text, err := s.run.ReadFile(name)
		if err != nil {
			return key{}
		}
		sum := sha256.Sum256(part(text))
		h.strings(name)
		h.Write(sum[:])
	}
	return h.key()
}

// fixed reports whether the name of a package's folder tells what is in it: it
// belongs to a release of Go, or to a version of a module in the module cache.
func (s *store) fixed(u *unit) bool {
	if u.analysed && u.inProgram() {
		return false
	}
	for _, name := range u.files() {
		if _, ok := s.run.Overlay[filepath.Clean(name)]; ok {
			return false
		}
	}
	if u.Standard {
		return within(u.Dir, s.run.GOROOT) && isRelease(s.run.GOVERSION)
	}
	m := u.Module
	if m != nil && m.Replace != nil {
		m = m.Replace
	}
	if m == nil || m.Version == "" || s.run.cgo[u.ImportPath] != nil {
		return false
	}
	// The go.mod file is in another part of the module cache.
	root, _, ok := strings.Cut(filepath.ToSlash(m.GoMod), "/cache/download/")
	return ok && strings.HasSuffix(m.Dir, "@"+m.Version) && within(m.Dir, filepath.FromSlash(root)) && (u.Dir == m.Dir || within(u.Dir, m.Dir))
}

func within(name, dir string) bool {
	return dir != "" && strings.HasPrefix(name, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
}

// newSalt is what makes all entries of this store differ from those of others:
// the program itself, how it works, and on what.
func newSalt(r *run) key {
	h := newHasher("toolvet")
	h.keys(key(cache.Program()))
	h.strings(r.GOVERSION, r.GOROOT, r.GOOS, r.GOARCH, os.Getenv("GODEBUG"), runtime.Version())
	h.list(r.Flags)
	h.strings(r.Options)
	hashAnalyzers(h, r.plan.infer)
	return h.key()
}

func hashAnalyzers(h *hasher, list []*analysis.Analyzer) {
	h.number(len(list))
	for _, a := range list {
		h.strings(a.Name)
	}
}
