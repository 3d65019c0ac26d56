package internals

import (
	"go/ast"
	"go/token"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/rule"
)

var (
	capsName    = regexp.MustCompile(`\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b`)
	envPhrase   = regexp.MustCompile(`(?i)\benv(?:ironment)?[ -]?var(?:iable)?s?\b`)
	unsetPhrase = regexp.MustCompile(`^["'\x60]?\s+(?:is|are|was|were|isn't|must be|has to be|needs to be)?\s*(?:not )?(?:set|unset|exported|configured)\b`)
	address     = regexp.MustCompile(`(?i)\b(?:https?|postgres(?:ql)?|mysql|redis|mongodb|amqp|ftp|ssh)://[^\s"'<>)]+|\blocalhost:\d+|\b127\.0\.0\.1\b`)
	publicDocs  = regexp.MustCompile(`^https?://docs\.`)
	absPath     = regexp.MustCompile(`(?:^|[\s"'(=])(/(?:etc|var|usr|home|root|srv|opt|tmp|proc|data)/[\w./-]+)`)
	sqlText     = regexp.MustCompile(`\b(?:SELECT\s+.+\s+FROM|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM)\b`)
	shellText   = regexp.MustCompile("(?i)(?:\\brun(?:ning)?|\\bexecute|\\btry|\\buse|\\binstall it with)[: ]+[`'\"]?(?:sudo |npm |npx |pip |brew |apt(?:-get)? |go install |docker |kubectl |helm |gcloud |aws |az |terraform |git |gh |make |curl |systemctl |\\./)[^\\s]")
	backTick    = regexp.MustCompile("`(?:sudo|npm|npx|pip|brew|apt-get|go|docker|kubectl|helm|gcloud|aws|az|terraform|git|gh|make|curl|systemctl) [^`]+`")
)

// A find is something in authored text that the model can do nothing with.
type find struct {
	what, word string
	pos        token.Pos // where the text was put together
}

// literal finds, in the authored text of a message, environment variables, an
// address, a path, a command.
func literal(m *outcome.Message, envs map[string]bool) []find {
	out := literalIn(m, envs)
	for _, p := range m.Parts {
		if p.Other && p.Prov == outcome.Literal {
			p.Other = false
			out = append(out, literalIn(&outcome.Message{Parts: []outcome.Part{p}}, envs)...)
		}
	}
	return out
}

func literalIn(m *outcome.Message, envs map[string]bool) []find {
	text := m.Literal()
	at := func(offset int) token.Pos {
		n := 0
		for _, p := range m.Parts {
			size := 1
			switch {
			case p.Other:
				size = 0
			case p.Prov == outcome.Literal:
				size = len(p.Text)
			}
			if offset < n+size {
				return p.Pos
			}
			n += size
		}
		return token.NoPos
	}
	for _, loc := range capsName.FindAllStringIndex(text, -1) {
		name := text[loc[0]:loc[1]]
		if envs[name] || aboutEnvironment(text, loc) {
			return []find{{"the environment variable " + name, name, at(loc[0])}}
		}
	}
	if loc := address.FindStringIndex(text); loc != nil {
		word := strings.TrimRight(strings.Trim(text[loc[0]:loc[1]], "\x00"), ".,;:")
		if publicDocs.MatchString(word) {
			return nil // for the user to read
		}
		return []find{{"the address " + word, word, at(loc[0])}}
	}
	if loc := absPath.FindStringSubmatchIndex(text); loc != nil {
		word := text[loc[2]:loc[3]]
		return []find{{"the server's path " + word, word, at(loc[2])}}
	}
	for _, re := range []*regexp.Regexp{shellText, backTick} {
		if loc := re.FindStringIndex(text); loc != nil {
			word, _, _ := strings.Cut(text[loc[0]:loc[1]], "\x00")
			return []find{{"a command that it cannot run", word, at(loc[0])}}
		}
	}
	if loc := sqlText.FindStringIndex(text); loc != nil {
		return []find{{"an SQL statement", "", at(loc[0])}}
	}
	return nil
}

// written is where the text with a find stands in the source: where the message
// is put together, or in the statement of a function that passes it on.
func written(pass *rule.Pass, x *outcome.Exit, f find) token.Pos {
	if f.word != "" && !inStatement(pass, f.pos, f.word) {
		for i := len(x.Chain); i >= 0; i-- {
			pos := x.Pos
			if i < len(x.Chain) {
				pos = x.Chain[i]
			}
			if inStatement(pass, pos, f.word) {
				return pos
			}
		}
	}
	if f.pos.IsValid() {
		return f.pos
	}
	return x.Pos
}

// inStatement reports whether the statement around a position has a string
// literal with a word.
func inStatement(pass *rule.Pass, pos token.Pos, word string) bool {
	file := pass.FileAt(pos)
	if file == nil {
		return false
	}
	path, _ := astutil.PathEnclosingInterval(file, pos, pos)
	for _, n := range path {
		if _, ok := n.(ast.Stmt); !ok {
			continue
		}
		found := false
		ast.Inspect(n, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			found = found || ok && lit.Kind == token.STRING && strings.Contains(lit.Value, word)
			return !found
		})
		return found
	}
	return false
}

// aboutEnvironment reports whether a name in capitals is spoken of as an
// environment variable. Capitals alone are more often the value of an enum.
func aboutEnvironment(text string, loc []int) bool {
	start, end := max(0, loc[0]-60), min(len(text), loc[1]+60)
	if envPhrase.MatchString(text[start:end]) {
		return true
	}
	after := text[loc[1]:min(len(text), loc[1]+24)]
	return strings.HasPrefix(after, "=") || unsetPhrase.MatchString(after)
}
