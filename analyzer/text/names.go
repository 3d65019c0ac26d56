package text

import (
	"regexp"
	"strings"
)

// A Role is what a text takes a name for.
type Role uint8

const (
	Either    Role = iota // by its form alone
	Tool                  // something to call
	Parameter             // something to pass
)

// A Name is a word of a text that is written as the name of a tool or
// parameter.
type Name struct {
	Word string
	Role Role
	Sure bool // the text says in so many words what it is
}

var (
	nameForm = regexp.MustCompile("`?\"?'?\\b([a-z][a-z0-9]*(?:[_-][a-z0-9]+)+)\\b'?\"?`?(\\(\\))?")
	snake    = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)+$`)

	toolBefore  = re(`\b(call|calling|invoke|invoking|the tool|tool named|tool)\s*$`)
	toolAfter   = re(`^\s*(tool|tools)\b`)
	toolMaybe   = re(`\b(use|using|run|running|with|via|through|try|by)\s*$`)
	sqlBefore   = re(`\b(from|join|into|select|exec|execute)\s*$`)
	paramBefore = re(`\b(argument|parameter|arg|param|field|set|pass|specify|provide|supply|omit|missing (required )?(argument|parameter|field)?)\s*:?\s*(the )?$`)
	paramAfter  = re(`^\s*(argument|parameter|arg|param)\b`)
	notACall    = re(`\b(api|endpoint|rpc|function|method|header|env|variable|command|package|library|module|scope|permission|role|table|column|label|prompt|resource|flag|mode|event|action|operation|value|file|directory|branch|metric|query|type|index)s?\b`)
)

// Names lists the words of a text that are written as names of tools or
// parameters: in snake case, where the text calls them or passes them.
func Names(s string) []Name {
	var out []Name
	masked := address.ReplaceAllStringFunc(s, func(a string) string { return strings.Repeat(" ", len(a)) })
	for _, m := range nameForm.FindAllStringSubmatchIndex(masked, -1) {
		word := masked[m[2]:m[3]]
		if !snake.MatchString(word) || joined(masked, m[2], m[3]) {
			continue
		}
		quotes := m[0] < m[2] && masked[m[0]] != '`' && masked[m[2]-1] != '`'
		before, after := masked[max(0, m[0]-40):m[0]], masked[m[1]:min(len(masked), m[1]+20)]
		n := Name{Word: word}
		next := firstWord(after)
		switch {
		case toolAfter.MatchString(after):
			n.Role, n.Sure = Tool, true
		case paramAfter.MatchString(after):
			n.Role, n.Sure = Parameter, true
		case notACall.MatchString(next):
			continue
		case toolBefore.MatchString(before):
			n.Role, n.Sure = Tool, true
		case paramBefore.MatchString(before):
			n.Role = Parameter
		case toolMaybe.MatchString(before):
			n.Role = Either
		case m[4] >= 0 && !sqlBefore.MatchString(before): // name(), but for functions in SQL
			n.Role = Tool
		default:
			continue
		}
		if quotes && !n.Sure {
			continue // in quotes it may as well be a value to pass
		}
		out = append(out, n)
	}
	return out
}

// joined reports whether a word is a part of something longer: a path, a key
// with a value, a qualified name, a value filled in.
func joined(s string, from, to int) bool {
	if from > 0 && strings.ContainsRune("/.$@#:{<%\\-\x00=", rune(s[from-1])) {
		return true
	}
	if to < len(s) {
		if strings.ContainsRune("/=@:{<%\\\x00-*", rune(s[to])) && !(s[to] == ':' && to+1 < len(s) && s[to+1] == ' ') {
			return true
		}
		if s[to] == '.' && to+1 < len(s) && s[to+1] != ' ' && s[to+1] != '\n' {
			return true
		}
	}
	return false
}

func firstWord(s string) string {
	f := strings.Fields(s)
	if len(f) == 0 {
		return ""
	}
	return strings.Trim(f[0], ".,;:)")
}

// Mentions reports whether a text has a word as a whole.
func Mentions(s, word string) bool {
	for i := 0; word != ""; {
		j := strings.Index(s[i:], word)
		if j < 0 {
			return false
		}
		from, to := i+j, i+j+len(word)
		if (from == 0 || !letter(s[from-1])) && (to == len(s) || !letter(s[to])) {
			return true
		}
		i = to
	}
	return false
}

func letter(b byte) bool {
	return b == '_' || b >= 0x80 || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// Speaks reports whether a text has a name, or one of the words it is made of.
func Speaks(s, name string) bool {
	if Mentions(s, name) {
		return true
	}
	low := strings.ToLower(s)
	for _, w := range parts.FindAllString(name, -1) {
		if w = strings.ToLower(w); len(w) > 2 && (Mentions(low, w) || Mentions(low, w+"s") || Mentions(low, strings.TrimSuffix(w, "s"))) {
			return true
		}
	}
	return false
}

var parts = regexp.MustCompile(`[A-Z]?[a-z0-9]+|[A-Z]+`)

// Nearest is the known name that is most like a word, or "".
func Nearest(word string, known []string) string {
	best, score := "", 0
	for _, k := range known {
		s := 0
		if d := distance(word, k); d <= max(2, len(word)/4) {
			s = 100 - d
		} else {
			s = shared(word, k)
		}
		if s > score || s == score && s > 0 && k < best {
			best, score = k, s
		}
	}
	return best
}

// shared counts the parts that two names have in common, in singular.
func shared(a, b string) int {
	parts := map[string]bool{}
	for _, p := range strings.FieldsFunc(a, func(r rune) bool { return r == '_' || r == '-' }) {
		parts[strings.TrimSuffix(p, "s")] = true
	}
	n := 0
	for _, p := range strings.FieldsFunc(b, func(r rune) bool { return r == '_' || r == '-' }) {
		if p = strings.TrimSuffix(p, "s"); len(p) > 3 && parts[p] {
			n++
		}
	}
	return n
}

// distance counts the letters to insert, remove or replace.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		prev := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			prev, row[j+1] = row[j+1], min(prev+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
