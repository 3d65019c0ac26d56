package driver

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
)

// findCgo asks for the files that cgo makes for the packages that are
// analysed. It costs what running cgo costs, so nothing is asked where none of
// them uses it: elsewhere the declarations in the source are enough.
func (r *run) findCgo(g *goCommand) error {
	var users []*unit
	var paths []string
	for _, u := range r.graph.units {
		if u.analysed && len(u.CgoFiles) > 0 {
			users = append(users, u)
			if u.ForTest == "" {
				paths = append(paths, u.path())
			}
		}
	}
	if len(paths) == 0 {
		return nil
	}
	made, err := g.compiled(r.ctx, r.Tests, paths)
	if err != nil {
		return err
	}
	r.cgo = map[string][]string{}
	for _, u := range users {
		p := made[u.ImportPath]
		// Where cgo works, it makes more files than there are.
		if p != nil && len(p.CompiledGoFiles) > len(u.listed.files()) {
			r.cgo[u.ImportPath] = p.CompiledGoFiles
		} else {
			u.approx = "it uses cgo, which failed: " + p.reason()
		}
	}
	return nil
}

// A compiledPackage is a package as the compiler sees it.
type compiledPackage struct {
	listed
	CompiledGoFiles []string
	DepsErrors      []*listError
}

// compiled describes packages that use cgo, by ImportPath.
func (g *goCommand) compiled(ctx context.Context, tests bool, paths []string) (map[string]*compiledPackage, error) {
	args := []string{"list", "-e", "-compiled", "-json=ImportPath,Dir,CompiledGoFiles,Error,DepsErrors", "-pgo=off"}
	if tests {
		args = append(args, "-test", "-deps")
	}
	args = append(append(append(args, g.flags...), "--"), paths...)
	out, err := g.run(ctx, args...)
	if err != nil {
		return nil, err
	}
	pkgs := map[string]*compiledPackage{}
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		p := new(compiledPackage)
		if err := dec.Decode(p); err != nil {
			return nil, fmt.Errorf("reading the output of go list: %v", err)
		}
		files := p.CompiledGoFiles
		p.CompiledGoFiles = nil
		for _, f := range files {
			// Assembly and C files are listed too. A file without an
			// extension is from the build cache.
			if ext := filepath.Ext(f); ext == ".go" || ext == "" {
				p.CompiledGoFiles = append(p.CompiledGoFiles, p.join(f))
			}
		}
		pkgs[p.ImportPath] = p
	}
	return pkgs, nil
}

// reason is why there are no compiled files: the first error of the C
// compiler, or that it is not there.
func (p *compiledPackage) reason() string {
	if p != nil {
		for _, e := range append(p.DepsErrors, p.Error) {
			if e == nil {
				continue
			}
			for line := range strings.Lines(e.Err) {
				if line = strings.TrimSpace(line); line != "" && line[0] != '#' && !strings.Contains(line, ": In function ") {
					return line
				}
			}
		}
	}
	return "is there a C compiler?"
}

// filesOf are the files to read: what the compiler sees, or for a package that
// uses cgo, where only declarations matter, what the author wrote.
func (r *run) filesOf(u *unit) []string {
	if files := r.cgo[u.ImportPath]; files != nil {
		return files
	}
	return u.listed.files()
}
