// Package agent runs the tools of the program's own.
package agent

import (
	"context"

	"example.com/suite/shared/kit"
)

type call struct {
	Name, Args string
}

// Run calls a tool as a model asks for it.
func Run(ctx context.Context, tools []kit.Tool, c call) (string, bool) { // want `boundary: tools list_own and count_own have no boundary`
	for _, t := range tools {
		if t.Name != c.Name {
			continue
		}
		text, err := t.Handler(ctx, c.Args)
		return text, err == nil
	}
	return "", false
}

// Shout stands around another tool: a copy with its handler changed is no tool
// more.
func Shout(t kit.Tool) kit.Tool {
	inner := t.Handler
	t.Handler = func(ctx context.Context, args string) (string, error) {
		text, err := inner(ctx, args)
		return text + "!", err
	}
	return t
}

// Start takes what the model said, from outside.
func Start(ctx context.Context, tools []kit.Tool, name, args string) string {
	text, _ := Run(ctx, tools, call{name, args})
	return text
}
