package main

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/internal/config"
	"github.com/toolvet/toolvet/internal/report"
)

func doc(t *testing.T, name string) string {
	t.Helper()
	return readFile(t, filepath.Join("..", "..", "docs", name))
}

// The documentation has all flags, and no others.
func TestFlagsAreDocumented(t *testing.T) {
	fs := newOptions().standaloneFlags()
	_, table, _ := strings.Cut(doc(t, "configuration.md"), "\n## Flags\n")
	written := map[string]bool{}
	for row := range strings.Lines(table) {
		if first, _, ok := strings.Cut(strings.TrimPrefix(row, "|"), "|"); ok && strings.HasPrefix(row, "| `-") {
			for _, m := range regexp.MustCompile("`-([a-zA-Z-]+)").FindAllStringSubmatch(first, -1) {
				written[m[1]] = true
			}
		}
	}
	fs.VisitAll(func(f *flag.Flag) {
		if !written[f.Name] {
			t.Errorf("docs/configuration.md does not have -%s", f.Name)
		}
		if f.Usage == "" {
			t.Errorf("-%s has no usage", f.Name)
		}
	})
	for name := range written {
		if fs.Lookup(name) == nil {
			t.Errorf("docs/configuration.md has -%s, which there is not", name)
		}
	}
	// Commands in all pages use flags that there are.
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	command := regexp.MustCompile(`(?:^|[ ` + "`" + `])toolvet((?: [a-z]+)?(?: -[^ ` + "`" + `|]+)+)`)
	for _, file := range append(files, "../../README.md") {
		for line := range strings.Lines(readFile(t, file)) {
			for _, m := range command.FindAllStringSubmatch(line, -1) {
				for _, word := range strings.Fields(m[1]) {
					name, _, _ := strings.Cut(strings.TrimPrefix(word, "-"), "=")
					if strings.HasPrefix(word, "-") && fs.Lookup(name) == nil {
						t.Errorf("%s: %q has a flag that there is not", file, m[0])
					}
				}
			}
		}
	}
}

func TestSettingsAreDocumented(t *testing.T) {
	text := doc(t, "configuration.md")
	for _, f := range config.Fields() {
		if !strings.Contains(text, "\n### `"+f.Key+"`\n") {
			t.Errorf("docs/configuration.md has no section on %s", f.Key)
		}
	}
	for _, m := range regexp.MustCompile("\n### `([a-z]+)`\n").FindAllStringSubmatch(text, -1) {
		known := false
		for _, f := range config.Fields() {
			known = known || f.Key == m[1]
		}
		if !known {
			t.Errorf("docs/configuration.md has a section on %s, which is no key", m[1])
		}
	}
	// What sdks can have is in a table.
	_, section, _ := strings.Cut(text, "\n### `sdks`\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var schema struct {
		Properties struct {
			SDKs struct {
				Items struct{ Properties map[string]json.RawMessage }
			}
		}
	}
	if err := json.Unmarshal([]byte(doc(t, "toolvet.schema.json")), &schema); err != nil {
		t.Fatal(err)
	}
	for key, sub := range schema.Properties.SDKs.Items.Properties {
		names := []string{key}
		for _, m := range regexp.MustCompile(`"([a-z]+)": \{\s*"(?:description|type|enum)"`).FindAllStringSubmatch(string(sub), -1) {
			names = append(names, m[1])
		}
		for _, name := range names {
			if name != "items" && name != "properties" && !strings.Contains(section, "`"+name+"`") {
				t.Errorf("docs/configuration.md does not have %s of %s", name, key)
			}
		}
	}
	if len(schema.Properties.SDKs.Items.Properties) < 10 {
		t.Error("the schema says too little of sdks")
	}
	// Examples are right.
	examples := 0
	rules := analyzer.New(analyzer.Options{}).Rules
	for _, block := range strings.Split(text, "\n\n") {
		if !strings.HasPrefix(block, "    # .toolvet.yaml\n") {
			continue
		}
		examples++
		if _, err := config.Parse("example", []byte(strings.ReplaceAll("\n"+block, "\n    ", "\n")), rules); err != nil {
			t.Errorf("docs/configuration.md: %v in\n%s", err, block)
		}
	}
	if examples == 0 {
		t.Error("docs/configuration.md has no example")
	}
}

func TestFormatsAreDocumented(t *testing.T) {
	text := doc(t, "output.md")
	for _, f := range report.Formats {
		if !strings.Contains(text, "`-format="+f+"`") {
			t.Errorf("docs/output.md does not have the format %s", f)
		}
	}
}

// Links between pages lead somewhere.
func TestLinks(t *testing.T) {
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, "../../README.md") {
		for _, m := range regexp.MustCompile(`\]\(([^)#: ]+\.(?:md|json|yml))(?:#[^)]*)?\)`).FindAllStringSubmatch(readFile(t, file), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), m[1])); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}
