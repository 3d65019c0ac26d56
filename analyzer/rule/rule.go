// Package rule is what all rules share: how one is declared, and how it
// reports.
//
// The text of a rule is its doc.go. The section "Analyzer NAME" begins with
// "NAME: " and one line that says what is reported; that, why, and the list of
// what is reported become the analyzer's Doc. The sections after it, named in
// internal/page, complete the rule's page in docs/rules, which go generate
// ./docs writes.
package rule

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/registry"
)

// Home is where the documentation of the rules lives.
const Home = "https://pkg.go.dev/github.com/toolvet/toolvet/analyzer/"

// A Pass is one rule at work on one package.
type Pass struct {
	*analysis.Pass
	Outcome  *outcome.Result
	Registry *registry.Result
	Flow     *flow.Result

	tests bool
	files map[*token.File]*fileInfo
	done  map[string]bool
}

type fileInfo struct {
	skip  bool
	calls map[token.Pos]*ast.CallExpr // by the position of the left parenthesis
	file  *ast.File
}

// New declares a rule. Its documentation is the section "Analyzer NAME" of
// doc, the text of its doc.go.
//
// Further inference that the rule needs is listed last; its results are in
// ResultOf.
func New(name, doc string, outcomes *analysis.Analyzer, tests bool, run func(*Pass), needs ...*analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:             name,
		Doc:              mustExtract(doc, name),
		URL:              Home + name,
		Requires:         append([]*analysis.Analyzer{outcomes}, needs...),
		RunDespiteErrors: true,
		Run: func(pass *analysis.Pass) (any, error) {
			r := pass.ResultOf[outcomes].(*outcome.Result)
			if r.Flow.Pkg == nil {
				return nil, nil // a package that cannot matter
			}
			settings := r.Registry.Settings()
			if settings.Exempts(pass.Pkg.Path()) {
				return nil, nil
			}
			muted, m := mute(pass, settings.KeepNolint)
			p := &Pass{
				Pass: muted, Outcome: r, Registry: r.Registry, Flow: r.Flow, tests: tests,
				files: map[*token.File]*fileInfo{}, done: map[string]bool{},
			}
			r.Exclusive(func() {
				run(p)
				if m != nil {
					m.unused(p)
				}
			})
			return nil, nil
		},
	}
}

// Report adds a finding. Findings in generated files, and in tests unless these
// are asked for, are dropped; so is a second one at the same place.
func (p *Pass) Report(pos token.Pos, fixes []analysis.SuggestedFix, format string, args ...any) {
	if !pos.IsValid() || !p.Wants(pos) {
		return
	}
	start, end := p.span(pos)
	key := p.Fset.Position(start).String()
	if p.done[key] {
		return
	}
	p.done[key] = true
	p.Pass.Report(analysis.Diagnostic{Pos: start, End: end, Message: fmt.Sprintf(format, args...), SuggestedFixes: fixes})
}

// AnswerPos is where an answer is given: the return statement of the innermost
// function that works on the call. One that only builds a result from what it is
// given has no context, and one that returns what it is given adds nothing.
func AnswerPos(x *outcome.Exit) token.Pos {
	if len(x.Chain) == 0 {
		return x.Pos
	}
	if x.Ret != nil && len(x.Ret.Results) > 0 {
		if _, given := x.Ret.Results[0].(*ssa.Parameter); given {
			return x.Chain[len(x.Chain)-1]
		}
	}
	for f := x.Fn; f != nil; f = f.Parent() {
		for _, p := range f.Params {
			if flow.NamedID(p.Type()) == "context.Context" {
				return x.Pos
			}
		}
	}
	return x.Chain[len(x.Chain)-1]
}

// Reported reports whether there is a finding of this rule at a position.
func (p *Pass) Reported(pos token.Pos) bool {
	start, _ := p.span(pos)
	return p.done[p.Fset.Position(start).String()]
}

