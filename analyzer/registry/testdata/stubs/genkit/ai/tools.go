package ai

import "context"

type (
	ToolContext          struct{ context.Context }
	ToolOption           func()
	ToolDef[In, Out any] struct{}
)

type ToolFunc[In, Out any] = func(ctx *ToolContext, input In) (Out, error)

func NewTool[In, Out any](name, description string, fn ToolFunc[In, Out], opts ...ToolOption) *ToolDef[In, Out] {
	return nil
}
