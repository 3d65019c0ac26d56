package driver

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"path"
	"runtime/debug"
)

// check type-checks a package whose needs have been checked.
func (l *loader) check(u *unit) {
	if u.ImportPath == "unsafe" {
		u.types = types.Unsafe
		return
	}
	full := u.level == analysed
	config := &types.Config{
		Importer:                 &importer{u: u},
		Sizes:                    types.SizesFor("gc", l.goarch),
		IgnoreFuncBodies:         !full,
		DisableUnusedImportCheck: !full,
		FakeImportC:              l.cgo[u.ImportPath] == nil,
		Error:                    func(err error) { u.errs = append(u.errs, err) },
	}
	if u.Module != nil && u.Module.GoVersion != "" {
		config.GoVersion = "go" + u.Module.GoVersion
	}
	if full {
		u.info = &types.Info{
			Types:        map[ast.Expr]types.TypeAndValue{},
			Instances:    map[*ast.Ident]types.Instance{},
			Defs:         map[*ast.Ident]types.Object{},
			Uses:         map[*ast.Ident]types.Object{},
			Implicits:    map[ast.Node]types.Object{},
			Selections:   map[*ast.SelectorExpr]*types.Selection{},
			Scopes:       map[ast.Node]*types.Scope{},
			FileVersions: map[*ast.File]string{},
		}
	} else {
		defer func() { u.files = nil }()
	}
	u.types = types.NewPackage(u.path(), u.Name)
	defer func() {
		if v := recover(); v != nil {
			u.errs = append(u.errs, fmt.Errorf("the type checker failed: %v\n%s", v, debug.Stack()))
		}
		u.types.MarkComplete()
		l.owners.set(u)
	}()
	// Errors went to config.Error.
	_ = types.NewChecker(config, l.fset, u.types, u.info).Files(u.files)
}

// An importer finds the packages that one package imports.
type importer struct{ u *unit }

func (i *importer) Import(imported string) (*types.Package, error) {
	if imported == "unsafe" {
		return types.Unsafe, nil
	}
	dep := i.u.imports[imported]
	switch {
	case dep == nil:
		return nil, errors.New("the go command does not know it")
	case dep.missing():
		return nil, errors.New(oneLine(dep.Error.Err))
	case dep.types != nil:
		return dep.types, nil
	}
	// It is imported for its effects only, and nothing else needs it.
	name := dep.Name
	if name == "" {
		name = path.Base(imported)
	}
	empty := types.NewPackage(dep.path(), name)
	empty.MarkComplete()
	return empty, nil
}
