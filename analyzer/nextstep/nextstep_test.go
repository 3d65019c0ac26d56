package nextstep_test

import (
	"path/filepath"
	"testing"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/analyzer/rule/ruletest"
)

// Of this rule, what runs by default: names that nothing has.
func TestUnknownNames(t *testing.T) { ruletest.Run(t, "nextstep", "mcpgo", "gosdk/names") }

func TestSteps(t *testing.T) { ruletest.RunFull(t, "nextstep", "steps") }

// TestTwice has the packages of one program, each of which sees the same
// description.
func TestTwice(t *testing.T) {
	dir, err := filepath.Abs("testdata/twice")
	if err != nil {
		t.Fatal(err)
	}
	ruletest.Linked(t, dir, analyzer.Options{}, "nextstep")
}
