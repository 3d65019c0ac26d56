// Package schematest checks SARIF against its schema.
package schematest

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/xeipuuv/gojsonschema"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/internal/page"
	"github.com/toolvet/toolvet/internal/report"
)

// schema is the text of the SARIF 2.1.0 schema, which the module that reads the
// format carries with it.
func schema(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(out)), "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil && len(s) > len(text) {
				text = s
			}
		}
		return true
	})
	if !strings.Contains(text, "sarif-2.1") && !strings.Contains(text, "2.1.0") {
		t.Fatalf("there is no schema of SARIF in the module: %.80s", text)
	}
	return text
}

func check(t *testing.T, schema string, data []byte) []string {
	t.Helper()
	res, err := gojsonschema.Validate(gojsonschema.NewStringLoader(schema), gojsonschema.NewBytesLoader(data))
	if err != nil {
		t.Fatal(err)
	}
	var problems []string
	for _, e := range res.Errors() {
		problems = append(problems, e.String())
	}
	return problems
}

func TestSchema(t *testing.T) {
	s := schema(t)
	// The report of the formats' own test, with all that a finding can have.
	golden, err := os.ReadFile("../testdata/sarif.golden")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range check(t, s, golden) {
		t.Error(p)
	}
	// All real rules, and a report without findings.
	r := new(report.Report)
	for _, rule := range analyzer.New(analyzer.Options{}).Rules {
		p, err := page.New(analyzer.Docs, rule.Name, rule.Kind())
		if err != nil {
			t.Fatal(err)
		}
		r.Rules = append(r.Rules, report.Rule{Name: rule.Name, Summary: p.Summary, Text: rule.Doc, Markdown: p.Markdown(), URL: rule.URL})
	}
	var buf bytes.Buffer
	if err := (report.SARIF{}).Write(&buf, r); err != nil {
		t.Fatal(err)
	}
	for _, p := range check(t, s, buf.Bytes()) {
		t.Error(p)
	}
	// Others can read it.
	read, err := sarif.FromBytes(golden)
	if err != nil || len(read.Runs) != 1 || len(read.Runs[0].Results) != 5 || *read.Runs[0].Results[0].RuleID != "crash" {
		t.Errorf("%v, %v", read, err)
	}
}

// The check finds what is wrong.
func TestFaulty(t *testing.T) {
	golden, err := os.ReadFile("../testdata/sarif.golden")
	if err != nil {
		t.Fatal(err)
	}
	for old, new := range map[string]string{
		`"startLine": 3`:       `"startLine": 0`,
		`"ruleId"`:             `"rule"`,
		`"level": "error"`:     `"level": "fatal"`,
		`"version": "2.1.0"`:   `"version": "2.0.0"`,
		`"utf16CodeUnits"`:     `"bytes"`,
		`"artifactChanges": [`: `"changes": [`,
	} {
		text := strings.ReplaceAll(string(golden), old, new)
		if text == string(golden) || len(check(t, schema(t), []byte(text))) == 0 {
			t.Errorf("%s in place of %s is not found", new, old)
		}
	}
}
