// Package gosdk describes tools, on go-sdk.
package gosdk

import (
	"context"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/store"
)

type in struct {
	ID string `json:"id"`
}

var token = os.Getenv("PAGES_MODE")

// Most of these characters are two units each in UTF-16.
var long = strings.Repeat("a", 1)

const wide = "📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄📄"

const narrow = "頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁頁"

func serve(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "get_page", Description: "Return the text and version of one page."}, get)
	mcp.AddTool(s, &mcp.Tool{Name: "read_page"}, get)                                                                        // want `tool read_page has no description`
	mcp.AddTool(s, &mcp.Tool{Name: "delete_page", Description: "Delete a page."}, get)                                       // want `the description of tool delete_page only repeats the name`
	mcp.AddTool(s, &mcp.Tool{Name: "list_all_pages", Description: "List all pages"}, get)                                    // nothing more to tell
	mcp.AddTool(s, &mcp.Tool{Name: "wide_page", Description: wide}, get)                                                     // want `the description of tool wide_page has 2050 UTF-16 units`
	mcp.AddTool(s, &mcp.Tool{Name: "narrow_page", Description: narrow}, get)                                                 // three bytes each, and one unit
	mcp.AddTool(s, &mcp.Tool{Name: "open_page", Description: "Return a page. Needs PAGES_MODE to be set."}, get)             // want `the description of tool open_page tells the environment variable PAGES_MODE`
	mcp.AddTool(s, &mcp.Tool{Name: "page_state", Description: "Return the state of a page: PAGE_OPEN or PAGE_LOCKED."}, get) // constants of the contract
	mcp.AddTool(s, &mcp.Tool{Name: "page_help", Description: "Return a page. See https://example.com/docs for more."}, get)  // want `the description of tool page_help tells the page https://example.com/docs`
	mcp.AddTool(s, &mcp.Tool{Name: "page_at", Description: "Return the page at an address such as https://example.com/a."}, get)
	mcp.AddTool(s, &mcp.Tool{Name: "page_fails", Description: "Return a page.\n\nErrors:\n- 404 if there is none"}, get)  // want `the description of tool page_fails lists failures`
	mcp.AddTool(s, &mcp.Tool{Name: "page_setup", Description: "Return a page. First run npm install to set it up."}, get) // want `the description of tool page_setup tells the command npm install`
	mcp.AddTool(s, &mcp.Tool{Name: "page_logs", Description: "Return the log of a page. This is similar to running kubectl logs."}, get)
	mcp.AddTool(s, &mcp.Tool{Name: "page_dyn", Description: strings.ToUpper(long)}, get) // not known
}

func get(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Get(ctx, in.ID)
	return nil, p, err
}
