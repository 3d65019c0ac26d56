package utils

import (
	"context"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/schema"
)

type InvokeFunc[T, D any] func(ctx context.Context, input T) (output D, err error)

func InferTool[T, D any](name, desc string, i InvokeFunc[T, D], opts ...func()) (tool.InvokableTool, error) {
	return nil, nil
}
func NewTool[T, D any](desc *schema.ToolInfo, i InvokeFunc[T, D], opts ...func()) tool.InvokableTool {
	return nil
}
func WrapToolWithErrorHandler(t tool.BaseTool, h func(context.Context, error) string) tool.BaseTool {
	return t
}
