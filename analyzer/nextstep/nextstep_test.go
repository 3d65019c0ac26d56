package nextstep_test

import (
	"testing"

	"github.com/toolvet/toolvet/analyzer/rule/ruletest"
)

// Of this rule, what runs by default: names that nothing has.
func TestUnknownNames(t *testing.T) { ruletest.Run(t, "nextstep", "mcpgo") }
