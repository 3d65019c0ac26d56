// Package right ends calls at levels that say who has to act, on mcp-go.
package right

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/backend"
	"example.com/servers/fixtures/kit"
	"example.com/servers/fixtures/kit2"
	"example.com/servers/fixtures/kit3"
	"example.com/servers/servers/notes/outcome"
)

type tools struct {
	items    *backend.Items
	http     *backend.HTTP
	readOnly bool
}

func serve(t *tools) {
	s := server.NewMCPServer("items", "1.0.0", server.WithToolHandlerMiddleware(outcome.Middleware))
	s.AddTool(mcp.NewTool("get_item"), t.get)
	s.AddTool(mcp.NewTool("put_item"), mcp.NewTypedToolHandler(t.put))
	s.AddTool(mcp.NewTool("status_item"), t.status)
	s.AddTool(mcp.NewTool("delete_item"), t.delete)
	sealed := server.NewMCPServer("sealed", "1.0.0")
	sealed.AddTool(mcp.NewTool("adapted_item"), kit3.Adapt(t.adapted))
	sealed.AddTool(mcp.NewTool("sealed_item"), kit.SealCall(t.sealed))
}

func (t *tools) get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id, err := req.RequireString("id")
	if err != nil {
		return nil, outcome.Correct("Argument id is missing. Find it with find_items.").Because(err)
	}
	item, err := t.items.Get(ctx, id)
	if err != nil {
		if backend.IsNotFound(err) {
			slog.Info("no_item", "id", id)
			return nil, outcome.Correct("No item %s. Find it with find_items.", id)
		}
		return nil, fmt.Errorf("get %s: %w", id, err)
	}
	if revision := req.GetInt("revision", 0); item.Revision != revision {
		return nil, outcome.Stale("Item %s has changed since revision %d. Call get_item without revision.", id, revision)
	}
	return mcp.NewToolResultText(item.Text), nil
}

type putIn struct {
	ID       string `json:"id"`
	Text     string `json:"text"`
	Revision int    `json:"revision"`
}

func (t *tools) put(ctx context.Context, _ mcp.CallToolRequest, in putIn) (*mcp.CallToolResult, error) {
	if t.readOnly {
		return nil, outcome.Correct("Items cannot be changed here. Use get_item instead.")
	}
	item, err := t.items.Put(ctx, in.ID, in.Text, in.Revision)
	switch {
	case errors.Is(err, backend.ErrNotFound), errors.Is(err, backend.ErrStale):
		return nil, kit2.Say("Item %s is not what it was.", in.ID).Next("Find it with find_items.")
	case errors.Is(err, backend.ErrThrottled):
		return nil, outcome.Retry("The items are busy. Send the same call again in a minute.")
	}
	return mcp.NewToolResultText(item.Text), err
}

func (t *tools) status(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	resp, err := http.Get(t.http.Base + "/items/" + req.GetString("id", ""))
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusAccepted, resp.StatusCode == http.StatusOK:
		slog.Warn("slow_items") // not about a failure
		return mcp.NewToolResultText("there"), nil
	case resp.StatusCode == http.StatusNotFound:
		return nil, outcome.Correct("No such item. Find it with find_items.")
	case resp.StatusCode == http.StatusTooManyRequests:
		return nil, outcome.Retry("The items are busy. Send the same call again later.")
	case resp.StatusCode == http.StatusUnauthorized:
		return nil, outcome.Fault("The server cannot log in. Tell the user.")
	}
	return nil, fmt.Errorf("status %d", resp.StatusCode)
}

// failure logs each failure at its own level.
func failure(ctx context.Context, level slog.Level, err error, text string) error {
	slog.Log(ctx, level, "call_failed", "cause", err)
	return outcome.New(level, "%s", text)
}

func (t *tools) delete(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := t.items.Get(ctx, req.GetString("id", "")); errors.Is(err, backend.ErrNotFound) {
		return nil, failure(ctx, slog.LevelInfo, err, "No such item. Find it with find_items.")
	}
	return mcp.NewToolResultText("deleted"), nil
}

type idIn struct {
	ID string `json:"id"`
}

func (t *tools) adapted(ctx context.Context, in idIn) (string, error) {
	item, err := t.items.Get(ctx, in.ID)
	if errors.Is(err, backend.ErrNotFound) {
		return "", &kit3.Problem{Text: "There is no item " + in.ID + "."}
	}
	return item.Text, err
}

func (t *tools) sealed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.items.Get(ctx, req.GetString("id", ""))
	if errors.Is(err, backend.ErrNotFound) {
		return nil, kit.Reject("No such item. Find it with find_items.")
	}
	return mcp.NewToolResultText(item.Text), err
}
