// Package gosdk names tools, on go-sdk.
package gosdk

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/store"
)

type in struct {
	ID string `json:"id"`
}

type act struct {
	ID     string `json:"id"`
	Action string `json:"action"`
}

func serve(s *mcp.Server, old bool) {
	mcp.AddTool(s, &mcp.Tool{Name: "get_page"}, get)
	mcp.AddTool(s, &mcp.Tool{Name: "get page"}, get)     // want `clients refuse the name "get page"`
	mcp.AddTool(s, &mcp.Tool{Name: "manage_pages"}, get) // want `tool manage_pages covers all that can be done to a thing`
	mcp.AddTool(s, &mcp.Tool{Name: "page"}, switched)    // want `what tool page does depends on its argument action`
	mcp.AddTool(s, &mcp.Tool{Name: "list_actions"}, switched)
	mcp.AddTool(s, &mcp.Tool{Name: "get_page"}, other) // want `a second tool get_page replaces the first one`
	if old {
		mcp.AddTool(s, &mcp.Tool{Name: "find_page"}, get)
	} else {
		mcp.AddTool(s, &mcp.Tool{Name: "find_page"}, other)
	}
}

func get(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Get(ctx, in.ID)
	return nil, p, err
}

func other(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	return nil, store.Page{ID: in.ID}, nil
}

func switched(ctx context.Context, _ *mcp.CallToolRequest, in act) (*mcp.CallToolResult, store.Page, error) {
	if in.Action == "delete" {
		return nil, store.Page{}, store.Delete(ctx, in.ID)
	}
	p, err := store.Get(ctx, in.ID)
	return nil, p, err
}
