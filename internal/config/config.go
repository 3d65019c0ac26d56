// Package config is the project's own settings, the file .toolvet.yaml: what it
// can say, how it is found and read, and what it makes of the analyzers.
package config

import (
	"embed"
	"fmt"
	"slices"
	"strconv"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/internal/near"
)

// Name is the name of the file.
const Name = ".toolvet.yaml"

//go:embed config.go sdk.go
var sources embed.FS

// A Config holds the settings of a project. What it says is added to what
// toolvet knows; it takes nothing away but rules and packages. The comments of
// its fields are also what editors and the documentation show.
type Config struct {
	// Rules that run (true) or do not (false), by name. The names "all", "core"
	// and "default" stand for groups and are read first. A rule that is not
	// named runs if it does so by default.
	Rules map[string]bool `yaml:"rules"`

	// How bad the findings of a rule are, where the output can say so: SARIF,
	// GitHub annotations and rdjson. It does not change the exit code.
	Severity map[string]Severity `yaml:"severity"`

	// Functions that wrap a handler and answer for its errors and panics, as
	// import/path.Func or (*import/path.Type).Method. A boundary that toolvet
	// can look into needs no mention.
	Boundaries []string `yaml:"boundaries"`

	// Functions that make an error for the model.
	ToolErrors []ToolError `yaml:"toolerrors"`

	// Packages in which nothing is reported, by import path; a pattern that
	// ends in /... means everything below as well. What these packages do still
	// counts for the others.
	Exempt []string `yaml:"exempt"`

	// Report in _test.go files too, as the flag -test does.
	Tests bool `yaml:"tests"`

	// SDKs of the program's own, or others that toolvet does not know.
	SDKs []SDK `yaml:"sdks"`
}

// A Severity is how bad findings are.
type Severity string

// Severities lists all of them.
func (Severity) enum() []string { return []string{"error", "warning", "note"} }

// A ToolError is a function that makes an error for the model. Its name alone
// can stand for it where toolvet finds the message and the level in its code.
type ToolError struct {
	// The function, as import/path.Func or (*import/path.Type).Method.
	Func string `yaml:"func"`

	// Which argument is the text that the model reads, counted from 0; for a
	// method, the receiver is 0. It is a format if the function takes values
	// for it after it.
	Message *int `yaml:"message"`

	// Which argument is the level at which the error is logged, counted in the
	// same way.
	Level *int `yaml:"level"`
}

func (t *ToolError) fromText(text string) { t.Func = text }

// Spec is the function with its positions, in the form of the flag -toolerror:
// "import/path.Func:message:level".
func (t ToolError) Spec() string {
	text := t.Func
	if t.Message == nil && t.Level == nil {
		return text
	}
	for _, n := range []*int{t.Message, t.Level} {
		text += ":"
		if n != nil {
			text += strconv.Itoa(*n)
		}
	}
	return text
}

// Options are the settings as the analyzers take them.
func (c *Config) Options() analyzer.Options {
	o := analyzer.Options{Boundaries: slices.Clone(c.Boundaries), Exempt: slices.Clone(c.Exempt), Tests: c.Tests}
	for _, t := range c.ToolErrors {
		o.ToolErrors = append(o.ToolErrors, t.Spec())
	}
	for i := range c.SDKs {
		o.SDKs = append(o.SDKs, c.SDKs[i].table())
	}
	return o
}

// Runs reports whether a rule runs, as far as this configuration goes.
func (c *Config) Runs(r *analyzer.Rule) bool {
	on, _ := c.decides(r)
	return on
}

// Select lists the rules that run, and tells those that report only a part by
// default whether they were asked for.
func (c *Config) Select(all []*analyzer.Rule) []*analyzer.Rule {
	var list []*analyzer.Rule
	for _, r := range all {
		on, by := c.decides(r)
		if !on {
			continue
		}
		if r.Full != nil && (by == r.Name || by == "all") {
			*r.Full = true
		}
		list = append(list, r)
	}
	return list
}

// decides tells whether a rule runs and which entry of Rules says so, "" for
// none.
func (c *Config) decides(r *analyzer.Rule) (on bool, by string) {
	on = r.Default
	for _, g := range groups {
		if value, ok := c.Rules[g.name]; ok && g.has(r) {
			on, by = value, g.name
		}
	}
	if value, ok := c.Rules[r.Name]; ok {
		on, by = value, r.Name
	}
	return on, by
}

// groups are names that stand for several rules, the widest first.
var groups = []struct {
	name string
	has  func(*analyzer.Rule) bool
}{
	{"all", func(*analyzer.Rule) bool { return true }},
	{"default", func(r *analyzer.Rule) bool { return r.Default }},
	{"core", func(r *analyzer.Rule) bool { return r.Core }},
}

// check finds what is well-formed but wrong: names of rules that do not exist,
// functions and packages that are none. In the path of a problem, which finds
// its line, items are numbered and keys follow a dot.
func (c *Config) check(rules []*analyzer.Rule) (path string, err error) {
	names := make([]string, len(rules))
	for i, r := range rules {
		names[i] = r.Name
	}
	for _, name := range sorted(c.Severity) {
		if !slices.Contains(names, name) {
			return "severity." + name, unknownRule(name, names)
		}
	}
	for _, g := range groups {
		names = append(names, g.name)
	}
	for _, name := range sorted(c.Rules) {
		if !slices.Contains(names, name) {
			return "rules." + name, unknownRule(name, names)
		}
	}
	for i, id := range c.Boundaries {
		if err := checkFunc(id); err != nil {
			return fmt.Sprintf("boundaries[%d]", i), err
		}
	}
	for i, t := range c.ToolErrors {
		path := fmt.Sprintf("toolerrors[%d]", i)
		if t.Func == "" {
			return path, fmt.Errorf("func is missing: name the function that makes the error")
		}
		if err := checkFunc(t.Func); err != nil {
			return path, err
		}
		if p, n, ok := negative("message", t.Message, "level", t.Level); ok {
			return path + "." + p, fmt.Errorf("%s is %d; arguments are counted from 0", p, n)
		}
	}
	for i, pattern := range c.Exempt {
		if err := checkPackage(pattern); err != nil {
			return fmt.Sprintf("exempt[%d]", i), err
		}
	}
	return c.checkSDKs()
}

func negative(name string, n *int, other string, m *int) (string, int, bool) {
	switch {
	case n != nil && *n < 0:
		return name, *n, true
	case m != nil && *m < 0:
		return other, *m, true
	}
	return "", 0, false
}

func unknownRule(name string, known []string) error {
	return fmt.Errorf("unknown rule %s%s", name, near.DidYouMean(name, known, "see toolvet help rules"))
}
