package config

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolvet/toolvet/internal/near"
)

// Resolve checks that the functions and packages that the file names exist in
// the program of a folder. Its packages are those that the go command finds with
// these build flags, so that a name need not belong to what is analysed now.
func (f *File) Resolve(ctx context.Context, dir string, flags []string) error {
	r := &resolver{ctx: ctx, dir: dir, flags: flags}
	names := f.funcs()
	var paths []string
	for _, n := range names {
		paths = append(paths, packageOf(n.id))
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	if len(paths) > 0 {
		pkgs, err := r.list(paths...)
		if err != nil {
			return nil // the go command will say what is wrong here
		}
		for _, n := range names {
			if err := r.check(n, pkgs[packageOf(n.id)]); err != nil {
				return &Error{f.Path, f.lines[n.path], fmt.Sprintf("%s: %v", n.path, err)}
			}
		}
	}
	for i, pattern := range f.Exempt {
		path := fmt.Sprintf("exempt[%d]", i)
		if err := r.matches(pattern); err != nil {
			return &Error{f.Path, f.lines[path], fmt.Sprintf("%s: %v", path, err)}
		}
	}
	return nil
}

type named struct {
	path, id string
	isType   bool
	isEither bool
}

// funcs are the functions and types that the file names.
func (f *File) funcs() []named {
	var list []named
	for i, id := range f.Boundaries {
		list = append(list, named{path: fmt.Sprintf("boundaries[%d]", i), id: id})
	}
	for i, t := range f.ToolErrors {
		list = append(list, named{path: fmt.Sprintf("toolerrors[%d]", i), id: t.Func})
	}
	for i := range f.SDKs {
		for _, u := range f.SDKs[i].names() {
			list = append(list, named{item("sdks", i) + "." + u.path, u.id, u.typ, u.either})
		}
	}
	return list
}

type resolver struct {
	ctx   context.Context
	dir   string
	flags []string
	known []string // import paths of the program
}

// A listed is what the go command says of a package.
type listed struct {
	ImportPath, Dir   string
	GoFiles, CgoFiles []string
}

func (r *resolver) list(args ...string) (map[string]*listed, error) {
	out, err := r.golist(append([]string{"-e", "-find", "-json=ImportPath,Dir,GoFiles,CgoFiles"}, append(slices.Clone(r.flags), append([]string{"--"}, args...)...)...)...)
	if err != nil {
		return nil, err
	}
	pkgs := map[string]*listed{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(listed)
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return pkgs, nil
		} else if err != nil {
			return nil, err
		}
		pkgs[p.ImportPath] = p
	}
}

func (r *resolver) golist(args ...string) ([]byte, error) {
	cmd := exec.CommandContext(r.ctx, "go", append([]string{"list"}, args...)...)
	cmd.Dir = r.dir
	return cmd.Output()
}

// paths are the import paths of the program.
func (r *resolver) paths() []string {
	if r.known == nil {
		out, err := r.golist(append([]string{"-e", "-deps"}, append(slices.Clone(r.flags), "./...")...)...)
		if err == nil {
			r.known = strings.Fields(string(out))
		}
	}
	return r.known
}

// check finds a function or type in a package.
func (r *resolver) check(n named, p *listed) error {
	id, path := n.id, packageOf(n.id)
	if p == nil || len(p.GoFiles)+len(p.CgoFiles) == 0 {
		return fmt.Errorf("there is no package %s in this program%s", path, near.DidYouMean(path, r.paths(), "check the import path"))
	}
	funcs, types := declared(p)
	ids, kind := funcs, "function"
	switch {
	case n.isEither:
		ids, kind = slices.Concat(funcs, types), "function or type"
	case n.isType:
		ids, kind = types, "type"
	}
	same := func(x string) string { return strings.Replace(x, "(*", "(", 1) }
	for _, x := range ids {
		if same(x) == same(id) {
			return nil
		}
	}
	return fmt.Errorf("package %s has no %s %s%s", path, kind, id, near.DidYouMean(id, ids, "name one that it declares"))
}

// declared are the IDs of the functions and methods, and of the types, in a
// package's files. Methods of interfaces are among them.
func declared(p *listed) (funcs, types []string) {
	fset := token.NewFileSet()
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		file, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if file == nil {
			_ = err // what cannot be read is reported by the analysis
			continue
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				funcs = append(funcs, declaredID(p.ImportPath, d))
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					t, ok := spec.(*ast.TypeSpec)
					if !ok {
						continue
					}
					id := p.ImportPath + "." + t.Name.Name
					types = append(types, id)
					if iface, ok := t.Type.(*ast.InterfaceType); ok {
						for _, m := range iface.Methods.List {
							for _, name := range m.Names {
								funcs = append(funcs, "("+id+")."+name.Name)
							}
						}
					}
				}
			}
		}
	}
	slices.Sort(funcs)
	slices.Sort(types)
	return funcs, types
}

func declaredID(path string, fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return path + "." + fn.Name.Name
	}
	typ, star := ast.Unparen(fn.Recv.List[0].Type), ""
	if p, ok := typ.(*ast.StarExpr); ok {
		typ, star = ast.Unparen(p.X), "*"
	}
	switch t := typ.(type) {
	case *ast.IndexExpr:
		typ = t.X
	case *ast.IndexListExpr:
		typ = t.X
	}
	name := "?"
	if id, ok := typ.(*ast.Ident); ok {
		name = id.Name
	}
	return "(" + star + path + "." + name + ")." + fn.Name.Name
}

// matches checks that an exempt pattern is about a package of the program.
func (r *resolver) matches(pattern string) error {
	tree, below := strings.CutSuffix(pattern, "/...")
	for _, path := range r.paths() {
		if path == tree || below && strings.HasPrefix(path, tree+"/") {
			return nil
		}
	}
	if len(r.paths()) == 0 {
		return nil // the go command will say what is wrong here
	}
	if out, err := r.golist(append(slices.Clone(r.flags), "--", pattern)...); err == nil && len(bytes.TrimSpace(out)) > 0 {
		return nil // not below this folder
	}
	return fmt.Errorf("no package of this program is %s%s", pattern, near.DidYouMean(tree, r.paths(), "check the import path"))
}
