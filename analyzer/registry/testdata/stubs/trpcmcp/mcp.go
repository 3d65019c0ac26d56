// Package mcp stands in for the SDK of the same path.
package mcp

import "context"

type (
	Server          struct{}
	StdioServer     struct{}
	SSEServer       struct{}
	Tool            struct{ Name, Description string }
	ToolOption      func(*Tool)
	CallToolRequest struct {
		Params struct{ Arguments map[string]interface{} }
	}
	Content        interface{}
	CallToolResult struct {
		Content []Content
		IsError bool
	}
	toolHandler = func(context.Context, *CallToolRequest) (*CallToolResult, error)
)

type TypedToolHandler[I, O any] func(context.Context, *CallToolRequest, I) (O, error)

func NewServer(name, version string, opts ...func(*Server)) *Server { return &Server{} }
func NewStdioServer(name, version string, opts ...func(*StdioServer)) *StdioServer {
	return &StdioServer{}
}
func (*Server) RegisterTool(tool *Tool, handler toolHandler)      {}
func (*StdioServer) RegisterTool(tool *Tool, handler toolHandler) {}
func (*SSEServer) RegisterTool(tool *Tool, handler toolHandler)   {}
func NewTool(name string, opts ...ToolOption) *Tool               { return &Tool{Name: name} }
func WithDescription(d string) ToolOption                         { return func(t *Tool) { t.Description = d } }
func NewTextResult(text string) *CallToolResult                   { return &CallToolResult{} }

func NewTypedToolHandler[I, O any](h TypedToolHandler[I, O]) func(context.Context, *CallToolRequest) (*CallToolResult, error) {
	return nil
}
func NewStructuredToolHandler[O any](h func(context.Context, *CallToolRequest) (O, error)) func(context.Context, *CallToolRequest) (*CallToolResult, error) {
	return nil
}
