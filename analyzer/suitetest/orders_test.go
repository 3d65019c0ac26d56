package suitetest

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/analyzer/rule/ruletest"
)

// TestOrders compares what is reported for a server that keeps its contract, and
// for its twin that breaks every part of it once, with the marks in the twin.
func TestOrders(t *testing.T) {
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	rules := []string{"boundary", "errlevel", "emptyresult", "iserror", "internals",
		"identity", "looseinput", "thinresult", "nilresult", "precondition", "unknownoutcome", "hints"}
	res := ruletest.Program(t, analyzer.New(analyzer.Options{}), dir, rules, "./servers/orders/...", "./servers/orders-faulty/...")
	got := map[string]int{}
	text := map[string]string{}
	for _, f := range res.Findings {
		rel, err := filepath.Rel(dir, f.Start.File)
		if err != nil {
			t.Fatal(err)
		}
		key := fmt.Sprintf("%s:%d %s", filepath.ToSlash(rel), f.Start.Line, f.Rule)
		got[key]++
		text[key] = f.Message
	}
	want := map[string]int{}
	const file = "servers/orders-faulty/tools.go"
	code, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	line := 0
	for l := range strings.Lines(string(code)) {
		line++
		if _, named, ok := strings.Cut(l, "// fault: "); ok {
			want[fmt.Sprintf("%s:%d %s", file, line, strings.TrimSpace(named))] = 1
		}
	}
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if got[key] != 1 {
			t.Errorf("%s: reported %d times, want once", key, got[key])
		}
	}
	for _, key := range slices.Sorted(maps.Keys(got)) {
		if want[key] == 0 {
			t.Errorf("%s: not wanted: %s", key, text[key])
		}
	}
	for _, rule := range rules[3:] {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(want)), func(k string) bool { return strings.HasSuffix(k, " "+rule) }) {
			t.Errorf("nothing is planted for %s", rule)
		}
	}
}
