package baseline

import (
	"reflect"
	"strings"
	"testing"

	"github.com/toolvet/toolvet/internal/report"
)

func key(rule, file, line string) report.Key { return report.Key{Rule: rule, File: file, Line: line} }

func TestRoundTrip(t *testing.T) {
	b := New([]report.Key{key("b", "x.go", "f(\"<&>\")"), key("a", "x.go", "g()"), key("a", "x.go", "g()"), {Rule: "a", File: "w.go", Tool: "t", Line: "h()"}})
	text := b.Format()
	const want = `{
"version": 1,
"findings": [
{"rule":"a","file":"w.go","tool":"t","line":"h()"},
{"rule":"a","file":"x.go","line":"g()","count":2},
{"rule":"b","file":"x.go","line":"f(\"<&>\")"}
]
}
`
	if string(text) != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	again, err := Parse("b.json", text)
	if err != nil || !reflect.DeepEqual(again, b) {
		t.Errorf("%v, %v", again, err)
	}
	if none, err := Parse("b.json", New(nil).Format()); err != nil || len(none.Counts) != 0 {
		t.Errorf("%v, %v", none, err)
	}
}

func TestFilter(t *testing.T) {
	a, b, c := key("a", "x.go", "f()"), key("b", "x.go", "f()"), key("a", "x.go", "g()")
	known := New([]report.Key{a, a, c})
	fresh, stale := known.Filter([]report.Key{a, b, a, a})
	if !reflect.DeepEqual(fresh, []int{1, 3}) || !reflect.DeepEqual(stale, []report.Key{c}) {
		t.Errorf("fresh %v, stale %v", fresh, stale)
	}
	// Filtering changes nothing.
	if fresh, stale := known.Filter([]report.Key{a, a, c}); len(fresh)+len(stale) != 0 {
		t.Errorf("fresh %v, stale %v", fresh, stale)
	}
}

func TestMistakes(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "b.json:1: this is not a baseline: it ends too early"},
		{"{\n\"version\": 1,\n\"findins\": []}", "b.json:3: this is not a baseline: json: unknown field \"findins\""},
		{"{}", "b.json: this is not a baseline: it has no version"},
		{"{\"version\": 2}", "b.json: version 2 is not known, only 1; write it anew with -write-baseline"},
		{"{\"version\": 1}\n{}", "b.json:2: this is not a baseline: there is something after its end"},
		{"{\"version\": 1, \"findings\": [{\"rule\": \"a\"}]}", "b.json: finding 1 lacks a rule or a file, or has a negative count"},
	}
	for _, test := range tests {
		if b, err := Parse("b.json", []byte(test.text)); err == nil || err.Error() != test.want {
			t.Errorf("%q: got %v, %v, want %s", test.text, b, err, test.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "{}", `{"version":1,"findings":[{"rule":"a","file":"b","line":"c","count":2}]}`, `{"version":1}x`, `[1`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := Parse("b.json", data)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q", err)
			}
			return
		}
		text := b.Format()
		again, err := Parse("b.json", text)
		if err != nil || string(again.Format()) != string(text) {
			t.Errorf("%s became %s, %v", data, text, err)
		}
	})
}
