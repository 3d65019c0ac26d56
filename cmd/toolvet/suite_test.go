package main

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// fakeSuite has the shape of the real one, with inference and rules that are
// simple enough to tell what the program around them did.
func fakeSuite(o analyzer.Options) *analyzer.Suite {
	s := &analyzer.Suite{Flow: flow.New(sdk.Known), Registry: fakeRegistry()}
	s.Outcome = fakeOutcome(s.Registry)
	rule := func(name, doc string, core, byDefault bool, run func(*analysis.Pass) (any, error)) {
		s.Rules = append(s.Rules, &analyzer.Rule{
			Analyzer: &analysis.Analyzer{
				Name: name, Doc: doc, URL: "https://example.com/" + name,
				Requires: []*analysis.Analyzer{s.Flow, s.Registry, s.Outcome}, Run: run,
			},
			Core: core, Default: byDefault,
		})
	}
	eachCall := func(pass *analysis.Pass, f func(*ast.CallExpr, *types.Func)) {
		for _, file := range pass.Files {
			if strings.HasSuffix(pass.Fset.File(file.FileStart).Name(), "_test.go") && !o.Tests {
				continue
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					if fn := callee(pass, call); fn != nil {
						f(call, fn)
					}
				}
				return true
			})
		}
	}
	rule("boundary", "report tools without a boundary\n\nA tool is registered without a boundary.", true, true, func(pass *analysis.Pass) (any, error) {
		eachCall(pass, func(call *ast.CallExpr, fn *types.Func) {
			if fn.Name() == "AddTool" && len(o.Boundaries) == 0 {
				pass.Report(analysis.Diagnostic{
					Pos: call.Pos(), End: call.End(), Category: "none", Message: "no boundary",
					SuggestedFixes: []analysis.SuggestedFix{{Message: "drop it", TextEdits: []analysis.TextEdit{{Pos: call.Pos(), End: call.End(), NewText: []byte("_ = 0")}}}},
				})
			}
		})
		return nil, nil
	})
	rule("panics", "report calls that can panic", false, true, func(pass *analysis.Pass) (any, error) {
		can := pass.ResultOf[s.Outcome].(*fakeResult)
		eachCall(pass, func(call *ast.CallExpr, fn *types.Func) {
			if can.panics(fn) {
				pass.ReportRangef(call, "%s can panic", fn.Name())
			}
		})
		return nil, nil
	})
	rule("hints", "report every tool", false, false, func(pass *analysis.Pass) (any, error) {
		eachCall(pass, func(call *ast.CallExpr, fn *types.Func) {
			if fn.Name() == "AddTool" {
				pass.ReportRangef(call, "hint")
			}
			if fn.Name() == "CrashRule" {
				panic("told to")
			}
		})
		return nil, nil
	})
	full := new(bool)
	rule("steps", "report steps, if asked for", false, true, func(pass *analysis.Pass) (any, error) {
		eachCall(pass, func(call *ast.CallExpr, fn *types.Func) {
			if *full && fn.Name() == "Step" {
				pass.ReportRangef(call, "step")
			}
		})
		return nil, nil
	})
	s.Rules[len(s.Rules)-1].Full = full
	return s
}

type fakeTools struct{ n int }

func (t *fakeTools) NumTools() int { return t.n }

// fakeRegistry counts calls of functions named AddTool.
func fakeRegistry() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: "faketools", Doc: "count tools", ResultType: reflect.TypeFor[*fakeTools](),
		Run: func(pass *analysis.Pass) (any, error) {
			r := new(fakeTools)
			for _, f := range pass.Files {
				ast.Inspect(f, func(n ast.Node) bool {
					if call, ok := n.(*ast.CallExpr); ok {
						if fn := callee(pass, call); fn != nil && fn.Name() == "AddTool" {
							r.n++
						}
					}
					return true
				})
			}
			return r, nil
		},
	}
}

type canPanic struct{ How string }

func (*canPanic) AFact()           {}
func (f *canPanic) String() string { return "canPanic(" + f.How + ")" }

type fakeResult struct{ panics func(*types.Func) bool }

// fakeOutcome finds functions that call panic, directly or through others, also
// of other packages.
func fakeOutcome(registry *analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: "fakepanics", Doc: "find functions that panic",
		Requires: []*analysis.Analyzer{registry}, ResultType: reflect.TypeFor[*fakeResult](), FactTypes: []analysis.Fact{new(canPanic)},
		Run: func(pass *analysis.Pass) (any, error) {
			panics := func(fn *types.Func) bool { return pass.ImportObjectFact(fn, new(canPanic)) }
			for changed := true; changed; {
				changed = false
				for _, f := range pass.Files {
					for _, d := range f.Decls {
						decl, ok := d.(*ast.FuncDecl)
						if !ok || decl.Body == nil {
							continue
						}
						fn := pass.TypesInfo.Defs[decl.Name].(*types.Func)
						if fn == nil || panics(fn) {
							continue
						}
						ast.Inspect(decl.Body, func(n ast.Node) bool {
							call, ok := n.(*ast.CallExpr)
							if !ok {
								return true
							}
							id, _ := call.Fun.(*ast.Ident)
							callee := callee(pass, call)
							if id != nil && id.Name == "panic" || callee != nil && panics(callee) {
								if !panics(fn) {
									pass.ExportObjectFact(fn, &canPanic{How: fmt.Sprint(pass.Fset.Position(call.Pos()).Line)})
									changed = true
								}
							}
							return true
						})
					}
				}
			}
			return &fakeResult{panics}, nil
		},
	}
}

func callee(pass *analysis.Pass, call *ast.CallExpr) *types.Func {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		fn, _ := pass.TypesInfo.Uses[fun].(*types.Func)
		return fn
	case *ast.SelectorExpr:
		fn, _ := pass.TypesInfo.Uses[fun.Sel].(*types.Func)
		return fn
	}
	return nil
}
