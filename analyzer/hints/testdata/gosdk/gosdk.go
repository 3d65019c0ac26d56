// Package gosdk sets annotations, on go-sdk.
package gosdk

import (
	"context"
	"database/sql"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/store"
)

type in struct {
	ID string `json:"id"`
}

func yes() *bool { b := true; return &b }
func no() *bool  { b := false; return &b }

func serve(s *mcp.Server, db *sql.DB) {
	mcp.AddTool(s, &mcp.Tool{Name: "get_page", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, get)
	mcp.AddTool(s, &mcp.Tool{Name: "both", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, DestructiveHint: yes()}}, get) // want `tool both is marked read-only and destructive at once`
	mcp.AddTool(s, &mcp.Tool{Name: "drop_page", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, remove)                 // want `tool drop_page is marked read-only, but its handler changes something \(call of Delete\)`
	mcp.AddTool(s, &mcp.Tool{Name: "remove_page", Annotations: &mcp.ToolAnnotations{DestructiveHint: no()}}, remove)            // want `tool remove_page is marked as not destructive, but its handler removes something \(call of Delete\)`
	mcp.AddTool(s, &mcp.Tool{Name: "remove_open", Annotations: &mcp.ToolAnnotations{DestructiveHint: yes()}}, remove)
	mcp.AddTool(s, &mcp.Tool{Name: "ping", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, request) // want `tool ping is marked read-only, but its handler changes something \(DELETE request\)`
	mcp.AddTool(s, &mcp.Tool{Name: "query", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, post)
	r := rows{db}
	mcp.AddTool(s, &mcp.Tool{Name: "touch", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, r.touch) // want `tool touch is marked read-only, but its handler changes something \(UPDATE statement\)`
	mcp.AddTool(s, &mcp.Tool{Name: "count", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, r.count)
}

func get(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, store.Page, error) {
	p, err := store.Get(ctx, in.ID)
	return nil, p, err
}

func remove(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return nil, nil, store.Delete(ctx, in.ID)
}

func request(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return nil, nil, send(ctx, http.MethodDelete, in.ID)
}

// send gets the method from its caller, which is where it is known.
func send(ctx context.Context, method, id string) error {
	req, err := http.NewRequestWithContext(ctx, method, "https://example.com/"+id, nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

// post may be a query.
func post(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return nil, nil, send(ctx, http.MethodPost, in.ID)
}

type rows struct{ db *sql.DB }

func (r rows) touch(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return nil, nil, r.run(ctx, in.ID)
}

func (r rows) run(ctx context.Context, id string) error {
	_, err := r.db.ExecContext(ctx, "UPDATE pages SET seen = now() WHERE id = $1", id)
	return err
}

func (r rows) count(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	var n int
	err := r.db.QueryRowContext(ctx, "SELECT count(*) FROM pages WHERE id = $1", in.ID).Scan(&n)
	return nil, n, err
}
