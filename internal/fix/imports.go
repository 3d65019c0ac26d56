package fix

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// dropImports removes from after the imports that before used and after does
// not.
func dropImports(before, after []byte) []byte {
	was, _, err := parse(before)
	if err != nil {
		return after
	}
	now, fset, err := parse(after)
	if err != nil {
		return after
	}
	used, still := qualifiers(was), qualifiers(now)
	tf := fset.File(now.FileStart)
	type cut struct{ from, to int }
	var cuts []cut
	for _, d := range now.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			continue
		}
		var gone []*ast.ImportSpec
		for _, s := range g.Specs {
			spec := s.(*ast.ImportSpec)
			if name := importName(spec, used); name != "" && used[name] && !still[name] && imports(was, spec) {
				gone = append(gone, spec)
			}
		}
		if len(gone) > 0 && len(gone) == len(g.Specs) {
			cuts = append(cuts, cut{tf.Offset(g.Pos()), lineEnd(after, tf.Offset(g.End()))})
			continue
		}
		for _, spec := range gone {
			from := lineStart(after, tf.Offset(spec.Pos()))
			cuts = append(cuts, cut{from, lineEnd(after, tf.Offset(spec.End()))})
		}
	}
	for _, c := range slices.Backward(cuts) {
		after = append(bytes.Clone(after[:c.from]), after[c.to:]...)
	}
	return after
}

func parse(src []byte) (*ast.File, *token.FileSet, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", src, parser.ParseComments)
	return f, fset, err
}

// qualifiers are the names that may be those of packages: they stand before a
// dot, and nothing in the file declares them.
func qualifiers(f *ast.File) map[string]bool {
	open := map[*ast.Ident]bool{}
	for _, id := range f.Unresolved {
		open[id] = true
	}
	names := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && open[id] {
				names[id.Name] = true
			}
		}
		return true
	})
	return names
}

// importName is the name of an imported package: the one that it is given, or
// the one of those that the file uses that its path suggests.
func importName(spec *ast.ImportSpec, used map[string]bool) string {
	if spec.Name != nil {
		if spec.Name.Name == "_" || spec.Name.Name == "." {
			return ""
		}
		return spec.Name.Name
	}
	p, err := strconv.Unquote(spec.Path.Value)
	if err != nil || p == "C" {
		return ""
	}
	base := path.Base(p)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(p))
	}
	base, _, _ = strings.Cut(base, ".v")
	for _, name := range []string{base, strings.TrimPrefix(base, "go-"), strings.TrimSuffix(base, "-go"), strings.ReplaceAll(base, "-", "")} {
		if used[name] {
			return name
		}
	}
	return ""
}

func imports(f *ast.File, spec *ast.ImportSpec) bool {
	return slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == spec.Path.Value })
}

func lineStart(src []byte, at int) int { return bytes.LastIndexByte(src[:at], '\n') + 1 }

func lineEnd(src []byte, at int) int {
	if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(src)
}
