package agents

import "context"

type FunctionTool struct {
	Name, Description string
	OnInvokeTool      func(ctx context.Context, arguments string) (any, error)
}

func NewFunctionTool[T, R any](name, description string, handler func(ctx context.Context, args T) (R, error)) FunctionTool {
	return FunctionTool{}
}
func NewFunctionToolAny(name, description string, handler any) (FunctionTool, error) {
	return FunctionTool{}, nil
}
