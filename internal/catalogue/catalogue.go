// Package catalogue writes every way in which every tool of a program can end,
// for people who review what a model reads.
package catalogue

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"unicode"
)

// A Catalogue is all tools of a program.
type Catalogue struct {
	Title string
	Tools []Tool
	Rest  []Finding // what is found and belongs to no exit and no tool
}

// A Tool is one tool with its exits.
type Tool struct {
	Name, SDK, Posn string
	Exits           []Exit
	Findings        []Finding // of the tool, at none of its exits

	Anchor string // its place in the page, set when that is written
}

// Found is the number of findings of the tool and its exits.
func (t *Tool) Found() int {
	n := len(t.Findings)
	for i := range t.Exits {
		n += len(t.Exits[i].Findings)
	}
	return n
}

// An Exit is one way in which a tool ends.
type Exit struct {
	Outcome  string // result, correct, stale, broken or unknown
	Conveyed string // how it leaves the handler
	Text     string // what the model reads, {in braces} what differs from call to call
	Note     string // what becomes of the text on its way, "" if nothing
	Level    string // the level it is logged at, "" if nothing says so
	Posn     string
	Evidence string // what tells the outcome
	Findings []Finding
}

// A Finding is what a rule says.
type Finding struct {
	Rule, Message, Posn string
}

// Outcomes are the words for outcomes, in the order in which they are shown.
var Outcomes = []string{"result", "correct", "stale", "broken", "unknown"}

// Meaning says what an outcome asks for.
func Meaning(outcome string) string {
	switch outcome {
	case "result":
		return "the tool did what it promises"
	case "correct":
		return "the model can send a better call"
	case "stale":
		return "the call was right until something moved"
	case "broken":
		return "the server could not serve a good call"
	}
	return "nothing in the code tells"
}

// Count is the number of exits with an outcome.
func (c *Catalogue) Count(outcome string) int {
	n := 0
	for i := range c.Tools {
		for j := range c.Tools[i].Exits {
			if c.Tools[i].Exits[j].Outcome == outcome {
				n++
			}
		}
	}
	return n
}

// Findings is the number of findings.
func (c *Catalogue) Findings() int {
	seen := map[Finding]bool{}
	add := func(list []Finding) {
		for _, f := range list {
			seen[f] = true
		}
	}
	add(c.Rest)
	for i := range c.Tools {
		add(c.Tools[i].Findings)
		for j := range c.Tools[i].Exits {
			add(c.Tools[i].Exits[j].Findings)
		}
	}
	return len(seen)
}

//go:embed page.html
var pageHTML string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"outcomes": func() []string { return Outcomes },
	"meaning":  Meaning,
	"plural":   plural,
}).Parse(pageHTML))

// HTML writes one page that needs nothing but itself. The place of a tool is
// called by the tool's name, so that a link to it lasts.
func (c *Catalogue) HTML(w io.Writer) error {
	seen := map[string]int{}
	for i := range c.Tools {
		t := &c.Tools[i]
		t.Anchor = "tool-" + strings.Join(strings.FieldsFunc(t.Name, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '.'
		}), "-")
		seen[t.Anchor]++
		if n := seen[t.Anchor]; n > 1 {
			t.Anchor = fmt.Sprintf("%s--%d", t.Anchor, n)
		}
	}
	return page.Execute(w, c)
}

// Markdown writes what fits into the text of a pull request.
func (c *Catalogue) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s", cell(c.Title), plural(len(c.Tools), "tool"))
	for _, o := range Outcomes {
		fmt.Fprintf(&b, ", %d %s", c.Count(o), o)
	}
	fmt.Fprintf(&b, "; %s\n", plural(c.Findings(), "finding"))
	for i := range c.Tools {
		t := &c.Tools[i]
		fmt.Fprintf(&b, "\n## %s\n\n%s, `%s`\n", cell(t.Name), cell(t.SDK), t.Posn)
		writeFindings(&b, t.Findings)
		if len(t.Exits) == 0 {
			b.WriteString("\nNo way in which it ends could be read.\n")
			continue
		}
		b.WriteString("\n| outcome | what the model reads | level | where | finding |\n|---|---|---|---|---|\n")
		for j := range t.Exits {
			x := &t.Exits[j]
			var found []string
			for _, f := range x.Findings {
				found = append(found, "**"+f.Rule+"**: "+cell(f.Message))
			}
			text := cell(x.Text)
			if x.Note != "" {
				text = strings.TrimSpace(text + " *(" + cell(x.Note) + ")*")
			}
			fmt.Fprintf(&b, "| %s | %s | %s | `%s` | %s |\n", x.Outcome, text, x.Level, x.Posn, strings.Join(found, "<br>"))
		}
	}
	if len(c.Rest) > 0 {
		b.WriteString("\n## Elsewhere\n")
		writeFindings(&b, c.Rest)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeFindings(b *strings.Builder, list []Finding) {
	if len(list) > 0 {
		b.WriteString("\n")
	}
	for _, f := range list {
		fmt.Fprintf(b, "- `%s` **%s**: %s\n", f.Posn, f.Rule, cell(f.Message))
	}
}

// cell is text in a cell of a table: on one line, and nothing in it means
// anything to Markdown or HTML.
func cell(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n':
			b.WriteString("<br>")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '&':
			b.WriteString("&amp;")
		case strings.ContainsRune("\\`*_|[]~#@", r):
			b.WriteRune('\\')
			b.WriteRune(r)
		case r < ' ':
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
