package toolname

import (
	_ "embed"
	"go/ast"
	"go/token"
	"regexp"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/change"
	"github.com/toolvet/toolvet/analyzer/contract"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/rule"
)

//go:embed doc.go
var doc string

// New is the analyzer.
func New(outcomes *analysis.Analyzer, tests bool) *analysis.Analyzer {
	return rule.New("toolname", doc, outcomes, tests, run)
}

var shape = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

func run(pass *rule.Pass) {
	actions := map[*registry.Tool]string{}
	for _, t := range pass.Outcome.Targets {
		if in := contract.InputOf(pass, t); in != nil {
			if a := in.Find(func(a *contract.Arg) bool { return a.Text() && (a.Name == "action" || a.Name == "operation") }); a != nil {
				actions[t.Tool] = a.Name
			}
		}
	}
	first := map[string]*registry.Tool{}
	for _, t := range pass.Registry.Tools {
		if t.Name == "" || pass.Registry.DeclaredElsewhere(t) {
			continue
		}
		words := change.Words(t.Name)
		other := first[t.Name]
		switch {
		case !shape.MatchString(t.Name) && !freeNames(pass, t):
			pass.Report(t.Pos, nil, "clients refuse the name %q; use 1 to 64 of a-z, A-Z, 0-9, _ and -", t.Name)
		case len(words) > 0 && broad[words[0]]:
			pass.Report(t.Pos, nil, "tool %s covers all that can be done to a thing; make one tool of each action, so that each has its own description and permission", t.Name)
		case actions[t] != "" && len(words) > 0 && !reads[words[0]]:
			pass.Report(t.Pos, nil, "what tool %s does depends on its argument %s; make one tool of each action, so that each has its own description and permission", t.Name, actions[t])
		case other != nil && other.Handler.ID != t.Handler.ID && other.Fn == t.Fn && pass.Registry.SameServer(other, t) && sameBlock(pass, other.Pos, t.Pos):
			pass.Report(t.Pos, nil, "a second tool %s replaces the first one on the same server; give each its own name", t.Name)
		}
		if other == nil {
			first[t.Name] = t
		}
	}
}

var (
	broad = map[string]bool{"manage": true, "handle": true, "crud": true, "administer": true}
	reads = map[string]bool{"list": true, "search": true, "get": true, "find": true, "query": true, "audit": true, "log": true}
)

// freeNames reports whether a framework shows names to the model as text, where
// any will do.
func freeNames(pass *rule.Pass, t *registry.Tool) bool {
	for _, s := range pass.Flow.SDKs.All {
		if s.Name == t.SDK {
			return s.FreeNames
		}
	}
	return false
}

// sameBlock reports whether two registrations are made one after the other. Of
// tools that are declared outside of functions that cannot be told.
func sameBlock(pass *rule.Pass, a, b token.Pos) bool {
	first := block(pass, a)
	return first.IsValid() && first == block(pass, b)
}

// block is the innermost block of statements around a position.
func block(pass *rule.Pass, pos token.Pos) token.Pos {
	found := token.NoPos
	if f := pass.FileAt(pos); f != nil {
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil || pos < n.Pos() || n.End() <= pos {
				return false
			}
			switch n.(type) {
			case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
				found = n.Pos()
			}
			return true
		})
	}
	return found
}
