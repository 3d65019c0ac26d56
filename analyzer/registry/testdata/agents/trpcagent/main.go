package trpcagent

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/tool/function"
)

type in struct{ ID string }

func get(_ context.Context, in in) (string, error) { return in.ID, nil }

func tool() any {
	return function.NewFunctionTool(get, function.WithName("get"), function.WithDescription("Get one.")) // known: missing trpc-agent-go get -> get "Get one." | wrong trpc-agent-go dynamic -> get ?
}
