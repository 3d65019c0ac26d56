package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolvet/toolvet/analyzer"
)

var (
	typed  = regexp.MustCompile("(?m)(?:^ {4,}|`|tool )toolvet ([^`\n#$]*)")
	target = regexp.MustCompile(`\]\(([^)#:\s(]+(?:/|\.md|\.yml|\.yaml|\.json))(?:#[^)]*)?\)`)
)

// What the documentation tells people to type exists, and so do the files that
// it leads to.
func TestDocumentation(t *testing.T) {
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	more, _ := filepath.Glob("../../docs/rules/*.md")
	files = append(append(files, more...), "../../README.md")
	a := &app{suite: analyzer.New}
	flags := newOptions().standaloneFlags()
	seen := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range typed.FindAllStringSubmatch(string(data), -1) {
			seen++
			for i, word := range strings.Fields(m[1]) {
				name, value, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
				switch {
				case strings.HasPrefix(word, "-"):
					if flags.Lookup(name) == nil {
						t.Errorf("%s: toolvet %s: there is no flag -%s", file, m[1], name)
					}
					if name == "rules" {
						if _, err := parseRules(a.rules(), value, newOptions().runs); err != nil {
							t.Errorf("%s: toolvet %s: %v", file, m[1], err)
						}
					}
				case i == 0 && regexp.MustCompile(`^[a-z-]+$`).MatchString(word):
					if !slices.ContainsFunc(commands(), func(c command) bool { return c.name == word }) {
						t.Errorf("%s: toolvet %s: there is no command %s", file, m[1], word)
					}
				}
			}
		}
		for _, m := range target.FindAllStringSubmatch(string(data), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), m[1])); err != nil {
				t.Errorf("%s: %s leads nowhere", file, m[1])
			}
		}
	}
	if seen < 10 {
		t.Errorf("only %d commands found in the documentation", seen)
	}
}
