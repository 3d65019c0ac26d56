package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

func pos(file string, line, column int) Position { return Position{file, line, column} }

func sample() *Report {
	src := "package p\r\n\nfunc f() {\n\tg(\n\t)\n}\n"
	return &Report{
		Dir: "/home/u/p",
		Findings: Sort([]Finding{
			{Rule: "b", Message: "second", Package: "p", Start: pos("/home/u/p/a.go", 4, 2), End: pos("/home/u/p/a.go", 5, 3)},
			{Rule: "a", Message: "first", Category: "c", Package: "p", Start: pos("/home/u/p/a.go", 1, 9), End: pos("/home/u/p/a.go", 1, 10),
				Related: []Related{{"there", pos("/home/u/q/b.go", 2, 1), pos("/home/u/q/b.go", 2, 4)}},
				Fixes:   []Fix{{"rename", []Edit{{pos("/home/u/p/a.go", 1, 9), pos("/home/u/p/a.go", 1, 10), 8, 9, "q"}}}}},
			{Rule: "a", Message: "far", Package: "r", Start: pos("/var/x.go", 10, 1), End: pos("/var/x.go", 10, 1)},
			{Rule: "b", Message: "second", Package: "p [p.test]", Start: pos("/home/u/p/a.go", 4, 2), End: pos("/home/u/p/a.go", 5, 3)},
			{Rule: "a", Message: "nowhere", Package: "r"},
		}),
		Read: func(file string) ([]byte, error) {
			if file == "/home/u/p/a.go" {
				return []byte(src), nil
			}
			return nil, os.ErrNotExist
		},
	}
}

func TestText(t *testing.T) {
	tests := []struct {
		context int
		want    string
	}{
		{-1, `-: nowhere (a)
a.go:1:9: first (a)
	../q/b.go:2:1: there
a.go:4:2: second (b)
/var/x.go:10:1: far (a)
`},
		{1, `-: nowhere (a)
a.go:1:9: first (a)
1	package p
2	
	../q/b.go:2:1: there
a.go:4:2: second (b)
3	func f() {
4		g(
5		)
6	}
/var/x.go:10:1: far (a)
`},
	}
	for _, test := range tests {
		var buf bytes.Buffer
		if err := (Text{Context: test.context}).Write(&buf, sample()); err != nil {
			t.Fatal(err)
		}
		if buf.String() != test.want {
			t.Errorf("context %d: got\n%s\nwant\n%s", test.context, buf.String(), test.want)
		}
	}
}

func TestJSON(t *testing.T) {
	var buf bytes.Buffer
	if err := (JSON{}).Write(&buf, sample()); err != nil {
		t.Fatal(err)
	}
	var tree map[string]map[string][]struct {
		Category, Posn, End, Message string
		SuggestedFixes               []struct {
			Message string
			Edits   []struct {
				Filename   string
				Start, End int
				New        string
			}
		} `json:"suggested_fixes"`
		Related []struct{ Posn, End, Message string }
	}
	if err := json.Unmarshal(buf.Bytes(), &tree); err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%+v", tree["p"]["a"])
	want := "[{Category:c Posn:/home/u/p/a.go:1:9 End:/home/u/p/a.go:1:10 Message:first " +
		"SuggestedFixes:[{Message:rename Edits:[{Filename:/home/u/p/a.go Start:8 End:9 New:q}]}] " +
		"Related:[{Posn:/home/u/q/b.go:2:1 End:/home/u/q/b.go:2:4 Message:there}]}]"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(tree) != 2 || len(tree["r"]["a"]) != 2 {
		t.Errorf("tree %v", tree)
	}

	buf.Reset()
	if err := (JSON{}).Write(&buf, new(Report)); err != nil || strings.TrimSpace(buf.String()) != "{}" {
		t.Errorf("an empty report is %q, %v", buf.String(), err)
	}
}

func TestPath(t *testing.T) {
	r := &Report{Dir: "/home/u/project"}
	for file, want := range map[string]string{
		"/home/u/project/a.go":   "a.go",
		"/home/u/project/x/a.go": "x/a.go",
		"/home/u/a.go":           "../a.go",
		"/a.go":                  "/a.go",
		"rel.go":                 "rel.go",
		"":                       "",
	} {
		if got := r.Path(file); got != want {
			t.Errorf("Path(%q) = %q, want %q", file, got, want)
		}
	}
}
