package driver

import "bytes"

// A kind is that of a token outside of function bodies: one of these, or the
// character itself.
type kind byte

const (
	tokEOF      kind = 0
	tokWord     kind = 'a' // an identifier
	tokKeyword  kind = 'k'
	tokString   kind = '"'
	tokNumber   kind = '0' // also a character
	tokEllipsis kind = '.' + 0x80
	tokNewline  kind = '\n' // where it ends a declaration
)

// A lexer reads source that strip has been over. It knows as much of the
// language as it takes to tell declarations apart.
type lexer struct {
	src   []byte
	pos   int
	start int  // of the last token
	ends  bool // a newline after the last token ends a declaration
}

// text is the last token.
func (x *lexer) text() []byte { return x.src[x.start:x.pos] }

// next reads one token.
func (x *lexer) next() kind {
	for x.pos < len(x.src) {
		x.start = x.pos
		switch c := x.src[x.pos]; {
		case c == ' ' || c == '\t' || c == '\r':
			x.pos++
		case c == '\n':
			x.pos++
			if x.ends {
				x.ends = false
				return tokNewline
			}
		case isLetter(c):
			for x.pos++; x.pos < len(x.src) && isLetterOrDigit(x.src[x.pos]); x.pos++ {
			}
			if x.ends = !isKeyword(x.text()); x.ends {
				return tokWord
			}
			return tokKeyword
		case c == '"' || c == '`' || c == '\'':
			s := stripper{src: x.src, pos: x.pos}
			s.token()
			x.pos, x.ends = s.pos, true
			if c == '\'' {
				return tokNumber
			}
			return tokString
		case '0' <= c && c <= '9':
			for x.pos++; x.pos < len(x.src) && (isLetterOrDigit(x.src[x.pos]) || x.src[x.pos] == '.'); x.pos++ {
			}
			x.ends = true
			return tokNumber
		case c == '.' && bytes.HasPrefix(x.src[x.pos:], ellipsis):
			x.pos += len(ellipsis)
			x.ends = false
			return tokEllipsis
		case c == '/' && x.skipComment():
		default:
			x.pos++
			x.ends = c == ')' || c == ']' || c == '}'
			return kind(c)
		}
	}
	x.start = x.pos
	if x.ends {
		x.ends = false
		return tokNewline
	}
	return tokEOF
}

var ellipsis = []byte("...")

// skipComment skips what strip leaves of comments: build constraints.
func (x *lexer) skipComment() bool {
	s := stripper{src: x.src, pos: x.pos}
	end := s.commentEnd()
	if end == x.pos {
		return false
	}
	x.pos = end
	return true
}

// skip reads to the end of a declaration or of an element of a group: a
// semicolon, a newline that stands for one, or a closing bracket. It gives the
// end of what was read, including a written semicolon. The token before is tok.
//
// It stops at the first equal sign outside of brackets, too, if stop is set.
func (x *lexer) skip(tok kind, stop bool) (last kind, end int) {
	depth := 0
	for ; ; tok = x.next() {
		switch tok {
		case tokEOF:
			return tok, x.pos
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth == 0 {
				return tok, x.start
			}
			depth--
		case ';':
			if depth == 0 {
				return tok, x.pos
			}
		case tokNewline:
			if depth == 0 {
				return tok, x.start
			}
		case '=':
			if depth == 0 && stop {
				return tok, x.start
			}
		}
	}
}

func isLetterOrDigit(c byte) bool { return isLetter(c) || '0' <= c && c <= '9' }

// isKeyword tells keywords from identifiers. A newline after one does not end a
// statement; where that is not so, as for return, it is within a body.
func isKeyword(word []byte) bool {
	switch string(word) {
	case "break", "case", "chan", "const", "continue", "default", "defer", "else", "fallthrough", "for", "func", "go", "goto",
		"if", "import", "interface", "map", "package", "range", "return", "select", "struct", "switch", "type", "var":
		return true
	}
	return false
}
