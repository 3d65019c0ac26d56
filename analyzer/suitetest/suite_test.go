// Package suitetest runs the rules on programs of several packages, with the
// whole program in sight.
package suitetest

import (
	"path/filepath"
	"testing"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/analyzer/rule/ruletest"
)

func Test(t *testing.T) {
	for _, program := range []string{"given", "bare", "bundled", "reached", "inline", "shared"} {
		t.Run(program, func(t *testing.T) { check(t, program, analyzer.Options{}) })
	}
}

// TestOptions names what cannot be inferred.
func TestOptions(t *testing.T) {
	const pkg = "example.com/suite/configured"
	check(t, "configured", analyzer.Options{
		Boundaries: []string{"(" + pkg + ".Gate).Wrap", pkg + ".Trusted"},
		ToolErrors: []string{pkg + ".Refuse"},
		Tests:      true,
	})
}

func check(t *testing.T, program string, o analyzer.Options) {
	dir, err := filepath.Abs(filepath.Join("testdata", program))
	if err != nil {
		t.Fatal(err)
	}
	ruletest.Linked(t, dir, o, "boundary", "errlevel", "emptyresult", "iserror", "internals")
}
