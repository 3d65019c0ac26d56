// Package kit stands for the tool server of a company, which no linter knows.
package kit

import (
	"context"
	"fmt"
)

// A Server has tools.
type Server struct{ tools map[string]any }

// A Request is a call.
type Request struct{ args map[string]string }

// A Result is an answer.
type Result struct {
	Words  string
	Failed bool
}

// A Handler answers.
type Handler func(context.Context, *Request) (*Result, error)

// Tool registers a tool.
func (s *Server) Tool(name, description string, h Handler) { s.tools[name] = h }

// Add registers a tool with typed arguments.
func Add[In, Out any](s *Server, name string, h func(context.Context, In) (Out, error)) {
	s.tools[name] = h
}

// Text is an answer.
func Text(words string) *Result { return &Result{Words: words} }

// Fail is an answer that says what went wrong.
func Fail(format string, args ...any) *Result {
	return &Result{Words: fmt.Sprintf(format, args...), Failed: true}
}

// Need is an argument that has to be there.
func (r *Request) Need(name string) (string, error) {
	v, ok := r.args[name]
	if !ok {
		return "", fmt.Errorf("argument %s is missing", name)
	}
	return v, nil
}
