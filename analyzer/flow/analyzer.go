package flow

import (
	"go/token"
	"path/filepath"
	"reflect"
	"strconv"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/sdk"
)

// New is the analyzer. Packages that cannot matter (neither of the main module
// nor importing an SDK) get an empty result at once.
func New(sdks *sdk.Table) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: "toolflow",
		Doc:  "describe what functions return, for the other toolvet analyzers",
		URL:  "https://pkg.go.dev/github.com/toolvet/toolvet/analyzer/flow",
		Run:  func(pass *analysis.Pass) (any, error) { return run(sdks, pass) },
		// What does not compile is left out; the rest of a server is worth reading.
		RunDespiteErrors: true,
		ResultType:       reflect.TypeFor[*Result](),
		FactTypes:        []analysis.Fact{new(Fact)},
	}
}

// A Result answers questions about the values of one package. It is safe for
// concurrent use. Its Pkg is nil for a package that cannot matter.
type Result struct {
	SDKs  *sdk.Table
	Pass  *analysis.Pass
	Pkg   *ssa.Package
	Funcs []*ssa.Function // functions with source, literals included, in source order

	mu         sync.Mutex
	all        []*ssa.Function // Funcs and the package initialiser with its literals
	funcs      map[string]*ssa.Function
	evals      map[*ssa.Function]*evaluator
	exitMemo   map[*ssa.Function][]*Exit
	expandMemo map[*Term][]*Exit
	globalMemo map[string]*Term
	asking     int // questions that are open, one inside the other
	steps      int // what the outermost has cost

	globalStores      map[*ssa.Global][]*ssa.Store
	globalFields      map[*ssa.Global]bool
	globalFieldStores map[*ssa.Global][]*ssa.Store

	imports *importIndex
}

// Relevant reports whether a package takes part in the analysis: it belongs to
// the program being checked, or it can reach an SDK directly,
// or is the boundary that this project offers.
func Relevant(sdks *sdk.Table, pass *analysis.Pass) bool {
	if sdks.Owns(pass.Pkg.Path()) || pass.Pkg.Path() == "unsafe" {
		return false
	}
	if pass.Module != nil && pass.Module.Path != "" && pass.Module.Version == "" {
		return true
	}
	if pass.Pkg.Path() == sdk.Toolerr {
		return true
	}
	for _, imp := range pass.Pkg.Imports() {
		if sdks.Owns(imp.Path()) {
			return true
		}
	}
	return false
}

func run(sdks *sdk.Table, pass *analysis.Pass) (any, error) {
	r := &Result{
		SDKs:       sdks,
		Pass:       pass,
		funcs:      map[string]*ssa.Function{},
		evals:      map[*ssa.Function]*evaluator{},
		exitMemo:   map[*ssa.Function][]*Exit{},
		expandMemo: map[*Term][]*Exit{},
		globalMemo: map[string]*Term{},

		globalStores:      map[*ssa.Global][]*ssa.Store{},
		globalFields:      map[*ssa.Global]bool{},
		globalFieldStores: map[*ssa.Global][]*ssa.Store{},
	}
	if !Relevant(sdks, pass) {
		return r, nil
	}
	if err := r.build(); err != nil {
		return nil, err
	}
	r.indexGlobals()
	r.imports = newImportIndex(pass)
	r.exportFact()
	return r, nil
}

// body is fn if its source is in this package.
func (r *Result) body(fn *ssa.Function) *ssa.Function {
	return r.funcs[FuncID(fn)]
}

// Func is the function with an ID, if its source is in this package.
func (r *Result) Func(id string) *ssa.Function { return r.funcs[id] }

// All lists every function with code: declared ones, literals, and the
// package initialiser.
func (r *Result) All() []*ssa.Function { return r.all }

// At is a position as it is written in facts and messages: the file's base
// name and the line.
func (r *Result) At(pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	p := r.Pass.Fset.Position(pos)
	return filepath.Base(p.Filename) + ":" + strconv.Itoa(p.Line)
}
