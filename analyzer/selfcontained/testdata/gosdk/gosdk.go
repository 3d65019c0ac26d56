// Package gosdk answers failures with texts that do or do not stand by
// themselves, on go-sdk.
package gosdk

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/kit"
	"example.com/servers/fixtures/store"
)

type in struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

func serve(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "get_page"}, get)
	mcp.AddTool(s, &mcp.Tool{Name: "set_page"}, set)
}

func get(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	switch {
	case in.ID == "":
		return nil, store.Page{}, kit.Reject("Argument id is empty, see the tool description.") // want `tool get_page: the model cannot follow "see the tool description"`
	case len(in.ID) > 40:
		return nil, store.Page{}, kit.Reject("E1042") // want `tool get_page: the model reads a bare code`
	case in.ID == "old":
		return nil, store.Page{}, kit.Reject("Page %q has no text as documented.", in.ID) // want `tool get_page: the model cannot follow "as documented"`
	case in.ID == "way":
		return nil, store.Page{}, kit.Reject("Page %q has moved, see its description with list_pages.", in.ID) // want `cannot follow "see its description"`
	case in.ID == "seen":
		return nil, store.Page{}, kit.Reject("Page %q has moved. Call get_page and read its text field.", in.ID)
	case in.ID == "weg":
		return nil, store.Page{}, kit.Reject("Die Seite %q wurde nicht gefunden, siehe die documentation.", in.ID)
	}
	p, err := store.Get(ctx, in.ID)
	if err != nil {
		return nil, store.Page{}, kit.Fail("The page could not be read. Check the server logs for details.") // want `cannot follow "Check the server logs"`
	}
	return nil, p, nil
}

func set(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Update(ctx, in.ID, in.Text, 1)
	if errors.Is(err, store.ErrStale) {
		return nil, store.Page{}, kit.Reject("Page %q has changed, so the same call fails again. Read it with get_page.", in.ID)
	}
	if err != nil {
		return nil, store.Page{}, errors.New("HTTP 503")
	}
	return nil, p, nil
}
