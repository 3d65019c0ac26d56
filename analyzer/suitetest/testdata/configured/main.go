// Program configured has a boundary, and errors for the model, that only its
// users know to be so.
package main

import (
	"context"
	"errors"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// A Gate wraps handlers.
type Gate struct{ log func(error) }

// Wrap is a boundary, as far as its users are concerned.
func (g *Gate) Wrap(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := next(ctx, req)
		if err != nil {
			g.log(err)
		}
		return res, err
	}
}

// Trusted is another one.
func Trusted(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return next(ctx, req)
	}
}

// Refuse makes an error for the model.
func Refuse(text string) error { return errors.New(text) }

func get(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetString("id", "") == "" {
		return nil, Refuse("Argument id is missing. Find it with find_items.")
	}
	if req.GetString("kind", "") == "" {
		return nil, errors.New("argument kind is missing") // want `errlevel: tool get: the model can act on this`
	}
	return mcp.NewToolResultText("x"), nil
}

func put(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("x"), nil
}

func main() {
	g := &Gate{log: func(err error) { log.Print(err) }}
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTool(mcp.NewTool("get"), g.Wrap(get))
	s.AddTool(mcp.NewTool("trusted"), Trusted(put))
	log.Fatal(server.ServeStdio(s))
}
