package agents

import "github.com/tmc/langchaingo/tools"

func NewOneShotAgent(llm any, tools []tools.Tool) any { return nil }
