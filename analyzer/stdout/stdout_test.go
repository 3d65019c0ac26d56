package stdout_test

import (
	"path/filepath"
	"testing"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/analyzer/rule/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, "stdout", "gosdk", "mcpgo") }

// TestWhole is for what only the view of the whole program tells.
func TestWhole(t *testing.T) {
	dir, err := filepath.Abs("testdata/whole")
	if err != nil {
		t.Fatal(err)
	}
	ruletest.Linked(t, dir, analyzer.Options{}, "stdout")
}
