// Package gosdk answers with texts for faults, on go-sdk.
package gosdk

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/kit"
	"example.com/servers/fixtures/store"
)

type in struct {
	ID string `json:"id"`
}

func serve(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "get_page"}, get)
	mcp.AddTool(s, &mcp.Tool{Name: "list_pages"}, list)
	mcp.AddTool(s, &mcp.Tool{Name: "count_pages"}, count)
	mcp.AddTool(s, &mcp.Tool{Name: "find_page"}, find)
	mcp.AddTool(s, &mcp.Tool{Name: "show_page"}, show)
}

func get(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	if in.ID == "" {
		return nil, store.Page{}, kit.Reject("Argument id is empty; check your input.") // the model's to correct
	}
	p, err := store.Get(ctx, in.ID)
	if err != nil {
		return nil, store.Page{}, kit.Fail("The page could not be read.") // want `tool get_page: the text for a fault of the server says neither to retry later nor to tell the user`
	}
	return nil, p, nil
}

func list(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, []store.Page, error) {
	all, err := store.List(ctx, in.ID)
	if err != nil {
		return nil, nil, kit.Wait("The store does not answer; make sure that the server is running, then try again.") // want `tool list_pages: the text for a fault of the server says "make sure that the server is running"`
	}
	return nil, all, nil
}

func count(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, int, error) {
	all, err := store.List(ctx, in.ID)
	if err != nil {
		return nil, 0, kit.Fail("The pages could not be counted. Check your arguments and try again later.") // want `tool count_pages: the text for a fault of the server blames the call`
	}
	return nil, len(all), nil
}

func find(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Get(ctx, in.ID)
	if err != nil {
		return nil, store.Page{}, kit.Wait("The store is busy; nothing about the request needs to change. Try again in a minute, and tell the user if it keeps failing.")
	}
	if _, err := json.Marshal(p); err != nil {
		return nil, store.Page{}, kit.Fail("Die Seite konnte nicht gelesen werden.")
	}
	return nil, p, nil
}

func show(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Get(ctx, in.ID)
	if err != nil {
		return nil, store.Page{}, kit.Fail("The page could not be shown, though the request was fine. Tell the user.")
	}
	return nil, p, nil
}
