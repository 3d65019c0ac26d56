// Package gosdk says what to do about a call, or does not, on go-sdk.
package gosdk

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/kit"
	"example.com/servers/fixtures/store"
)

type in struct {
	ID    string `json:"page_id"`
	Text  string `json:"text"`
	Order string `json:"order"`
	At    int    `json:"at"`
}

func serve(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "get_page"}, get)
	mcp.AddTool(s, &mcp.Tool{Name: "list_pages"}, list)
	mcp.AddTool(s, &mcp.Tool{Name: "set_page"}, set)
	mcp.AddTool(s, &mcp.Tool{Name: "put_page"}, put)
	mcp.AddTool(s, &mcp.Tool{Name: "move_page"}, move)
	mcp.AddTool(s, &mcp.Tool{Name: "open_page"}, open)
	mcp.AddTool(s, &mcp.Tool{Name: "bare_page"}, bare)
}

func get(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	if in.ID == "" {
		return nil, store.Page{}, kit.Reject("Argument page_id is empty.") // there is nothing to quote
	}
	if in.At < 0 {
		return nil, store.Page{}, kit.Reject("at cannot be negative")
	}
	switch in.Order {
	case "up", "down":
	default:
		return nil, store.Page{}, kit.Reject("unknown order %q", in.Order) // want `tool get_page: the message gives no next step`
	}
	p, err := store.Get(ctx, in.ID)
	return nil, p, err
}

func list(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, []store.Page, error) {
	switch in.Order {
	case "up", "down":
	case "old":
		return nil, nil, kit.Reject("Use one of the supported values.") // want `tool list_pages: the message names no argument and quotes nothing that was sent`
	case "alt":
		return nil, nil, kit.Reject("Die Reihenfolge ist falsch.")
	default:
		return nil, nil, kit.Reject("The order %q is unknown; use up or down.", in.Order)
	}
	all, err := store.List(ctx, in.Text)
	return nil, all, err
}

func set(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Update(ctx, in.ID, in.Text, in.At)
	if errors.Is(err, store.ErrStale) {
		return nil, store.Page{}, kit.Reject("conflict") // want `tool set_page: the message does not say where the fresh value comes from, nor that the same call will fail again`
	}
	return nil, p, err
}

func put(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Update(ctx, in.ID, in.Text, in.At)
	if errors.Is(err, store.ErrStale) {
		return nil, store.Page{}, kit.Reject("Page %q was changed by somebody else.", in.ID) // want `tool put_page: the message does not say where the fresh value comes from; name the tool`
	}
	return nil, p, err
}

func move(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Update(ctx, in.ID, in.Text, in.At)
	if errors.Is(err, store.ErrStale) {
		return nil, store.Page{}, kit.Reject("Page %q could not be moved. Use get_page.", in.ID) // want `tool move_page: the message does not say what has changed, so the same call is made again`
	}
	return nil, p, err
}

func open(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Update(ctx, in.ID, in.Text, in.At)
	if errors.Is(err, store.ErrStale) {
		return nil, store.Page{}, kit.Reject("Page %q has changed since it was read, so the same call fails again. Read it with get_page and send its version as at.", in.ID)
	}
	return nil, p, err
}

// bare cannot be called without any arguments at all.
func bare(ctx context.Context, _ *mcp.CallToolRequest, in *in) (*mcp.CallToolResult, store.Page, error) {
	if in == nil {
		return nil, store.Page{}, kit.Reject("no arguments")
	}
	p, err := store.Get(ctx, in.ID)
	return nil, p, err
}
