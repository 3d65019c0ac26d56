// Package tools has handlers that work with a store, behind an interface.
package tools

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/servers/notes/outcome"
)

// A Lister lists.
type Lister interface {
	List(ctx context.Context, word string) ([]string, error)
	Warm(word string)
	Must(err error)
}

type in struct {
	Word string `json:"word"`
}

type tools struct{ store Lister }

func (t *tools) list(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, []string, error) {
	t.store.Warm(in.Word)
	found, err := t.store.List(ctx, in.Word)
	t.store.Must(ctx.Err())
	return nil, found, err
}

// Register puts the boundary around each handler.
func Register(s *mcp.Server, l Lister) {
	t := &tools{l}
	mcp.AddTool(s, &mcp.Tool{Name: "list"}, outcome.Typed("list", t.list))
}