// Wants reports whether findings at a position are wanted.
func (p *Pass) Wants(pos token.Pos) bool {
	info := p.file(pos)
	return info != nil && !info.skip
}

func (p *Pass) file(pos token.Pos) *fileInfo {
	tf := p.Fset.File(pos)
	if tf == nil {
		return nil
	}
	if info, ok := p.files[tf]; ok {
		return info
	}
	var info *fileInfo
	for _, f := range p.Files {
		if p.Fset.File(f.FileStart) == tf {
			info = &fileInfo{file: f, skip: ast.IsGenerated(f) || !p.tests && strings.HasSuffix(tf.Name(), "_test.go")}
			info.calls = map[token.Pos]*ast.CallExpr{}
			ast.Inspect(f, func(n ast.Node) bool {
				if c, ok := n.(*ast.CallExpr); ok {
					info.calls[c.Lparen] = c
				}
				return true
			})
		}
	}
	p.files[tf] = info
	return info
}

// span turns a position that SSA knows, such as the left parenthesis of a call,
// into that of what a reader looks at: the function that is called.
func (p *Pass) span(pos token.Pos) (start, end token.Pos) {
	info := p.file(pos)
	if info == nil {
		return pos, token.NoPos
	}
	if c := info.calls[pos]; c != nil {
		switch f := ast.Unparen(c.Fun).(type) {
		case *ast.SelectorExpr:
			if p.Fset.Position(f.Pos()).Line == p.Fset.Position(f.Sel.Pos()).Line {
				return f.Pos(), c.End()
			}
			return f.Sel.Pos(), c.End()
		}
		return c.Pos(), c.End()
	}
	return pos, token.NoPos
}

// CallAt is the call expression with its left parenthesis at a position.
func (p *Pass) CallAt(pos token.Pos) *ast.CallExpr {
	if info := p.file(pos); info != nil {
		return info.calls[pos]
	}
	return nil
}

// FileAt is the syntax of the file that contains a position.
func (p *Pass) FileAt(pos token.Pos) *ast.File {
	if info := p.file(pos); info != nil {
		return info.file
	}
	return nil
}

// Tools names the tools that something concerns, a few by name and the rest by
// number: "tool a", "tools a and b", "tools a, b and 12 more".
func Tools(names []string) string {
	if n := slices.Index(names, registry.Unnamed); n >= 0 && len(names) > 1 {
		named := slices.Delete(slices.Clone(names), n, n+1)
		if len(named) > 3 {
			return Tools(named)
		}
		return "tools " + strings.Join(named, ", ") + " and one " + registry.Unnamed
	}
	switch len(names) {
	case 0:
		return "a tool"
	case 1:
		return "tool " + names[0]
	case 2:
		return "tools " + names[0] + " and " + names[1]
	case 3:
		return "tools " + names[0] + ", " + names[1] + " and " + names[2]
	}
	return fmt.Sprintf("tools %s, %s and %d more", names[0], names[1], len(names)-2)
}

func mustExtract(doc, name string) string {
	text, err := Extract(doc, name)
	if err != nil {
		panic(err) // a rule without documentation does not get past its test
	}
	return text
}

// Extract is the section "Analyzer NAME" of the package documentation in
// source, as it becomes an analyzer's Doc.
func Extract(source, name string) (string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), "doc.go", source, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return "", fmt.Errorf("documentation of %s: %w", name, err)
	}
	for _, section := range strings.Split("\n"+f.Doc.Text(), "\n# ") {
		body, ok := strings.CutPrefix(section, "Analyzer "+name+"\n")
		if !ok {
			continue
		}
		body = strings.TrimSpace(body)
		if rest, ok := strings.CutPrefix(body, name+":"); ok {
			return strings.TrimSpace(rest), nil
		}
		return "", fmt.Errorf("documentation of %s: the section does not begin with %q", name, name+": ")
	}
	return "", fmt.Errorf("documentation of %s: no section \"# Analyzer %s\"", name, name)
}
