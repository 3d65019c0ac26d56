package driver

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
)

// outline reduces the syntax of a package to what a package that imports it
// can see: exported declarations and all that these are made of. Function
// bodies are expected to be gone already. Imports that nothing of this needs
// are removed, so that a dependency of the implementation is never loaded.
//
// name gives the package name of an import path, or "" if it is not known.
func outline(files []*ast.File, name func(path string) string) {
	o := &outliner{
		items: map[string][]*item{},
		all:   map[ast.Node]*item{},
	}
	for _, f := range files {
		o.collect(&fileScope{imports: importNames(f, name), used: map[string]bool{}}, f)
	}
	for len(o.queue) > 0 {
		it := o.queue[len(o.queue)-1]
		o.queue = o.queue[:len(o.queue)-1]
		o.walk(it)
	}
	for i, f := range files {
		o.rewrite(o.files[i], f)
	}
}

type outliner struct {
	items map[string][]*item // by declared name; methods by their receiver's
	all   map[ast.Node]*item
	files []*fileScope
	queue []*item
}

// A fileScope knows the imports of one file.
type fileScope struct {
	imports map[string]string // local name -> path
	used    map[string]bool   // paths
}

// An item is a declaration that is kept or dropped as a whole: a function, a
// type, a variable specification, or a group of constants, whose values depend
// on their place in it.
type item struct {
	node ast.Node
	file *fileScope
	kept bool
}

// collect finds the items of a file. Exported ones are kept.
func (o *outliner) collect(scope *fileScope, f *ast.File) {
	o.files = append(o.files, scope)
	for _, decl := range f.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			it := &item{node: decl, file: scope}
			o.all[decl] = it
			if decl.Recv != nil {
				o.declare(it, receiver(decl), false)
			} else if decl.Name.Name != "init" {
				o.declare(it, decl.Name.Name, decl.Name.IsExported())
			}
		case *ast.GenDecl:
			if decl.Tok == token.CONST {
				it := &item{node: decl, file: scope}
				o.all[decl] = it
				for _, spec := range decl.Specs {
					for _, id := range spec.(*ast.ValueSpec).Names {
						o.declare(it, id.Name, id.IsExported())
					}
				}
				continue
			}
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					it := &item{node: spec, file: scope}
					o.all[spec] = it
					// Methods may be declared on an alias of an
					// exported type.
					o.declare(it, spec.Name.Name, spec.Name.IsExported() || spec.Assign.IsValid())
				case *ast.ValueSpec:
					it := &item{node: spec, file: scope}
					o.all[spec] = it
					for _, id := range spec.Names {
						o.declare(it, id.Name, id.IsExported())
					}
				}
			}
		}
	}
}

func (o *outliner) declare(it *item, name string, exported bool) {
	if name == "_" {
		return
	}
	o.items[name] = append(o.items[name], it)
	if exported {
		o.keep(it)
	}
}

func (o *outliner) keep(it *item) {
	if !it.kept {
		it.kept = true
		o.queue = append(o.queue, it)
	}
}

// walk keeps what an item refers to.
func (o *outliner) walk(it *item) {
	switch n := it.node.(type) {
	case *ast.FuncDecl:
		if n.Recv != nil {
			o.refs(it.file, n.Recv)
		}
		o.refs(it.file, n.Type)
	case *ast.TypeSpec:
		o.name(n.Name.Name) // its methods
		if n.TypeParams != nil {
			o.refs(it.file, n.TypeParams)
		}
		o.refs(it.file, n.Type)
	case *ast.ValueSpec:
		if n.Type != nil {
			n.Values = nil // the type is all that importers see
		}
		o.refs(it.file, n)
	default:
		o.refs(it.file, n)
	}
}

// refs keeps what a piece of syntax names. Names that are shadowed keep a
// little too much.
func (o *outliner) refs(file *fileScope, root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			o.name(n.Name)
		case *ast.Field:
			o.refs(file, n.Type) // not its names
			return false
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok {
				if path, ok := file.imports[id.Name]; ok {
					file.used[path] = true
				}
			}
			o.refs(file, n.X) // not the selected name
			return false
		}
		return true
	})
}

func (o *outliner) name(name string) {
	for _, it := range o.items[name] {
		o.keep(it)
	}
}

// rewrite removes what is not kept.
func (o *outliner) rewrite(scope *fileScope, f *ast.File) {
	keeps := func(n ast.Node) bool { it := o.all[n]; return it != nil && it.kept }
	f.Decls = slices.DeleteFunc(f.Decls, func(decl ast.Decl) bool {
		gen, ok := decl.(*ast.GenDecl)
		switch {
		case !ok || gen.Tok == token.CONST:
			return !keeps(decl)
		case gen.Tok == token.IMPORT:
			gen.Specs = slices.DeleteFunc(gen.Specs, func(spec ast.Spec) bool {
				spec1 := spec.(*ast.ImportSpec)
				return !scope.used[importPath(spec1)] && (spec1.Name == nil || spec1.Name.Name != ".")
			})
		default:
			gen.Specs = slices.DeleteFunc(gen.Specs, func(spec ast.Spec) bool { return !keeps(spec) })
		}
		return len(gen.Specs) == 0
	})
}

// importNames lists what a file calls its imports. An import whose name is not
// known is assumed to be used.
func importNames(f *ast.File, name func(path string) string) map[string]string {
	names := map[string]string{}
	for _, spec := range f.Imports {
		path := importPath(spec)
		switch {
		case spec.Name != nil:
			names[spec.Name.Name] = path
		case path == "C":
			names["C"] = path
		default:
			if n := name(path); n != "" {
				names[n] = path
			}
		}
	}
	return names
}

func importPath(spec *ast.ImportSpec) string {
	path, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	return path
}

// receiver is the name of the type that a method belongs to.
func receiver(decl *ast.FuncDecl) string {
	if len(decl.Recv.List) == 0 {
		return "_"
	}
	t := decl.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.ParenExpr:
			t = x.X
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return "_"
		}
	}
}
