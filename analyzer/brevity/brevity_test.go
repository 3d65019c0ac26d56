package brevity_test

import (
	"testing"

	"github.com/toolvet/toolvet/analyzer/rule/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, "brevity", "gosdk", "mcpgo") }
