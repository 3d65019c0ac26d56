package description

import (
	_ "embed"
	"go/ast"
	"go/token"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/change"
	"github.com/toolvet/toolvet/analyzer/rule"
	"github.com/toolvet/toolvet/analyzer/text"
)

//go:embed doc.go
var doc string

// New is the analyzer.
func New(outcomes *analysis.Analyzer, tests bool) *analysis.Analyzer {
	return rule.New("description", doc, outcomes, tests, run)
}

// Clients cut descriptions that are longer than this.
const maxUnits = 2048

func run(pass *rule.Pass) {
	envs := pass.Registry.EnvNames()
	for _, t := range pass.Registry.Tools {
		if !t.HasDesc || pass.Registry.DeclaredElsewhere(t) {
			continue
		}
		d, at := t.Description, place(pass, t.Pos)
		switch n := text.Units(d); {
		case strings.TrimSpace(d) == "":
			pass.Report(at, nil, "tool %s has no description; say what it returns or changes, and when to use it", t.Label())
		case n > maxUnits:
			pass.Report(at, nil, "the description of tool %s has %d UTF-16 units, and clients cut at %d; shorten it", t.Label(), n, maxUnits)
		case restates(t.Name, d):
			pass.Report(at, nil, "the description of tool %s only repeats the name; say what it returns or changes, and when to use it", t.Label())
		default:
			if f := operator(d, envs); f != "" {
				pass.Report(at, nil, "the description of tool %s tells %s, which the model cannot use; leave it to the server's documentation", t.Label(), f)
			} else if text.English(d) && failures.MatchString(d) {
				pass.Report(at, nil, "the description of tool %s lists failures; say in each failure's message what to do about it", t.Label())
			}
		}
	}
}

var filler = map[string]bool{"a": true, "an": true, "the": true, "this": true, "tool": true, "to": true, "of": true, "for": true, "your": true, "all": true, "one": true}

// restates reports whether a description has no word that the name has not.
func restates(name, d string) bool {
	if name == "" {
		return false
	}
	have := map[string]bool{}
	for _, w := range change.Words(name) {
		have[stem(w)] = true
	}
	if have["list"] {
		return false // of a list there is nothing more to tell
	}
	n := 0
	for _, w := range strings.FieldsFunc(strings.ToLower(d), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= 0x80) }) {
		if !filler[w] && !have[stem(w)] {
			return false
		}
		n++
	}
	return n > 0
}

func stem(w string) string { return strings.TrimSuffix(strings.ToLower(w), "s") }

var (
	envForm  = regexp.MustCompile(`\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b`)
	envLike  = regexp.MustCompile(`_(API_KEY|KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS)$`)
	command  = regexp.MustCompile("(?i)\\b(run|execute|install|start)(ning)? (it )?(with )?`?((npm|npx|pip|docker|kubectl|brew|go|make|systemctl|sudo|apt|yarn|helm|uv|cargo) [a-z-]+|[a-z]+(ctl|-cli|cli) [a-z-]+)")
	likened  = regexp.MustCompile(`(?i)\b(like|as|similar to|same as|equivalent (to|of)|instead of|rather than|by)\s*$`)
	docsPage = regexp.MustCompile(`(?i)\b(see|refer to|read|visit|documentation|docs|documented|details|learn more|information|reference|guide)\b[^\n]{0,40}?(https?://[^\s)"']+)`)
	failures = regexp.MustCompile(`(?im)^\W*(errors|possible errors|error (codes|cases|conditions|handling)|failures|failure modes)\W*(:|$)|\b(returns|throws|raises)( an?)? errors? (if|when|for)\b[^.]*[.;][^.]*\b(returns|throws|raises)( an?)? errors?\b|\bfails (if|when|with)\b[^.]*(,|;|\.)[^.]*\b(fails|or) (if|when|with)\b`)
)

// operator is what a description says to those who run the server, or "".
func operator(d string, envs map[string]bool) string {
	for _, w := range envForm.FindAllString(d, -1) {
		if envs[w] || envLike.MatchString(w) {
			return "the environment variable " + w
		}
	}
	if !text.English(d) {
		return ""
	}
	if m := docsPage.FindStringSubmatch(d); m != nil {
		return "the page " + m[2]
	}
	if m := command.FindStringSubmatchIndex(d); m != nil && !likened.MatchString(d[:m[0]]) {
		return "the command " + d[m[10]:m[11]]
	}
	return ""
}

// place is where the description of the tool at a position is written, or the
// position itself.
func place(pass *rule.Pass, pos token.Pos) token.Pos {
	f := pass.FileAt(pos)
	if f == nil {
		return pos
	}
	var around ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil || pos < n.Pos() || n.End() <= pos {
			return false
		}
		switch n.(type) {
		case *ast.CallExpr, *ast.CompositeLit:
			around = n
		}
		return true
	})
	if around == nil {
		return pos
	}
	var found []token.Pos
	ast.Inspect(around, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Description" {
				found = append(found, n.Pos())
			}
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "WithDescription" {
				found = append(found, s.Sel.Pos())
			}
		case *ast.FuncLit:
			return false
		}
		return true
	})
	if len(found) != 1 {
		return pos
	}
	return found[0]
}
