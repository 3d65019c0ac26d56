package browsertest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/toolvet/toolvet/internal/catalogue"
)

// Texts of a program are texts, whatever they look like: nothing in them runs
// or is asked for.
func TestHostileTexts(t *testing.T) {
	const text = `</script></style><script>document.title = "taken"</script><img src="https://example.com/a.png" onerror="document.title = 'taken'"><b>bold</b> {{.}} ${document.title = "taken"}`
	find := []catalogue.Finding{{Rule: "rule", Message: text, Posn: text}}
	c := &catalogue.Catalogue{Title: text, Tools: []catalogue.Tool{
		{Name: text, SDK: text, Posn: text, Findings: find, Exits: []catalogue.Exit{
			{Outcome: "broken", Conveyed: "error", Text: text, Note: text, Level: text, Posn: text, Evidence: text, Findings: find},
		}},
		{Name: text, SDK: text, Posn: text},
		{Name: `" onfocus="document.title = 'taken'" autofocus tabindex="1`},
	}, Rest: find}
	file := filepath.Join(t.TempDir(), "page.html")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.HTML(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	p := open(t, file)
	if got := eval[string](p, "document.title"); got != text {
		t.Errorf("the title is %q", got)
	}
	if got := eval[string](p, `document.querySelector("td .text").textContent`); got != text {
		t.Errorf("the model's text is shown as %q", got)
	}
	if n := eval[int](p, `document.querySelectorAll("b, img, main script").length`); n != 0 {
		t.Errorf("%d elements were made of texts", n)
	}
	if n := eval[int](p, `new Set([...document.querySelectorAll("[id]")].map(e => e.id)).size - document.querySelectorAll("[id]").length`); n != 0 {
		t.Error("two elements have the same id")
	}
	if w := eval[int](p, `document.documentElement.scrollWidth - innerWidth`); w > 0 {
		t.Errorf("the page is %d wider than the window", w)
	}
}
