package suitetest

import (
	"path/filepath"
	"sync"
	"testing"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/analyzer/rule/ruletest"
	"github.com/toolvet/toolvet/internal/driver"
)

// Two configurations in one process, at the same time, give two results:
// nothing in a suite is global, on which drivers such as Bazel's nogo rely.
func TestTwoConfigurations(t *testing.T) {
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	var results [2]*driver.Result
	var group sync.WaitGroup
	for i, o := range []analyzer.Options{{}, {Exempt: []string{"example.com/servers/servers/orders-faulty/..."}}} {
		group.Go(func() {
			results[i] = ruletest.Program(t, analyzer.New(o), dir, []string{"identity", "thinresult", "precondition"}, "./servers/orders-faulty/...")
		})
	}
	group.Wait()
	if t.Failed() {
		return
	}
	if n := len(results[0].Findings); n == 0 {
		t.Error("nothing is found without a configuration")
	}
	if n := len(results[1].Findings); n != 0 {
		t.Errorf("%d findings in a package that the other configuration exempts", n)
	}
}
