package crash_test

import (
	"testing"

	"github.com/toolvet/toolvet/analyzer/rule/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, "crash", "gosdk", "mcpgo") }
