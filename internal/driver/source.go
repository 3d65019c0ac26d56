package driver

import (
	"bytes"
	"strconv"
)

// A source is a file of a package that is only imported: its declarations,
// without comments and bodies, of which those that are needed are marked.
type source struct {
	name    string
	text    []byte
	imports []importDecl
	items   []item
	odd     bool // not understood: it stays as it is
}

// An importDecl is the import of one package.
type importDecl struct {
	start, end int
	name       string // as the file writes it, or ""
	path       string
	used       bool
}

// An item is a declaration that is kept or dropped as a whole: a function, a
// type, a variable specification, or a group of constants, whose values depend
// on their place in it.
type item struct {
	start, end int
	cut        int // the rest is not needed: the value of a variable that has a type
	kept       bool
}

// A declared is a name that an item declares, or the type that it is a method
// of.
type declared struct {
	name   string
	method bool
	alias  string // the type of this package that it is another name for
	item   int
}

// newSource finds the declarations of a file. strip has been over its text.
func newSource(name string, text []byte) (*source, []declared) {
	r := &sourceReader{source: &source{name: name, text: text}, x: lexer{src: text}}
	if bytes.HasPrefix(text, byteOrderMark) {
		r.x.pos = len(byteOrderMark)
	}
	r.file()
	return r.source, r.names
}

var byteOrderMark = []byte("\uFEFF")

type sourceReader struct {
	*source
	x     lexer
	names []declared
}

func (r *sourceReader) file() {
	x := &r.x
	for {
		tok := x.next()
		start := x.start
		switch {
		case tok == tokEOF:
			return
		case tok == tokNewline || tok == ';':
			continue
		case tok != tokKeyword:
			r.odd = true
			return
		}
		switch string(x.text()) {
		case "package":
			x.skip(x.next(), false)
		case "import":
			r.group(r.importDecl)
		case "const":
			r.constants(start)
		case "var":
			r.group(r.variable)
		case "type":
			r.group(r.typeDecl)
		case "func":
			r.function(start)
		default:
			r.odd = true
			return
		}
	}
}

// group reads what follows a keyword: one specification, or several in
// parentheses. A single one begins at the keyword. It gives the end of it all.
func (r *sourceReader) group(spec func(tok kind, start int) (last kind, end int)) (end int) {
	x := &r.x
	start := x.start
	tok := x.next()
	if tok != '(' {
		last, end := spec(tok, start)
		r.odd = r.odd || last == ')' || last == ']' || last == '}'
		return end
	}
	for {
		switch tok = x.next(); tok {
		case tokNewline, ';':
			continue
		case ')':
			return x.pos
		case tokEOF:
			r.odd = true
			return x.pos
		}
		switch last, _ := spec(tok, x.start); last {
		case ')':
			return x.pos
		case ']', '}', tokEOF:
			r.odd = true
			return x.pos
		}
	}
}

func (r *sourceReader) importDecl(tok kind, start int) (kind, int) {
	x := &r.x
	d := importDecl{start: start}
	if tok == tokWord || tok == '.' {
		d.name = string(x.text())
		tok = x.next()
	}
	if tok == tokString {
		d.path, _ = strconv.Unquote(string(x.text()))
		tok = x.next()
	}
	tok, d.end = x.skip(tok, false)
	r.imports = append(r.imports, d)
	return tok, d.end
}

// constants reads the declaration of constants, as one item.
func (r *sourceReader) constants(start int) {
	n := len(r.items)
	end := r.group(func(tok kind, _ int) (kind, int) {
		return r.x.skip(r.declare(tok, n), false)
	})
	r.items = append(r.items, item{start: start, end: end, cut: end})
}

// declare reads a list of names, and gives the token after it.
func (r *sourceReader) declare(tok kind, n int) kind {
	for tok == tokWord {
		if name := string(r.x.text()); name != "_" {
			r.names = append(r.names, declared{name: name, item: n})
		}
		if tok = r.x.next(); tok != ',' {
			break
		}
		tok = r.x.next()
	}
	return tok
}

func (r *sourceReader) variable(tok kind, start int) (last kind, end int) {
	tok = r.declare(tok, len(r.items))
	typed := tok != '='
	last, end = r.x.skip(tok, typed)
	cut := end
	if typed && last == '=' {
		last, end = r.x.skip(r.x.next(), false)
	}
	r.items = append(r.items, item{start: start, end: end, cut: cut})
	return last, end
}

func (r *sourceReader) typeDecl(tok kind, start int) (last kind, end int) {
	d := declared{item: len(r.items)}
	if tok == tokWord {
		d.name = string(r.x.text())
		if tok = r.x.next(); tok == '=' {
			if tok = r.x.next(); tok == tokWord {
				d.alias = string(r.x.text())
			}
		}
	}
	last, end = r.x.skip(tok, false)
	r.names = append(r.names, d)
	r.items = append(r.items, item{start: start, end: end, cut: end})
	return last, end
}

// function reads a function or method after its keyword.
func (r *sourceReader) function(start int) {
	x := &r.x
	n := len(r.items)
	tok := x.next()
	if tok == '(' {
		r.names = append(r.names, declared{name: r.receiver(), method: true, item: n})
		tok = x.next()
	} else if tok == tokWord {
		if name := string(x.text()); name != "init" {
			r.names = append(r.names, declared{name: name, item: n})
		}
	}
	last, end := x.skip(tok, false)
	if last != ';' && last != tokNewline && last != tokEOF {
		r.odd = true
	}
	r.items = append(r.items, item{start: start, end: end, cut: end})
}

// receiver is the name of the type that a method belongs to.
func (r *sourceReader) receiver() string {
	name, depth, inner := "_", 1, 0
	for depth > 0 {
		switch r.x.next() {
		case '(':
			depth++
		case ')':
			depth--
		case '[':
			inner++
		case ']':
			inner--
		case tokWord:
			if inner == 0 {
				name = string(r.x.text())
			}
		case tokEOF:
			return "_"
		}
	}
	return name
}

// reduce is the text with what is needed, or nil if nothing is. Newlines stay,
// so that lines keep their numbers.
func (s *source) reduce() []byte {
	if s.odd {
		return s.text
	}
	out := stripper{src: s.text}
	needed := false
	for _, d := range s.imports {
		if !d.used {
			out.drop(d.start, d.end)
		}
	}
	for _, it := range s.items {
		if it.kept {
			needed = true
			if it.cut < it.end && s.text[it.end-1] == ';' {
				it.end-- // it parts what is kept from what follows
			}
			out.drop(it.cut, it.end)
		} else {
			out.drop(it.start, it.end)
		}
	}
	if !needed {
		return nil
	}
	out.drop(len(s.text), len(s.text))
	return s.text[:out.out]
}
