package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the expected output")

// odd is a report about code with characters of one, two, three and four
// bytes, and of one and two UTF-16 units, before what is found.
func odd() *Report {
	src := "package p\n\nvar a, ä, 世, 𝕏 = f(1), f(2)\nvar b = f(1)\n\tvar  b = f(1)\n"
	at := func(line, column int) Position { return Position{"/home/u/p/sub dir/a:b.go", line, column} }
	return &Report{
		Dir: "/home/u/p/sub dir", Root: "/home/u/p", Version: "v1.2.3",
		Read: func(file string) ([]byte, error) {
			if filepath.Base(file) == "a:b.go" {
				return []byte(src), nil
			}
			return nil, os.ErrNotExist
		},
		Rules: []Rule{
			{Name: "crash", Summary: "report crashes", Text: "report crashes\n\nAt length.", Markdown: "# crash\n", URL: "https://example.com/crash", Severity: Error, Precision: "high"},
			{Name: "hints", Summary: "report hints", Severity: Note},
		},
		Findings: []Finding{
			{Rule: "crash", Message: "tool get: 100% wrong,\nas <said>: yes", Tool: "get", URL: "https://example.com/crash", Severity: Error, Start: at(3, 24), End: at(3, 28),
				Related: []Related{{"see here", at(1, 1), at(1, 8)}},
				Fixes:   []Fix{{"mend it", []Edit{{at(3, 24), at(3, 28), 34, 38, "g()"}, {at(4, 1), at(4, 1), 45, 45, "// x\n"}}}}},
			{Rule: "hints", Message: "twice", Severity: Note, Start: at(4, 9), End: at(4, 13)},
			{Rule: "hints", Message: "twice", Severity: Note, Start: at(5, 11), End: at(5, 15)},
			{Rule: "other", Message: "elsewhere", Start: Position{"/var/x.go", 10, 1}, End: Position{"/var/x.go", 11, 2}},
			{Rule: "other", Message: "nowhere"},
		},
	}
}

// What other programs read is compared with files, which people have looked at.
func TestFormats(t *testing.T) {
	for _, format := range Formats {
		w := New(format, Text{Context: 0, Color: true})
		var buf bytes.Buffer
		if err := w.Write(&buf, odd()); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", format+".golden")
		if *update {
			if err := os.WriteFile(file, buf.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if buf.String() != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", format, buf.String(), want)
		}
		buf.Reset()
		if err := w.Write(&buf, new(Report)); err != nil {
			t.Errorf("an empty report as %s: %v", format, err)
		}
	}
	if New("xml", Text{}) != nil {
		t.Error("there is no format xml")
	}
}

// Columns are those of the editors that read SARIF, not bytes.
func TestColumns(t *testing.T) {
	var buf bytes.Buffer
	if err := (SARIF{}).Write(&buf, odd()); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct {
			Results []struct {
				Locations []struct {
					PhysicalLocation struct {
						Region struct{ StartColumn, EndColumn int }
					}
				}
				PartialFingerprints map[string]string
			}
		}
	}
	if err := json.Unmarshal(buf.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	results := log.Runs[0].Results
	// "var a, ä, 世, 𝕏 = " is 18 units: 𝕏 is two.
	if got := results[0].Locations[0].PhysicalLocation.Region; got.StartColumn != 19 || got.EndColumn != 23 {
		t.Errorf("columns %+v", got)
	}
	// The same line twice has one hash, and numbers.
	a, b := results[1].PartialFingerprints["primaryLocationLineHash"], results[2].PartialFingerprints["primaryLocationLineHash"]
	if hash, ok := strings.CutSuffix(a, ":1"); !ok || b != hash+":2" {
		t.Errorf("fingerprints %s, %s", a, b)
	}
}

// GitHub shows ten annotations of a level, so the worst of a rule come first,
// and the rest is in the log.
func TestAnnotations(t *testing.T) {
	r := &Report{Rules: []Rule{{Name: "first"}, {Name: "second"}}}
	for i := range 12 {
		for _, rule := range []string{"second", "first"} {
			f := Finding{Rule: rule, Message: fmt.Sprint(i), Start: Position{"/x.go", i + 1, 1}}
			if i == 11 {
				f.Severity = Error
			}
			r.Findings = append(r.Findings, f)
		}
	}
	var buf bytes.Buffer
	if err := (GitHub{}).Write(&buf, r); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(buf.String(), "\n"), "\n")
	if len(lines) != 25 {
		t.Fatalf("%d lines:\n%s", len(lines), buf.String())
	}
	for i, want := range map[int]string{
		0:  "::error file=/x.go,line=12,endLine=12,col=1,endColumn=1,title=toolvet first::11 (first)",
		1:  "::error file=/x.go,line=12,endLine=12,col=1,endColumn=1,title=toolvet second::11 (second)",
		2:  "::warning file=/x.go,line=1,endLine=1,col=1,endColumn=1,title=toolvet first::0 (first)",
		11: "::warning file=/x.go,line=10,endLine=10,col=1,endColumn=1,title=toolvet first::9 (first)",
		12: "/x.go:11:1: 10 (first)",
		24: "::notice title=toolvet::24 findings, of which 12 are shown as annotations; the log of this step has the others",
	} {
		if lines[i] != want {
			t.Errorf("line %d is %s, want %s", i, lines[i], want)
		}
	}
}

func TestToolIn(t *testing.T) {
	for message, want := range map[string]string{
		"tool get_x has no boundary":               "get_x",
		"tool a.b/c: the model reads":              "a.b/c",
		"this is what tool x-y. does":              "x-y",
		"tools a and b have no boundary":           "",
		"tool with a dynamic name has no boundary": "",
		"nothing": "",
	} {
		if got := ToolIn(message); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}
