// Package gosdk answers with results that declare how a call ended, on go-sdk.
// Nothing of it is wrong, whichever rule is asked, but for what a comment says.
package gosdk

import (
	"context"
	"errors"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/store"
	"example.com/servers/servers/notes/outcome"
)

// A Result says what became of a change.
type Result struct {
	Status      string      `json:"status"` // completed, needs_confirmation, rejected, unknown
	Code        string      `json:"code"`
	Message     string      `json:"message"`
	OperationID string      `json:"operation_id,omitempty"`
	Page        *store.Page `json:"page,omitempty"`
}

type in struct {
	Page    string `json:"page" jsonschema:"as list_pages returns it"`
	Text    string `json:"text" jsonschema:"the whole new text"`
	Version int    `json:"version" jsonschema:"as get_page returned it"`
	Sure    bool   `json:"sure" jsonschema:"whether the user has confirmed"`
}

// Serve adds the tools.
func Serve(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{
		Name:        "update_page",
		Description: "Replace the text of a page. Send the version that the page had when you read it.",
	}, outcome.Typed("update_page", update))
	mcp.AddTool(s, &mcp.Tool{
		Name:        "replace_page",
		Description: "Replace a page and everything in it. Send the version that the page had when you read it.",
	}, outcome.Typed("replace_page", replace))
}

func update(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, Result, error) {
	if !in.Sure {
		return nil, Result{Status: "needs_confirmation", Code: "ASK_USER", Message: "The user has to confirm the change."}, nil
	}
	p, err := store.Update(ctx, in.Page, in.Text, in.Version)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		slog.WarnContext(ctx, "no answer", "page", in.Page)
		return nil, Result{Status: "unknown", Code: "NO_ANSWER", OperationID: in.Page, Message: "Whether the page was changed is not known."}, nil
	case errors.Is(err, store.ErrStale):
		return nil, Result{Status: "rejected", Code: "PAGE_CHANGED", Message: "The page has changed."}, nil
	case err != nil:
		return nil, Result{}, err
	}
	return nil, Result{Status: "completed", Code: "DONE", Page: &p}, nil
}

// replace has helpers that build the answers.
func replace(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, *Result, error) {
	_, err := store.Update(ctx, in.Page, in.Text, in.Version)
	if errors.Is(err, store.ErrStale) {
		return nil, rejected("PAGE_CHANGED"), nil
	}
	if err != nil {
		return nil, nil, err
	}
	return nil, &Result{Status: "completed", Code: "DONE"}, nil
}

func rejected(code string) *Result {
	return &Result{Status: "rejected", Code: code, Message: "The page was not changed. It has changed since it was read. Read it again. Send its version."}
}
