package directive_test

import (
	"testing"

	"github.com/toolvet/toolvet/analyzer/rule/ruletest"
)

func TestForms(t *testing.T) { ruletest.Run(t, "directive", "forms") }

// What comments say of a rule holds in whatever way it runs.
func TestIgnored(t *testing.T) { ruletest.Run(t, "boundary", "ignored") }
