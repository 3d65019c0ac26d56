package anthropic

import (
	"context"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/toolrunner"
)

type in struct{ ID string }

func get(_ context.Context, in in) (anthropic.BetaToolResultBlockParamContentUnion, error) {
	return anthropic.BetaToolResultBlockParamContentUnion{Text: in.ID}, nil
}

func tools() ([]anthropic.BetaTool, error) {
	t, err := toolrunner.NewBetaToolFromJSONSchema("get", "Get one.", get) // tool: anthropic-sdk-go get -> get "Get one."
	return []anthropic.BetaTool{
		t,
		toolrunner.NewBetaTool("typed", "Typed.", anthropic.BetaToolInputSchemaParam{}, get), // tool: anthropic-sdk-go typed -> get "Typed."
	}, err
}
