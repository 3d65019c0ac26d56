package suitetest

import (
	"path/filepath"
	"testing"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/analyzer/rule/ruletest"
)

// TestDeclared asks all rules about results whose type says how a call ended:
// completed, to be confirmed, rejected, not known.
func TestDeclared(t *testing.T) {
	dir, err := filepath.Abs("testdata/declared")
	if err != nil {
		t.Fatal(err)
	}
	s := analyzer.New(analyzer.Options{})
	var all []string
	for _, r := range s.Rules {
		all = append(all, r.Name)
		if r.Full != nil {
			*r.Full = true
		}
	}
	for _, f := range ruletest.Program(t, s, dir, all, "./...").Findings {
		t.Errorf("%s:%d: %s: %s", f.Start.File, f.Start.Line, f.Rule, f.Message)
	}
}
