package server

import (
	"context"

	"github.com/viant/jsonrpc"
	"github.com/viant/mcp-protocol/schema"
)

type (
	Registry        struct{}
	DefaultHandler  struct{ *Registry }
	ToolHandlerFunc func(context.Context, *schema.CallToolRequest) (*schema.CallToolResult, *jsonrpc.Error)
	ToolEntry       struct {
		Handler  ToolHandlerFunc
		Metadata schema.Tool
	}
)

func RegisterTool[I, O any](registry *Registry, name, description string, handler func(ctx context.Context, input I) (*schema.CallToolResult, *jsonrpc.Error)) error {
	return nil
}
func (*Registry) RegisterToolWithSchema(name, description string, input, output any, handler ToolHandlerFunc) {
}
func (*Registry) RegisterTool(entry *ToolEntry) {}
