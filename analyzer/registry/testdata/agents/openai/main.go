package openai

import (
	"context"

	"github.com/nlpodyssey/openai-agents-go/agents"
)

type in struct{ ID string }

func get(_ context.Context, in in) (string, error) { return in.ID, nil }

func tools() []agents.FunctionTool {
	reflected, _ := agents.NewFunctionToolAny("any", "Any.", get) // tool: openai-agents-go any -> get "Any."
	return []agents.FunctionTool{
		agents.NewFunctionTool("get", "Get one.", get), // tool: openai-agents-go get -> get "Get one."
		{Name: "literal", Description: "A literal.", OnInvokeTool: func(_ context.Context, arguments string) (any, error) { return arguments, nil }}, // tool: openai-agents-go literal -> tools$1 "A literal."
		reflected,
	}
}
