package toolname_test

import (
	"testing"

	"github.com/toolvet/toolvet/analyzer/rule/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, "toolname", "gosdk", "mcpgo") }
