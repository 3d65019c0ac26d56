package docs

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/internal/page"
)

var update = flag.Bool("update", false, "write the pages of the rules")

// pages are the files that are made: name to content.
func pages(t *testing.T) map[string]string {
	want := map[string]string{}
	var index strings.Builder
	index.WriteString("<!-- Made from analyzer/*/doc.go by go generate ./docs. -->\n\n# Rules\n\n| rule | reports | |\n|---|---|---|\n")
	for _, r := range analyzer.New(analyzer.Options{}).Rules {
		p, err := page.New(analyzer.Docs, r.Name, r.Kind())
		if err != nil {
			t.Error(err)
			continue
		}
		want[r.Name+".md"] = p.Markdown()
		fmt.Fprintf(&index, "| [%s](%[1]s.md) | %s | %s |\n", r.Name, strings.TrimPrefix(p.Summary, "report "), r.Kind())
	}
	want["README.md"] = index.String()
	return want
}

// The pages are what the generator makes, and there are no others.
func TestRulePages(t *testing.T) {
	want := pages(t)
	if *update {
		for name, text := range want {
			if err := os.WriteFile(filepath.Join("rules", name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	files, err := os.ReadDir("rules")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if _, ok := want[f.Name()]; !ok {
			t.Errorf("rules/%s: there is no such rule; remove the file", f.Name())
		}
	}
	for name, text := range want {
		got, err := os.ReadFile(filepath.Join("rules", name))
		if err != nil {
			t.Errorf("%v; run go generate ./docs", err)
		} else if string(got) != text {
			t.Errorf("rules/%s is not what its doc.go says; run go generate ./docs", name)
		}
	}
}

// A rule's page has no other sections than those that readers know, in order,
// and all of them or none.
func TestSections(t *testing.T) {
	for _, r := range analyzer.New(analyzer.Options{}).Rules {
		p, err := page.New(analyzer.Docs, r.Name, r.Kind())
		if err != nil {
			t.Error(err)
			continue
		}
		last := -1
		for _, h := range p.Headings() {
			i := slices.Index(page.Sections, h)
			if i <= last {
				t.Errorf("%s/doc.go: section %q is unknown or out of order; sections are %q", r.Name, h, page.Sections)
			}
			last = i
		}
		if last >= 0 && len(p.Headings()) != len(page.Sections) {
			t.Errorf("%s/doc.go: sections %q, want all of %q", r.Name, p.Headings(), page.Sections)
		}
	}
}
