// Package page makes the page of a rule from its doc.go.
//
// The documentation of a rule's package is the only text about the rule. Its
// section "Analyzer NAME" says what the rule reports and why; it is what go vet
// and editors show. The sections after it are for readers who decide whether to
// trust the rule:
//
//	# What the model sees
//	# Faulty with go-sdk
//	# Right with go-sdk
//	# Faulty with mcp-go
//	# Right with mcp-go
//	# Options
//	# Left alone
//
// Code in them is indented as in any Go documentation.
package page

import (
	"fmt"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"io/fs"
	"strings"
)

// Sections are the headings that the page of a rule has, in this order, after
// the section about the analyzer.
var Sections = []string{
	"What the model sees",
	"Faulty with go-sdk", "Right with go-sdk",
	"Faulty with mcp-go", "Right with mcp-go",
	"Options",
	"Left alone",
}

// A Page is the documentation of one rule.
type Page struct {
	Name    string
	Summary string // what it reports, in one line
	Kind    string // how it comes to run: "core", "on by default", "off by default"
	doc     *comment.Doc
}

// New reads the page of a rule from its source.
func New(docs fs.FS, name, kind string) (*Page, error) {
	file := name + "/doc.go"
	source, err := fs.ReadFile(docs, file)
	if err != nil {
		return nil, fmt.Errorf("documentation of %s: %w", name, err)
	}
	f, err := parser.ParseFile(token.NewFileSet(), file, source, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return nil, fmt.Errorf("documentation of %s: %w", name, err)
	}
	text := f.Doc.Text()
	heading := "# Analyzer " + name + "\n"
	_, text, ok := strings.Cut(text, heading)
	if !ok {
		return nil, fmt.Errorf("documentation of %s: no section %q", name, strings.TrimSpace(heading))
	}
	p := &Page{Name: name, Kind: kind}
	summary, text, _ := strings.Cut(strings.TrimSpace(text), "\n\n")
	p.Summary, ok = strings.CutPrefix(strings.ReplaceAll(summary, "\n", " "), name+": ")
	if !ok {
		return nil, fmt.Errorf("documentation of %s: the section does not begin with %q", name, name+": ")
	}
	p.doc = new(comment.Parser).Parse(text)
	return p, nil
}

// Headings are the sections after the one about the analyzer.
func (p *Page) Headings() []string {
	var names []string
	for _, b := range p.doc.Content {
		if h, ok := b.(*comment.Heading); ok {
			names = append(names, plain(h.Text))
		}
	}
	return names
}

// Text is the page for a terminal.
func (p *Page) Text() string {
	pr := &comment.Printer{TextWidth: 80}
	return fmt.Sprintf("%s: %s\n(%s)\n\n%s", p.Name, p.Summary, p.Kind, pr.Text(p.doc))
}

// Markdown is the page as a file.
func (p *Page) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!-- Made from analyzer/%s/doc.go by go generate ./docs. Edit that file. -->\n\n# %[1]s\n\n%s.\n\n*%s*\n\n",
		p.Name, sentence(p.Summary), sentence(p.Kind))
	pr := &comment.Printer{HeadingLevel: 2, HeadingID: func(*comment.Heading) string { return "" }}
	for i, block := range p.doc.Content {
		if i > 0 {
			b.WriteString("\n")
		}
		if code, ok := block.(*comment.Code); ok {
			fmt.Fprintf(&b, "```%s\n%s```\n", language(code.Text), code.Text)
			continue
		}
		b.Write(pr.Markdown(&comment.Doc{Content: []comment.Block{block}}))
	}
	return b.String()
}

// language is what a block of code is written in, as far as pages go.
func language(code string) string {
	switch {
	case strings.HasPrefix(code, "toolvet ") || strings.HasPrefix(code, "go "):
		return "sh"
	case strings.HasPrefix(code, "{") || strings.HasPrefix(code, "isError"):
		return "text"
	case strings.Contains(code, "\nboundaries:") || strings.HasPrefix(code, "boundaries:") || strings.HasPrefix(code, "rules:"):
		return "yaml"
	}
	return "go"
}

func plain(text []comment.Text) string {
	var b strings.Builder
	for _, t := range text {
		switch t := t.(type) {
		case comment.Plain:
			b.WriteString(string(t))
		case comment.Italic:
			b.WriteString(string(t))
		}
	}
	return b.String()
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
