package langchain

import (
	"context"

	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/tools"
)

type clock struct{ zone string }

var _ tools.Tool = (*clock)(nil)

func (c *clock) Name() string        { return "clock" }
func (c *clock) Description() string { return "What time it is." }
func (c *clock) Call(_ context.Context, input string) (string, error) { // tool: langchaingo clock -> (*clock).Call "What time it is."
	return c.zone + input, nil
}

func agent() any { return agents.NewOneShotAgent(nil, []tools.Tool{&clock{"UTC"}}) }
