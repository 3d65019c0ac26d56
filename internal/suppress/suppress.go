// Package suppress reads the comments that keep findings from being reported:
//
//	//toolvet:ignore rule[,rule] reason
//	//nolint:toolvet
//
// The second form, which many linters share, names toolvet, one of its rules,
// "all", or nothing, which means all.
package suppress

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// Prefix begins the comments that are this project's own.
const Prefix = "//toolvet:"

// A Directive is one such comment.
type Directive struct {
	Pos, End token.Pos
	From, To int      // the lines that it is about
	Rules    []string // that it names; nil is all of them
	Reason   string
	Shared   bool // a nolint comment; its unused ones are for others to find

	// Problem is why it has no effect, "" if it has one.
	Problem string
}

// Covers reports whether a finding of a rule on a line is not to be reported.
func (d *Directive) Covers(rule string, line int) bool {
	return d.Problem == "" && d.From <= line && line <= d.To && (d.Rules == nil || slices.Contains(d.Rules, rule))
}

// Names reports whether a directive of our own names a rule.
func (d *Directive) Names(rule string) bool {
	return d.Problem == "" && !d.Shared && slices.Contains(d.Rules, rule)
}

// Parse finds the directives of a file.
func Parse(fset *token.FileSet, file *ast.File) []*Directive {
	var found []*Directive
	var code *lines
	for _, group := range file.Comments {
		for _, c := range group.List {
			d := parse(c.Text)
			if d == nil {
				continue
			}
			d.Pos, d.End = c.Pos(), c.End()
			if code == nil {
				code = codeLines(fset, file)
			}
			line := position(fset, c.Pos()).Line
			d.From, d.To = line, line
			if !code.before(line, c.Pos()) {
				// It stands alone, and is about what follows.
				next := position(fset, group.End()).Line + 1
				if d.Shared {
					// Where the others look: the next line, with all of
					// the declaration or statement that begins there.
					next = line + 1
					d.To = max(next, code.end(next, position(fset, c.Pos()).Column))
				} else {
					d.From, d.To = next, next
				}
			}
			found = append(found, d)
		}
	}
	return found
}

// parse reads one comment; it is nil if that is none of ours.
func parse(text string) *Directive {
	if rest, ok := strings.CutPrefix(text, Prefix); ok {
		return parseOwn(rest)
	}
	if body, ok := strings.CutPrefix(text, "//"); ok {
		body = strings.TrimLeft(body, " \t/")
		if strings.HasPrefix(body, "toolvet:ignore") {
			return &Directive{Problem: "a directive has no space before its name; write //toolvet:ignore"}
		}
		return parseShared(body)
	}
	return nil
}

func parseOwn(rest string) *Directive {
	verb, rest, _ := cut(rest)
	if verb != "ignore" {
		return &Directive{Problem: fmt.Sprintf("there is no directive toolvet:%s; write //toolvet:ignore rule reason", verb)}
	}
	names, reason, _ := cut(rest)
	d := &Directive{Reason: strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(reason), "//"))}
	for name := range strings.SplitSeq(names, ",") {
		d.Rules = append(d.Rules, name)
	}
	switch {
	case names == "":
		d.Rules = nil
		d.Problem = "the rule is missing; write //toolvet:ignore rule reason"
	case slices.Contains(d.Rules, ""):
		d.Problem = "the list of rules has an empty name; write //toolvet:ignore rule,rule reason"
	case d.Reason == "":
		d.Problem = "the reason is missing; say after the rule why this is right here"
	}
	return d
}

// parseShared reads "nolint", "nolint:a,b" with a comment of its own after it.
func parseShared(body string) *Directive {
	rest, ok := strings.CutPrefix(body, "nolint")
	if !ok || rest != "" && rest[0] != ':' && rest[0] != ' ' && rest[0] != '\t' {
		return nil
	}
	d := &Directive{Shared: true}
	list, _, _ := strings.Cut(rest, "//")
	list, named := strings.CutPrefix(list, ":")
	if !named {
		return d
	}
	for name := range strings.SplitSeq(list, ",") {
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "all" || name == "toolvet" {
			return &Directive{Shared: true}
		}
		if fields := strings.Fields(name); len(fields) > 0 {
			d.Rules = append(d.Rules, fields[0])
		}
	}
	if d.Rules == nil {
		d.Rules = []string{} // names none
	}
	return d
}

// cut parts a text at the first blank.
func cut(text string) (word, rest string, found bool) {
	text = strings.TrimLeft(text, " \t")
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		return text[:i], text[i+1:], true
	}
	return text, "", false
}

// lines knows where the code of a file is.
type lines struct {
	first map[int]token.Pos // the first position of code on a line
	spans map[[2]int]int    // line and column where code begins: its last line
}

// codeLines looks at where nodes begin and end: every line with code has one
// that does.
func codeLines(fset *token.FileSet, file *ast.File) *lines {
	l := &lines{first: map[int]token.Pos{}, spans: map[[2]int]int{}}
	see := func(pos token.Pos) {
		if !pos.IsValid() {
			return
		}
		line := position(fset, pos).Line
		if old, ok := l.first[line]; !ok || pos < old {
			l.first[line] = pos
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil:
			return false
		case *ast.Comment, *ast.CommentGroup:
			return false
		case *ast.GenDecl:
			see(n.Lparen)
		case *ast.File:
			l.span(fset, n.Package, file.FileEnd)
			see(n.Package)
			return true
		}
		start := n.Pos()
		l.span(fset, start, n.End())
		see(start)
		see(n.End() - 1)
		return true
	})
	return l
}

func (l *lines) span(fset *token.FileSet, start, end token.Pos) {
	p := position(fset, start)
	key := [2]int{p.Line, p.Column}
	l.spans[key] = max(l.spans[key], position(fset, end).Line)
}

func (l *lines) before(line int, pos token.Pos) bool {
	first, ok := l.first[line]
	return ok && first < pos
}

// end is the last line of what begins on a line at a column.
func (l *lines) end(line, column int) int { return l.spans[[2]int{line, column}] }

// position is where something stands in its own file, whatever line comments
// say of where that comes from.
func position(fset *token.FileSet, pos token.Pos) token.Position { return fset.PositionFor(pos, false) }
