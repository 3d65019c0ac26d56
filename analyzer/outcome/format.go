package outcome

import (
	"strings"
	"unicode/utf8"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/registry"
)

// An operand is one piece of a formatted text: literal text, or a verb with
// what it renders.
type operand struct {
	lit  string
	verb rune
	term *flow.Term // nil for literal text, or where the operand is missing
}

// formatOf takes a formatting call apart. format is the index of the format
// among the call's arguments; the operands follow it.
func formatOf(f *flow.Result, call *flow.Term, format int) (text string, out []operand, ok bool) {
	if format >= len(call.Args) {
		return "", nil, false
	}
	text, ok = registry.Fold(f, call.Args[format])
	if !ok {
		return "", nil, false
	}
	var operands []*flow.Term
	spread := false
	if format+1 < len(call.Args) {
		rest := call.Args[format+1]
		if rest.Op != flow.List {
			rest = f.Reduce(rest)
		}
		switch {
		case rest.Op == flow.List:
			operands = rest.Args
		case rest.IsNil():
		default:
			spread = true // args... of which nothing is known
			operands = []*flow.Term{rest}
		}
	}
	return text, parseFormat(text, operands, spread), true
}

// parseFormat splits a format into literal text and verbs.
func parseFormat(format string, operands []*flow.Term, spread bool) []operand {
	var out []operand
	var lit strings.Builder
	flush := func() {
		if lit.Len() > 0 {
			out = append(out, operand{lit: lit.String()})
			lit.Reset()
		}
	}
	next := 0
	for i := 0; i < len(format); {
		if format[i] != '%' {
			r, n := utf8.DecodeRuneInString(format[i:])
			lit.WriteRune(r)
			i += n
			continue
		}
		j := i + 1
		for j < len(format) && strings.IndexByte("+-# 0123456789.[]*", format[j]) >= 0 {
			if format[j] == '*' {
				next++
			}
			if format[j] == '[' {
				if n := explicitIndex(format[j:]); n > 0 {
					next = n - 1
				}
			}
			j++
		}
		if j >= len(format) {
			lit.WriteString(format[i:])
			break
		}
		verb, n := utf8.DecodeRuneInString(format[j:])
		if verb == '%' {
			lit.WriteByte('%')
			i = j + n
			continue
		}
		flush()
		op := operand{verb: verb}
		switch {
		case spread:
			op.term = operands[0]
		case next < len(operands):
			op.term = operands[next]
		}
		next++
		out = append(out, op)
		i = j + n
	}
	flush()
	return out
}

func explicitIndex(s string) int {
	n := 0
	for _, c := range s[1:] {
		if c < '0' || c > '9' {
			break
		}
		n = n*10 + int(c-'0')
	}
	return n
}
