// Package gosdk takes identities as arguments, on go-sdk.
package gosdk

import (
	"context"
	"errors"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/store"
)

func serve(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "list_pages"}, admin)
	mcp.AddTool(s, &mcp.Tool{Name: "read_page"}, behalf)
	mcp.AddTool(s, &mcp.Tool{Name: "open_page"}, owner)
	mcp.AddTool(s, &mcp.Tool{Name: "show_page"}, checked)
	mcp.AddTool(s, &mcp.Tool{Name: "find_page"}, logged)
	mcp.AddTool(s, &mcp.Tool{Name: "get_profile"}, object)
	mcp.AddTool(s, &mcp.Tool{Name: "filter_pages"}, filtered)
}

type adminIn struct {
	Query   string `json:"query"`
	IsAdmin bool   `json:"is_admin"` // want `tool list_pages: argument is_admin says what the caller may do, and the model writes it`
}

func admin(ctx context.Context, _ *mcp.CallToolRequest, in adminIn) (*mcp.CallToolResult, []store.Page, error) {
	if !in.IsAdmin {
		return nil, nil, errors.New("Not permitted.")
	}
	all, err := store.List(ctx, in.Query)
	return nil, all, err
}

type behalfIn struct {
	ID         string `json:"id"`
	OnBehalfOf string `json:"on_behalf_of"` // want `tool read_page: argument on_behalf_of says who the caller is`
}

func behalf(ctx context.Context, _ *mcp.CallToolRequest, in behalfIn) (*mcp.CallToolResult, []store.Page, error) {
	all, err := store.List(ctx, in.OnBehalfOf+in.ID)
	return nil, all, err
}

type ownerIn struct {
	ID     string `json:"id"`
	UserID string `json:"user_id"` // want `tool open_page: argument user_id says who the caller is`
}

func owner(ctx context.Context, _ *mcp.CallToolRequest, in ownerIn) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Get(ctx, in.ID)
	if err != nil {
		return nil, store.Page{}, err
	}
	if p.Owner != in.UserID {
		return nil, store.Page{}, errors.New("Not permitted.")
	}
	return nil, p, nil
}

type checkedIn struct {
	ID      string `json:"id"`
	IsAdmin bool   `json:"is_admin"`
}

func checked(ctx context.Context, _ *mcp.CallToolRequest, in checkedIn) (*mcp.CallToolResult, store.Page, error) {
	who, err := store.Principal(ctx)
	if err != nil {
		return nil, store.Page{}, err
	}
	if in.IsAdmin && !who.Admin {
		return nil, store.Page{}, errors.New("Not permitted.")
	}
	p, err := store.Get(ctx, in.ID)
	return nil, p, err
}

type loggedIn struct {
	ID      string `json:"id"`
	IsAdmin bool   `json:"is_admin"` // want `tool find_page: argument is_admin says what the caller may do`
}

// logged reads who asks and decides by what the model says.
func logged(ctx context.Context, _ *mcp.CallToolRequest, in loggedIn) (*mcp.CallToolResult, store.Page, error) {
	who, err := store.Principal(ctx)
	if err != nil {
		return nil, store.Page{}, err
	}
	slog.InfoContext(ctx, "asked", "by", who.Name)
	if !in.IsAdmin {
		return nil, store.Page{}, errors.New("Not permitted.")
	}
	p, err := store.Get(ctx, in.ID)
	return nil, p, err
}

type objectIn struct {
	UserID string `json:"user_id"`
}

func object(ctx context.Context, _ *mcp.CallToolRequest, in objectIn) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Get(ctx, in.UserID)
	return nil, p, err
}

type filterIn struct {
	Owner string `json:"owner"`
}

func filtered(ctx context.Context, _ *mcp.CallToolRequest, in filterIn) (*mcp.CallToolResult, []store.Page, error) {
	all, err := store.List(ctx, "")
	if err != nil {
		return nil, nil, err
	}
	out := []store.Page{}
	for _, p := range all {
		if p.Owner == in.Owner {
			out = append(out, p)
		}
	}
	return nil, out, nil
}
