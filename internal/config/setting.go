package config

import (
	"fmt"
	"strings"

	"github.com/toolvet/toolvet/analyzer"
)

// A Setting is one thing that is in force, and what says so: "default", a line
// of the file, or a flag.
type Setting struct {
	Key   string `json:"key"`
	Value any    `json:"value"`
	From  string `json:"from"`
}

// RuleSource is what decides whether a rule runs.
func (f *File) RuleSource(r *analyzer.Rule) string {
	if _, by := f.decides(r); by != "" {
		return f.at("rules." + by)
	}
	return "default"
}

func (f *File) at(path string) string {
	if line := f.lines[path]; line > 0 {
		return fmt.Sprintf("%s:%d", f.Path, line)
	}
	return f.Path
}

// Settings are what the file says apart from rules, and what holds where it
// says nothing.
func (f *File) Settings(rules []*analyzer.Rule) []Setting {
	var list []Setting
	add := func(key, path string, value any) { list = append(list, Setting{key, value, f.at(path)}) }
	for _, r := range rules {
		if s, ok := f.Severity[r.Name]; ok {
			add("severity."+r.Name, "severity."+r.Name, string(s))
		}
	}
	for i, id := range f.Boundaries {
		add("boundaries", fmt.Sprintf("boundaries[%d]", i), id)
	}
	for i, t := range f.ToolErrors {
		add("toolerrors", fmt.Sprintf("toolerrors[%d]", i), t.Spec())
	}
	for i, p := range f.Exempt {
		add("exempt", fmt.Sprintf("exempt[%d]", i), p)
	}
	for i, s := range f.SDKs {
		add("sdks", item("sdks", i), s.Name)
	}
	if f.Tests {
		add("tests", "tests", true)
	}
	return list
}

// Format writes settings in the form of the file, with what says so beside
// them.
func Format(list []Setting) string {
	type line struct{ text, from string }
	var lines []line
	width, last := 0, ""
	for _, s := range list {
		key, name, isMap := strings.Cut(s.Key, ".")
		text := fmt.Sprintf("  - %v", s.Value)
		switch {
		case isMap:
			text = fmt.Sprintf("  %s: %v", name, s.Value)
		case key == "tests":
			text = fmt.Sprintf("tests: %v", s.Value)
		}
		if key != last && key != "tests" {
			lines = append(lines, line{key + ":", ""})
		}
		last = key
		lines = append(lines, line{text, s.From})
		width = max(width, len(text))
	}
	var b strings.Builder
	for _, l := range lines {
		if l.from == "" {
			fmt.Fprintln(&b, l.text)
		} else {
			fmt.Fprintf(&b, "%-*s  # %s\n", width, l.text, l.from)
		}
	}
	return b.String()
}
