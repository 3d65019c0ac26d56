package server

import (
	"context"

	"github.com/ThinkInAIXYZ/go-mcp/protocol"
)

type (
	Server          struct{}
	ToolHandlerFunc func(context.Context, *protocol.CallToolRequest) (*protocol.CallToolResult, error)
	ToolMiddleware  func(ToolHandlerFunc) ToolHandlerFunc
)

func NewServer(transport any, opts ...func(*Server)) (*Server, error) { return &Server{}, nil }
func (*Server) RegisterTool(tool *protocol.Tool, handler ToolHandlerFunc, middlewares ...ToolMiddleware) {
}
func (*Server) Use(middlewares ...ToolMiddleware) {}
