// Package gosdk answers failures at some length, on go-sdk.
package gosdk

import (
	"context"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/kit"
	"example.com/servers/fixtures/store"
)

type in struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

type status struct {
	Status  string `json:"status"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

func serve(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "get_page"}, get)
	mcp.AddTool(s, &mcp.Tool{Name: "set_page"}, set)
}

func get(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	switch in.ID {
	case "":
		return nil, store.Page{}, kit.Reject("Argument id is empty. Pages are text. Each has an id. List the ids with list_pages.") // want `tool get_page: the message has 4 sentences`
	case "a":
		return nil, store.Page{}, kit.Reject("No page has id %q, e.g. because it was deleted. List the ids with list_pages.", in.ID)
	case "b":
		return nil, store.Page{}, kit.Reject("No page has id %q.\nDid you mean one of these?\n%s", in.ID, strings.Join([]string{in.ID, in.Text}, "\n"))
	case "c":
		return nil, store.Page{}, kit.Reject("Seite nicht gefunden. Das ist ein Fehler. Bitte die Liste lesen. Danke.")
	}
	p, err := store.Get(ctx, in.ID)
	return nil, p, err
}

// A status with a code is an answer, at whatever length.
func set(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, status, error) {
	if _, err := store.Update(ctx, in.ID, in.Text, 1); errors.Is(err, store.ErrStale) {
		return &mcp.CallToolResult{IsError: true}, status{Status: "rejected", Code: "PAGE_CHANGED", Message: "The page has changed. It was read before. Read it again. Then send the call."}, nil
	} else if err != nil {
		return nil, status{}, err
	}
	return nil, status{Status: "completed", Code: "DONE"}, nil
}
