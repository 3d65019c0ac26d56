// Package edit builds the text edits of suggested fixes.
package edit

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"path"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/sdk"
)

// A Func is a function that a fix calls.
type Func struct{ Path, Name string }

// Toolerr is a function of the package toolerr.
func Toolerr(name string) Func { return Func{sdk.Toolerr, name} }

// ParseID reads a function's ID, "path.Func". Methods have none.
func ParseID(id string) (Func, bool) {
	dot := strings.LastIndexByte(id, '.')
	if dot < 0 || strings.HasPrefix(id, "(") || !token.IsIdentifier(id[dot+1:]) || strings.LastIndexByte(id, '/') > dot {
		return Func{}, false
	}
	return Func{id[:dot], id[dot+1:]}, true
}

// Ref is how a function is written at a position of a file, with the edit that
// imports its package where that is needed. It fails where the package's name
// means something else.
func Ref(pass *analysis.Pass, file *ast.File, at token.Pos, f Func) (text string, imports []analysis.TextEdit, ok bool) {
	if pass.Pkg.Path() == f.Path {
		return f.Name, nil, pass.Pkg.Scope().Lookup(f.Name) != nil && !shadowed(pass, file, at, f.Name)
	}
	if strings.Contains(f.Path, "/internal/") && !strings.HasPrefix(pass.Pkg.Path(), f.Path[:strings.Index(f.Path, "/internal/")]) {
		return "", nil, false
	}
	for _, spec := range file.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err != nil || p != f.Path {
			continue
		}
		name := pass.TypesInfo.PkgNameOf(spec)
		switch {
		case name == nil || name.Name() == "_":
			continue
		case name.Name() == ".":
			return f.Name, nil, !shadowed(pass, file, at, f.Name)
		}
		return name.Name() + "." + f.Name, nil, !shadowed(pass, file, at, name.Name())
	}
	name := packageName(pass, f.Path)
	if pass.Pkg.Scope().Lookup(name) != nil || declares(pass, file, name) || shadowed(pass, file, at, name) {
		return "", nil, false
	}
	return name + "." + f.Name, []analysis.TextEdit{addImport(file, f.Path)}, true
}

// packageName is the name of a package that may not have been loaded.
func packageName(pass *analysis.Pass, importPath string) string {
	for _, p := range pass.Pkg.Imports() {
		if p.Path() == importPath {
			return p.Name()
		}
	}
	base := path.Base(importPath)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(importPath))
	}
	return base
}

// declares reports whether a file gives a name to something that it imports.
func declares(pass *analysis.Pass, file *ast.File, name string) bool {
	scope := pass.TypesInfo.Scopes[file]
	return scope != nil && scope.Lookup(name) != nil
}

// shadowed reports whether a name means something local at a position.
func shadowed(pass *analysis.Pass, file *ast.File, at token.Pos, name string) bool {
	top := pass.TypesInfo.Scopes[file]
	if top == nil {
		return true
	}
	inner := top.Innermost(at)
	if inner == nil {
		return true
	}
	scope, obj := inner.LookupParent(name, at)
	return obj != nil && scope != types.Universe && scope != pass.Pkg.Scope() && scope != top
}

// addImport adds an import beside those that it resembles. Sorting is up to
// gofmt.
func addImport(file *ast.File, importPath string) analysis.TextEdit {
	quoted := strconv.Quote(importPath)
	var last *ast.GenDecl
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT && !isC(g) {
			last = g
		}
	}
	if last == nil {
		at := file.Name.End()
		return analysis.TextEdit{Pos: at, End: at, NewText: []byte("\n\nimport " + quoted)}
	}
	if !last.Lparen.IsValid() || len(last.Specs) == 0 {
		at := last.End()
		return analysis.TextEdit{Pos: at, End: at, NewText: []byte("\nimport " + quoted)}
	}
	foreign := isForeign(importPath)
	var near *ast.ImportSpec
	for _, s := range last.Specs {
		spec := s.(*ast.ImportSpec)
		if p, err := strconv.Unquote(spec.Path.Value); err == nil && isForeign(p) == foreign {
			// The group of other modules goes before that of the own one,
			// where there are both.
			if foreign && near != nil && resemblance(importPath, near) > resemblance(importPath, spec) {
				continue
			}
			near = spec
		}
	}
	if near != nil {
		at := near.End()
		if near.Comment != nil {
			at = near.Comment.End()
		}
		return analysis.TextEdit{Pos: at, End: at, NewText: []byte("\n\t" + quoted)}
	}
	if !foreign {
		at := last.Lparen + 1
		return analysis.TextEdit{Pos: at, End: at, NewText: []byte("\n\t" + quoted + "\n")}
	}
	spec := last.Specs[len(last.Specs)-1].(*ast.ImportSpec)
	at := spec.End()
	if spec.Comment != nil {
		at = spec.Comment.End()
	}
	return analysis.TextEdit{Pos: at, End: at, NewText: []byte("\n\n\t" + quoted)}
}

// resemblance counts the elements that two import paths share.
func resemblance(importPath string, spec *ast.ImportSpec) int {
	other, _ := strconv.Unquote(spec.Path.Value)
	a, b := strings.Split(importPath, "/"), strings.Split(other, "/")
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func isC(g *ast.GenDecl) bool {
	for _, s := range g.Specs {
		if s.(*ast.ImportSpec).Path.Value == `"C"` {
			return true
		}
	}
	return false
}

// isForeign reports whether a package belongs to no standard library.
func isForeign(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return strings.Contains(first, ".")
}

// Around puts text before and after a node.
func Around(n ast.Node, before, after string) []analysis.TextEdit {
	return []analysis.TextEdit{
		{Pos: n.Pos(), End: n.Pos(), NewText: []byte(before)},
		{Pos: n.End(), End: n.End(), NewText: []byte(after)},
	}
}

// Replace puts text in place of a node.
func Replace(n ast.Node, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: n.Pos(), End: n.End(), NewText: []byte(text)}
}

// Source is the text of a node, as it stands in its file.
func Source(pass *analysis.Pass, n ast.Node) string {
	tf := pass.Fset.File(n.Pos())
	if tf != nil && pass.ReadFile != nil {
		if data, err := pass.ReadFile(tf.Name()); err == nil && len(data) == tf.Size() {
			return string(data[tf.Offset(n.Pos()):tf.Offset(n.End())])
		}
	}
	var b bytes.Buffer
	if format.Node(&b, pass.Fset, n) != nil {
		return ""
	}
	return b.String()
}

// Comments reports whether there are comments within a node, which an edit of
// the whole would lose.
func Comments(file *ast.File, n ast.Node) bool {
	for _, g := range file.Comments {
		if g.Pos() >= n.Pos() && g.End() <= n.End() {
			return true
		}
	}
	return false
}
