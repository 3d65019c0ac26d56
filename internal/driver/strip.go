package driver

import "bytes"

// strip removes from a source file what a package that only imports it cannot
// see: the bodies of functions and comments. Newlines stay, so that lines keep
// their numbers. It works in place, and is several times faster than parsing.
//
// Source that does not parse gives a result that does not parse either, or
// one that lacks some code: whoever needs the error parses the original.
func strip(src []byte) []byte {
	s := &stripper{src: src}
	s.file()
	s.drop(len(src), len(src))
	return src[:s.out]
}

type stripper struct {
	src  []byte
	pos  int // next byte to read
	out  int // next byte to write
	from int // first byte read and not yet written
}

// drop writes what was read up to start, and leaves out start to end but for
// its newlines.
func (s *stripper) drop(start, end int) {
	s.out += copy(s.src[s.out:], s.src[s.from:start])
	for range bytes.Count(s.src[start:end], newline) {
		s.src[s.out] = '\n'
		s.out++
	}
	s.from = end
}

var newline = []byte("\n")

// file reads everything outside of functions.
func (s *stripper) file() {
	var prev byte // last byte of the token before
	for s.pos < len(s.src) {
		start := s.pos
		c := s.src[start]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			s.pos++
			continue
		case s.comment():
			continue
		case isLetter(c):
			if word := s.word(); string(word) == "func" && prev != ']' {
				// After "]" it is the element type of a composite literal.
				s.function()
			}
		default:
			s.token()
		}
		if s.pos > start {
			prev = s.src[s.pos-1]
		}
	}
}

// function reads on after the keyword "func". Where there is a body, it is
// emptied.
func (s *stripper) function() {
	ends := false // a newline here ends the declaration
	word := ""
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		switch {
		case c == ' ' || c == '\t' || c == '\r':
			s.pos++
		case c == '\n':
			if ends {
				return
			}
			s.pos++
		case c == '/':
			start := s.pos
			if !s.comment() {
				return
			}
			if ends && bytes.IndexByte(s.src[start:s.pos], '\n') >= 0 {
				return
			}
		case isLetter(c):
			word = string(s.word())
			switch word {
			case "struct", "interface", "chan", "map", "func":
				ends = false
			default:
				ends = true
			}
		case c == '(' || c == '[':
			s.group()
			ends, word = true, ""
		case c == '{':
			if word != "struct" && word != "interface" {
				open := s.pos
				s.group()
				if s.pos > open+1 && s.src[s.pos-1] == '}' {
					s.drop(open+1, s.pos-1)
				}
				return
			}
			s.group()
			ends, word = true, ""
		case c == '*' || c == '.' || c == '<' || c == '-':
			s.pos++
			ends, word = false, ""
		default:
			return
		}
	}
}

// group reads from an opening bracket to the one that closes it.
func (s *stripper) group() {
	depth := 0
	for s.pos < len(s.src) {
		switch s.src[s.pos] {
		case '(', '[', '{':
			depth++
			s.pos++
		case ')', ']', '}':
			depth--
			s.pos++
			if depth == 0 {
				return
			}
		case '"', '\'', '`':
			s.token()
		case '/':
			if n := s.commentEnd(); n > s.pos {
				s.pos = n
			} else {
				s.pos++
			}
		default:
			s.pos++
		}
	}
}

// token reads one string, rune, or other byte.
func (s *stripper) token() {
	quote := s.src[s.pos]
	s.pos++
	switch quote {
	case '`':
		if n := bytes.IndexByte(s.src[s.pos:], '`'); n >= 0 {
			s.pos += n + 1
		} else {
			s.pos = len(s.src)
		}
	case '"', '\'':
		for s.pos < len(s.src) {
			switch c := s.src[s.pos]; c {
			case '\\':
				s.pos++
			case '\n':
				return // not terminated
			case quote:
				s.pos++
				return
			}
			s.pos++
		}
		s.pos = min(s.pos, len(s.src))
	}
}

// word reads an identifier or keyword.
func (s *stripper) word() []byte {
	start := s.pos
	for s.pos < len(s.src) && (isLetter(s.src[s.pos]) || '0' <= s.src[s.pos] && s.src[s.pos] <= '9') {
		s.pos++
	}
	return s.src[start:s.pos]
}

// comment drops a comment, if one starts here. Build constraints stay: they
// set the language version of the file.
func (s *stripper) comment() bool {
	end := s.commentEnd()
	if end == s.pos {
		return false
	}
	start, text := s.pos, s.src[s.pos:end]
	s.pos = end
	if bytes.HasPrefix(text, goBuild) {
		return true
	}
	separates := text[1] == '*' && bytes.IndexByte(text, '\n') < 0
	s.drop(start, end)
	if separates {
		s.src[s.out] = ' '
		s.out++
	}
	return true
}

var goBuild = []byte("//go:build")

// commentEnd is the end of the comment that starts here, or pos if none does.
// The newline after a line comment is not part of it.
func (s *stripper) commentEnd() int {
	rest := s.src[s.pos:]
	if len(rest) < 2 || rest[0] != '/' {
		return s.pos
	}
	switch rest[1] {
	case '/':
		if n := bytes.IndexByte(rest, '\n'); n >= 0 {
			return s.pos + n
		}
		return len(s.src)
	case '*':
		if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
			return s.pos + 2 + n + 2
		}
		return len(s.src)
	}
	return s.pos
}

func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= 0x80
}
