package golangci

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer"
)

func names(t *testing.T, settings any) []string {
	t.Helper()
	p, err := New(settings)
	if err != nil {
		t.Fatal(err)
	}
	list, err := p.BuildAnalyzers()
	if err != nil {
		t.Fatal(err)
	}
	if err := analysis.Validate(list); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range list {
		got = append(got, a.Name)
	}
	return got
}

func TestRules(t *testing.T) {
	var want []string
	for _, r := range analyzer.New(analyzer.Options{}).Rules {
		if r.Default {
			want = append(want, r.Name)
		}
	}
	if got := names(t, nil); !slices.Equal(got, want) {
		t.Errorf("without settings %v run, want %v", got, want)
	}
	got := names(t, map[string]any{"rules": map[string]any{"all": false, "boundary": true}})
	if !slices.Equal(got, []string{"boundary"}) {
		t.Errorf("%v run, want boundary alone", got)
	}
	got = names(t, map[string]any{"rules": map[string]any{"toolname": true}})
	if len(got) != len(want)+1 || !slices.Contains(got, "toolname") {
		t.Errorf("%v run, want toolname too", got)
	}
}

// Two configurations in one program do not know of each other, which is what a
// driver such as Bazel's nogo relies on.
func TestNoGlobalState(t *testing.T) {
	one, err := New(map[string]any{"tests": true})
	if err != nil {
		t.Fatal(err)
	}
	two, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := one.BuildAnalyzers()
	b, _ := two.BuildAnalyzers()
	for _, x := range a {
		if slices.Contains(b, x) {
			t.Errorf("%s is shared", x.Name)
		}
	}
}

func TestWrongSettings(t *testing.T) {
	for text, settings := range map[string]any{
		"unknown key boundaris; did you mean boundaries?": map[string]any{"boundaris": []any{"a.F"}},
		"unknown rule boundry; did you mean boundary?":    map[string]any{"rules": map[string]any{"boundry": true}},
		"in toolerrors[0]; did you mean message?":         map[string]any{"toolerrors": []any{map[string]any{"func": "a.F", "mesage": 0}}},
		"rules.boundary wants true or false":              map[string]any{"rules": map[string]any{"boundary": "perhaps"}},
		"severity is ":                                    map[string]any{"severity": map[string]any{"boundary": "note"}},
	} {
		_, err := New(settings)
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v: error %v, want one that names %s", settings, err, text)
		}
	}
}
