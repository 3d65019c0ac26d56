// Package gosdk loses answers, on go-sdk.
package gosdk

import (
	"context"
	"errors"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/store"
)

type in struct {
	Text string `json:"text"`
	Key  string `json:"request_id"`
}

type out struct {
	Status  string `json:"status"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

func serve(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "create_page"}, retry)
	mcp.AddTool(s, &mcp.Tool{Name: "add_page"}, open)
	mcp.AddTool(s, &mcp.Tool{Name: "insert_page"}, sameKey)
	mcp.AddTool(s, &mcp.Tool{Name: "submit_page"}, rejected)
	mcp.AddTool(s, &mcp.Tool{Name: "send_page"}, declared)
	mcp.AddTool(s, &mcp.Tool{Name: "publish_page"}, cut)
	mcp.AddTool(s, &mcp.Tool{Name: "get_page"}, look)
	mcp.AddTool(s, &mcp.Tool{Name: "update_page"}, readFirst)
}

func retry(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Create(ctx, in.Key, in.Text)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, p, errors.New("Creating the page timed out. Retry later.") // want `tool create_page answers a timeout after call of Create as a failure, though the write may have been done`
	}
	return nil, p, err
}

func open(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Create(ctx, in.Key, in.Text)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, p, errors.New("The page may have been created. Call get_page with the same request_id before anything else.")
	}
	return nil, p, err
}

func sameKey(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Create(ctx, in.Key, in.Text)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, p, errors.New("The call timed out. Call add_page again with the same request_id.")
	}
	return nil, p, err
}

func rejected(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, out, error) {
	p, err := store.Create(ctx, in.Key, in.Text)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, out{Status: "failed", Code: "TIMEOUT"}, nil // want `tool submit_page answers a timeout after call of Create as a failure`
	}
	return nil, out{Status: p.ID}, err
}

func declared(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, out, error) {
	p, err := store.Create(ctx, in.Key, in.Text)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, out{Status: "outcome_unknown", Code: "TIMEOUT"}, nil
	}
	return nil, out{Status: p.ID}, err
}

func cut(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Publish(ctx, in.Text)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, p, errors.New("Publishing failed.") // want `tool publish_page answers a lost reply after call of Publish as a failure`
	}
	return nil, p, err
}

func look(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Get(ctx, in.Key)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, p, errors.New("Reading the page timed out. Retry later.")
	}
	return nil, p, err
}

// readFirst loses the answer of a read, before it writes.
func readFirst(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	cur, err := store.Get(ctx, in.Key)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, cur, errors.New("Reading the page timed out. Retry later.")
	}
	p, err := store.Update(ctx, in.Key, in.Text, cur.Version)
	return nil, p, err
}
