// Package mcp stands in for the SDK of the same path.
package mcp

import "context"

type (
	Request[T any]   struct{ Params T }
	Response[T any]  struct{ Result *T }
	CallToolRequest  struct{ Name, Arguments string }
	CallToolResponse struct {
		IsError bool
		Content []any
	}
	UnimplementedServer struct{}
)

type ServerHandler interface {
	CallTool(context.Context, *Request[CallToolRequest]) (*Response[CallToolResponse], error)
}

func NewServer(stream any, handler ServerHandler, opts ...any) any { return nil }
func NewResponse[T any](r *T) *Response[T]                         { return &Response[T]{r} }
