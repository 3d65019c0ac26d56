package driver

import (
	"errors"
	"go/ast"
	"go/types"
	"path"
	"strconv"
)

// check type-checks a package whose needs have been checked.
func (p *pkg) check() {
	defer p.settle()
	defer p.recover("the type checker")
	if p.ImportPath == "unsafe" {
		p.types = types.Unsafe
		return
	}
	p.types = types.NewPackage(p.path(), p.name())
	if p.outline != nil {
		p.parseOutline()
	}
	r := p.load.run
	config := &types.Config{
		Importer:                 importer{p},
		Sizes:                    types.SizesFor("gc", r.GOARCH),
		IgnoreFuncBodies:         !p.full,
		DisableUnusedImportCheck: !p.full,
		FakeImportC:              r.cgo[p.ImportPath] == nil,
		Error:                    func(err error) { p.errs = append(p.errs, err) },
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	if p.full {
		p.info = &types.Info{
			Types:        map[ast.Expr]types.TypeAndValue{},
			Instances:    map[*ast.Ident]types.Instance{},
			Defs:         map[*ast.Ident]types.Object{},
			Uses:         map[*ast.Ident]types.Object{},
			Implicits:    map[ast.Node]types.Object{},
			Selections:   map[*ast.SelectorExpr]*types.Selection{},
			Scopes:       map[ast.Node]*types.Scope{},
			FileVersions: map[*ast.File]string{},
		}
	} else if len(p.files) == 0 {
		return
	}
	// Errors went to config.Error.
	_ = types.NewChecker(config, r.fset, p.types, p.info).Files(p.files)
}

// settle ends the checking of a package, whatever came of it.
func (p *pkg) settle() {
	p.types.MarkComplete()
	p.load.owners.Store(p.types, p.unit)
	p.shaky = len(p.errs) > 0 || p.approx != ""
	for _, dep := range p.needs {
		p.shaky = p.shaky || dep.shaky
	}
	if !p.full {
		p.files, p.outline = nil, nil
	}
}

// parseOutline parses what importers see of a package.
func (p *pkg) parseOutline() {
	for _, s := range p.outline.sources {
		if text := s.reduce(); text != nil {
			p.parseFile(s.name, text, 0)
		}
	}
}

// name is the name of a package; one that is missing has none.
func (u *unit) name() string {
	if u.Name == "" {
		return path.Base(u.path())
	}
	return u.Name
}

// An importer finds the packages that one package imports.
type importer struct{ *pkg }

func (i importer) Import(imported string) (*types.Package, error) {
	if imported == "unsafe" {
		return types.Unsafe, nil
	}
	dep := i.imports[imported]
	switch {
	case dep == nil:
		return nil, errors.New("the go command does not know it")
	case dep.missing():
		return nil, errors.New(oneLine(dep.Error.Err))
	}
	p := i.load.pkgs[dep]
	if p != nil && p.types != nil {
		return p.types, nil
	}
	// It is imported for its effects only, and nothing else needs it.
	return i.load.typesOf(dep), nil
}

func importPath(spec *ast.ImportSpec) string {
	path, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	return path
}
