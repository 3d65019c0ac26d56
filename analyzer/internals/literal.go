package internals

import (
	"go/token"
	"regexp"
	"strings"

	"github.com/toolvet/toolvet/analyzer/outcome"
)

var (
	capsName    = regexp.MustCompile(`\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b`)
	envPhrase   = regexp.MustCompile(`(?i)\benv(?:ironment)?[ -]?var(?:iable)?s?\b`)
	unsetPhrase = regexp.MustCompile(`^["'\x60]?\s+(?:is|are|was|were|isn't|must be|has to be|needs to be)?\s*(?:not )?(?:set|unset|exported|configured)\b`)
	address     = regexp.MustCompile(`(?i)\b(?:https?|postgres(?:ql)?|mysql|redis|mongodb|amqp|ftp|ssh)://[^\s"'<>)]+|\blocalhost:\d+|\b127\.0\.0\.1\b`)
	absPath     = regexp.MustCompile(`(?:^|[\s"'(=])(/(?:etc|var|usr|home|root|srv|opt|tmp|proc|data)/[\w./-]+)`)
	sqlText     = regexp.MustCompile(`\b(?:SELECT\s+.+\s+FROM|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM)\b`)
	shellText   = regexp.MustCompile("(?i)(?:\\brun(?:ning)?|\\bexecute|\\btry|\\buse|\\binstall it with)[: ]+[`'\"]?(?:sudo |npm |npx |pip |brew |apt(?:-get)? |go install |docker |kubectl |helm |gcloud |aws |az |terraform |git |gh |make |curl |systemctl |\\./)[^\\s]")
	backTick    = regexp.MustCompile("`(?:sudo|npm|npx|pip|brew|apt-get|go|docker|kubectl|helm|gcloud|aws|az|terraform|git|gh|make|curl|systemctl) [^`]+`")
)

// literal finds, in the authored text of a message, what the model can do
// nothing with: an environment variable, an address, a path, a command.
func literal(m *outcome.Message, envs map[string]bool) (what string, pos token.Pos) {
	text := m.Literal()
	at := func(offset int) token.Pos {
		n := 0
		for _, p := range m.Parts {
			size := 1
			if p.Prov == outcome.Literal {
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
			return "the environment variable " + name, at(loc[0])
		}
	}
	if loc := address.FindStringIndex(text); loc != nil {
		return "the address " + strings.TrimRight(strings.Trim(text[loc[0]:loc[1]], "\x00"), ".,;:"), at(loc[0])
	}
	if loc := absPath.FindStringSubmatchIndex(text); loc != nil {
		return "the server's path " + text[loc[2]:loc[3]], at(loc[2])
	}
	if loc := sqlText.FindStringIndex(text); loc != nil {
		return "an SQL statement", at(loc[0])
	}
	if loc := shellText.FindStringIndex(text); loc != nil {
		return "a command that it cannot run", at(loc[0])
	}
	if loc := backTick.FindStringIndex(text); loc != nil {
		return "a command that it cannot run", at(loc[0])
	}
	return "", token.NoPos
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
