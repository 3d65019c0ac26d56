package eino

import (
	"context"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/schema"
)

type in struct{ ID string }

func get(_ context.Context, in in) (string, error) { return in.ID, nil }

// A custom tool implements the interface itself.
type custom struct{}

func (custom) Info(context.Context) (*schema.ToolInfo, error) {
	return &schema.ToolInfo{Name: "custom", Desc: "A type."}, nil
}

func (custom) InvokableRun(_ context.Context, args string, _ ...tool.Option) (string, error) { // known: missing eino custom -> (custom).InvokableRun "A type." | wrong eino custom -> (custom).InvokableRun ?
	return args, nil
}

func tools() ([]tool.BaseTool, error) {
	inferred, err := utils.InferTool("inferred", "Inferred.", get) // tool: eino inferred -> get "Inferred."
	if err != nil {
		return nil, err
	}
	described := utils.NewTool(&schema.ToolInfo{Name: "described", Desc: "Described."}, func(_ context.Context, in in) (int, error) { // tool: eino described -> tools$1 "Described."
		return len(in.ID), nil
	})
	return []tool.BaseTool{inferred, described, custom{}}, nil
}
