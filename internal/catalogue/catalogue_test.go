package catalogue

import (
	"strings"
	"testing"
)

func sample() *Catalogue {
	leak := Finding{Rule: "internals", Message: "the model reads </script><b>", Posn: "a.go:3:1"}
	return &Catalogue{Title: "Outcomes of x", Tools: []Tool{
		{Name: "get_item", SDK: "go-sdk", Posn: "a.go:1", Exits: []Exit{
			{Outcome: "correct", Conveyed: "tool error", Text: "No | item {id}.\nSee `x`.", Level: "INFO", Posn: "a.go:2"},
			{Outcome: "broken", Conveyed: "error", Text: "<img src=x onerror=alert(1)>", Posn: "a.go:3", Findings: []Finding{leak}},
			{Outcome: "broken", Conveyed: "error", Text: "{error text}", Note: "masked", Posn: "a.go:4", Findings: []Finding{leak}},
		}},
		{Name: "put_item", SDK: "mcp-go", Posn: "b.go:1"},
	}}
}

func TestCount(t *testing.T) {
	c := sample()
	if got := c.Count("broken"); got != 2 {
		t.Errorf("%d broken, want 2", got)
	}
	if got := c.Findings(); got != 1 {
		t.Errorf("%d findings, want 1: it stands at two exits", got)
	}
}

func TestMarkdown(t *testing.T) {
	var b strings.Builder
	if err := sample().Markdown(&b); err != nil {
		t.Fatal(err)
	}
	want := `# Outcomes of x

2 tools, 0 result, 1 correct, 0 stale, 2 broken, 0 unknown; 1 finding

## get\_item

go-sdk, ` + "`a.go:1`" + `

| outcome | what the model reads | level | where | finding |
|---|---|---|---|---|
| correct | No \| item {id}.<br>See ` + "\\`x\\`" + `. | INFO | ` + "`a.go:2`" + ` |  |
| broken | &lt;img src=x onerror=alert(1)&gt; |  | ` + "`a.go:3`" + ` | **internals**: the model reads &lt;/script&gt;&lt;b&gt; |
| broken | {error text} *(masked)* |  | ` + "`a.go:4`" + ` | **internals**: the model reads &lt;/script&gt;&lt;b&gt; |

## put\_item

mcp-go, ` + "`b.go:1`" + `

No way in which it ends could be read.
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// Text of the program is text, and the page asks for nothing else.
func TestHTML(t *testing.T) {
	var b strings.Builder
	if err := sample().HTML(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{
		"&lt;img src=x onerror=alert(1)&gt;",
		"the model reads &lt;/script&gt;&lt;b&gt;",
		`<tr data-kind="broken" data-found>`,
		"No way in which it ends could be read.",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in the page", want)
		}
	}
	for _, not := range []string{"<img", "<link", "src=\"", "http:", "https:", "url("} {
		if strings.Contains(page, not) {
			t.Errorf("%q in the page, which is to need nothing but itself", not)
		}
	}
}
