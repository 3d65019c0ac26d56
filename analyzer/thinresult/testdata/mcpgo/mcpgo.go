// Package mcpgo changes pages and answers, on mcp-go.
package mcpgo

import (
	"context"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/store"
)

func serve(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("update_page"), fixed)
	s.AddTool(mcp.NewTool("edit_page"), echoed)
	s.AddTool(mcp.NewTool("create_page"), told)
	s.AddTool(mcp.NewTool("publish_page"), queued)
	s.AddTool(mcp.NewTool("delete_page"), removed)
	s.AddTool(mcp.NewTool("drop_page"), done)
	s.AddTool(mcp.NewTool("set_page"), helped)
	s.AddTool(mcp.NewTool("lock_page"), locked)
}

func fixed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := store.Update(ctx, req.GetString("id", ""), req.GetString("text", ""), 1); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("ok"), nil // want `tool update_page changes something and answers with a fixed text`
}

func echoed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("id", "")
	if _, err := store.Update(ctx, id, req.GetString("text", ""), 1); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(fmt.Sprintf("Page %s was changed.", id)), nil // want `tool edit_page changes something and answers with only what the call had sent`
}

func told(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, err := store.Create(ctx, req.GetString("request_id", ""), req.GetString("text", ""))
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(fmt.Sprintf("Page %s was created.", p.ID)), nil
}

func queued(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := store.Publish(ctx, req.GetString("text", "")); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("The page was queued; get_page shows when it is out."), nil
}

// removed says which page is gone: there is nothing more to tell.
func removed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("id", "")
	if err := store.Delete(ctx, id); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("Deleted page " + id + "."), nil
}

func done(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := store.Delete(ctx, req.GetString("id", "")); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("done"), nil // want `tool drop_page changes something and answers with a fixed text`
}

func helped(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := store.Update(ctx, req.GetString("id", ""), req.GetString("text", ""), 1); err != nil {
		return nil, err
	}
	return text("success"), nil // want `tool set_page changes something and answers with a fixed text`
}

func text(s string) *mcp.CallToolResult { return mcp.NewToolResultText(s) }

// locked says what is so now, of which there is no more to tell.
func locked(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("id", "")
	if _, err := store.Update(ctx, id, "", 1); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("Page " + id + " is locked."), nil
}
