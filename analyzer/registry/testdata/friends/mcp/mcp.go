// Package mcp has the name of an SDK's package and the functions, and is none.
package mcp

import "context"

// A Tool is something else.
type Tool struct {
	Name, Description string
	InputSchema       any
}

// A Server keeps tools.
type Server struct {
	tools map[string]func(context.Context, string) (string, error)
}

// AddTool keeps one.
func (s *Server) AddTool(t *Tool, h func(context.Context, string) (string, error)) {
	s.tools[t.Name] = h
}

// AddTool keeps one too.
func AddTool[In, Out any](s *Server, t *Tool, h func(context.Context, In) (Out, error)) {}

// NewServer makes one.
func NewServer(name string) *Server { return &Server{} }

// NewTool makes a tool.
func NewTool(name string) *Tool { return &Tool{Name: name} }
