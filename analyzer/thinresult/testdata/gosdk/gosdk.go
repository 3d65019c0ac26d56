// Package gosdk changes pages and answers, on go-sdk.
package gosdk

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/store"
)

type in struct {
	ID      string `json:"id"`
	Text    string `json:"text"`
	Version int    `json:"version"`
}

type flag struct {
	OK bool `json:"ok"`
}

type status struct {
	Status  string `json:"status"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

func serve(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "update_page"}, flagged) // want `tool update_page changes something and answers with a bare flag`
	mcp.AddTool(s, &mcp.Tool{Name: "set_text"}, bare)       // want `tool set_text changes something and answers with a bare flag`
	mcp.AddTool(s, &mcp.Tool{Name: "edit_page"}, echoed)
	mcp.AddTool(s, &mcp.Tool{Name: "replace_page"}, stored)
	mcp.AddTool(s, &mcp.Tool{Name: "rename_page"}, declared)
	mcp.AddTool(s, &mcp.Tool{Name: "check_page"}, looked)
	mcp.AddTool(s, &mcp.Tool{Name: "modify_page"}, mixed)
}

func flagged(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, flag, error) {
	_, err := store.Update(ctx, in.ID, in.Text, in.Version)
	return nil, flag{OK: err == nil}, err
}

func bare(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, bool, error) {
	_, err := store.Update(ctx, in.ID, in.Text, in.Version)
	return nil, err == nil, err
}

func echoed(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	if in.Text == "" {
		return nil, store.Page{ID: in.ID}, nil // nothing was done
	}
	if _, err := store.Update(ctx, in.ID, in.Text, in.Version); err != nil {
		return nil, store.Page{}, err
	}
	return nil, store.Page{ID: in.ID, Text: in.Text}, nil // want `tool edit_page changes something and answers with only what the call had sent`
}

func stored(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Update(ctx, in.ID, in.Text, in.Version)
	if err != nil {
		return nil, store.Page{}, err
	}
	return nil, p, nil
}

// A status with a code is an answer, whatever it says.
func declared(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, status, error) {
	if _, err := store.Update(ctx, in.ID, in.Text, in.Version); err != nil {
		return nil, status{Status: "rejected", Code: "PAGE_CHANGED", Message: "The page has changed."}, nil
	}
	return nil, status{Status: "completed"}, nil
}

// A tool that looks may answer with a flag.
func looked(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, flag, error) {
	_, err := store.Get(ctx, in.ID)
	return nil, flag{OK: err == nil}, nil
}

func mixed(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Update(ctx, in.ID, in.Text, in.Version)
	if err != nil {
		return nil, store.Page{}, err
	}
	return nil, store.Page{ID: in.ID, Version: p.Version}, nil
}
