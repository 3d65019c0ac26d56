package function

import "context"

type (
	Option                 func()
	FunctionTool[I, O any] struct{}
)

func WithName(name string) Option        { return nil }
func WithDescription(desc string) Option { return nil }

func NewFunctionTool[I, O any](fn func(context.Context, I) (O, error), opts ...Option) *FunctionTool[I, O] {
	return nil
}
