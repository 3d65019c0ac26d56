// Package mcpgo answers with results that declare how a call ended, on mcp-go.
// Nothing of it is wrong, whichever rule is asked.
package mcpgo

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/store"
	"example.com/servers/servers/notes/outcome"
)

type result struct {
	Status  string      `json:"status"`
	Code    string      `json:"code"`
	Message string      `json:"message"`
	Page    *store.Page `json:"page,omitempty"`
}

// Serve makes a server with the tools.
func Serve() *server.MCPServer {
	s := server.NewMCPServer("pages", "1", server.WithInputSchemaValidation(), server.WithStrictInputSchemaDefault())
	s.AddTool(mcp.NewTool("update_page",
		mcp.WithDescription("Replace the text of a page. Send the version that the page had when you read it."),
		mcp.WithString("page", mcp.Required()), mcp.WithString("text", mcp.Required()), mcp.WithNumber("version", mcp.Required()),
	), outcome.Handler("update_page", update))
	s.AddTool(mcp.NewTool("replace_page",
		mcp.WithDescription("Replace a page and everything in it. Send the version that the page had when you read it."),
		mcp.WithString("page", mcp.Required()), mcp.WithString("text", mcp.Required()), mcp.WithNumber("version", mcp.Required()),
	), outcome.Handler("replace_page", replace))
	s.AddTool(mcp.NewTool("move_page",
		mcp.WithDescription("Put a page into another book. Send the version that the page had when you read it."),
		mcp.WithString("page", mcp.Required()), mcp.WithString("book", mcp.Required()), mcp.WithNumber("version", mcp.Required()),
	), outcome.Handler("move_page", move))
	return s
}

// move answers with a map that says the same.
func move(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, err := store.Update(ctx, req.GetString("page", ""), req.GetString("book", ""), req.GetInt("version", 0))
	if errors.Is(err, store.ErrStale) {
		return mcp.NewToolResultJSON(map[string]any{"status": "rejected", "code": "PAGE_CHANGED", "success": false})
	}
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultJSON(p)
}

func update(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, err := store.Update(ctx, req.GetString("page", ""), req.GetString("text", ""), req.GetInt("version", 0))
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return mcp.NewToolResultJSON(result{Status: "unknown", Code: "NO_ANSWER", Message: "Whether the page was changed is not known."})
	case errors.Is(err, store.ErrStale):
		return mcp.NewToolResultJSON(result{Status: "rejected", Code: "PAGE_CHANGED", Message: "The page has changed."})
	case err != nil:
		return nil, err
	}
	return mcp.NewToolResultJSON(result{Status: "completed", Code: "DONE", Page: &p})
}

// replace writes its answers by hand, and marks the rejected one for clients.
func replace(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := store.Update(ctx, req.GetString("page", ""), req.GetString("text", ""), req.GetInt("version", 0))
	if errors.Is(err, store.ErrStale) {
		return &mcp.CallToolResult{
			IsError:           true,
			Content:           []mcp.Content{mcp.NewTextContent("The page was not changed. It has changed since it was read. Read it again. Send its version.")},
			StructuredContent: map[string]any{"status": "rejected", "code": "PAGE_CHANGED"},
		}, nil
	}
	if err != nil {
		return nil, err
	}
	return text(result{Status: "completed", Code: "DONE"})
}

func text(r result) (*mcp.CallToolResult, error) {
	data, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(string(data)), nil
}
