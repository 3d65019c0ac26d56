// Command names has schemas that are written out, and texts about them, on
// go-sdk.
package main

import (
	"context"
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	PageID string `json:"page_id"`
}

const all = "list_pages"

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "pages"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "get_page", Description: "Return a page. Pass page_id, as " + all + " returns it."}, get)
	mcp.AddTool(s, &mcp.Tool{Name: all, Description: "List pages. Set state to \"in_progress\" for drafts."}, get)
	mcp.AddTool(s, &mcp.Tool{Name: "read_page", Description: "Return a page. Find it with the lists_pages tool."}, get) // want `tool read_page: the description names lists_pages, but no tool is called so; did you mean list_pages\?`
	mcp.AddTool(s, &mcp.Tool{Name: "seite_lesen", Description: "Liefert eine Seite. Die Seite mit der find_seite() suchen."}, get)
	s.AddTool(&mcp.Tool{
		Name: "cut_page", Description: "Cut a page. Pass max_words and min_words.",
		InputSchema: json.RawMessage(`{"type": "object", "properties": {"max_words": {"type": "integer"}, "min_words": {"type": "integer"}}}`),
	}, raw)
	s.AddTool(&mcp.Tool{
		Name: "fold_page", Description: "Fold a page. Pass fold_width.",
		InputSchema: &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{"fold_width": {Type: "integer"}}},
	}, raw)
	s.AddTool(&mcp.Tool{ // want `tool pad_page: the description names pad_widht, but no parameter is called so; did you mean pad_width\?`
		Name: "pad_page", Description: "Pad a page. Pass pad_widht.",
		InputSchema: map[string]any{"type": "object", "properties": map[string]any{"pad_width": map[string]any{"type": "integer"}}},
	}, raw)
	_ = s.Run(context.Background(), &mcp.StdioTransport{})
}

func get(_ context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return nil, in.PageID, nil
}

func raw(_ context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, nil
}
