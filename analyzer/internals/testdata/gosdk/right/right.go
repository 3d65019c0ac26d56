// Package right shows the model nothing of the server, on go-sdk.
package right

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/backend"
	"example.com/servers/fixtures/kit"
	"example.com/servers/fixtures/kit2"
	"example.com/servers/fixtures/kit3"
	"example.com/servers/servers/notes/outcome"
)

type itemIn struct {
	ID  string `json:"id"`
	URL string `json:"url"`
}

type itemOut struct {
	Text string `json:"text"`
}

type tools struct {
	http *backend.HTTP
	dir  string
}

func serve(t *tools) {
	s := mcp.NewServer(&mcp.Implementation{Name: "items"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "masked"}, outcome.Typed("masked", t.masked))
	mcp.AddTool(s, &mcp.Tool{Name: "sealed"}, kit.Seal(t.masked))
	mcp.AddTool(s, &mcp.Tool{Name: "guarded"}, kit2.Typed(kit2.New(nil), t.masked))
	mcp.AddTool(s, &mcp.Tool{Name: "around"}, kit3.Around(t.masked))
	mcp.AddTool(s, &mcp.Tool{Name: "logged"}, outcome.Typed("logged", t.logged))
	mcp.AddTool(s, &mcp.Tool{Name: "sent"}, outcome.Typed("sent", t.sent))
	mcp.AddTool(s, &mcp.Tool{Name: "authored"}, outcome.Typed("authored", t.authored))
	mcp.AddTool(s, &mcp.Tool{Name: "bare_authored"}, t.bareAuthored)
	mcp.AddTool(s, &mcp.Tool{Name: "file"}, outcome.Typed("file", t.file))
	s.AddTool(&mcp.Tool{Name: "raw", InputSchema: map[string]any{"type": "object"}}, t.raw)
}

// masked returns what its boundary replaces.
func (t *tools) masked(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.http.Get(ctx, in.ID)
	if err != nil {
		return nil, itemOut{}, fmt.Errorf("get %s from %s: %w", in.ID, t.http.Base, err)
	}
	return nil, itemOut{Text: item.Text}, nil
}

// logged tells the log what it does not tell the model.
func (t *tools) logged(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.http.Get(ctx, in.ID)
	if backend.IsNotFound(err) {
		slog.InfoContext(ctx, "no_item", "base", t.http.Base, "token", os.Getenv("ITEMS_TOKEN"), "cause", err)
		return nil, itemOut{}, outcome.Correct("No item %s. Find it with find_items.", in.ID).Because(err)
	}
	if backend.StatusOf(err) == 429 {
		return nil, itemOut{}, kit.Fail("The items are busy. Send the same call again later.", kit.Level(slog.LevelWarn), kit.Cause(err))
	}
	if err != nil {
		return nil, itemOut{}, &kit3.Problem{Severity: kit3.Alarm, Text: "The items cannot be read. Tell the user.", Detail: fmt.Errorf("get: %w", err)}
	}
	return nil, itemOut{Text: item.Text}, nil
}

// sent shows the model what it sent, and what it can use.
func (t *tools) sent(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	if in.URL != "" && filepath.Ext(in.URL) != ".md" {
		return nil, itemOut{}, outcome.Correct("Argument url is %q, not a page that ends in .md.", in.URL)
	}
	item, err := t.http.Lookup(ctx, in.ID)
	if errors.Is(err, backend.ErrStale) {
		return nil, itemOut{}, outcome.Stale("Item %s is at revision %d now, so the same call will fail again. Send revision %[2]d.", item.ID, item.Revision)
	}
	if in.ID == "" {
		return nil, itemOut{}, outcome.Correct("Argument state is missing. Send one of OPEN, CLOSED_BY_USER and IN_REVIEW.")
	}
	return nil, itemOut{Text: item.Text}, err
}

// errNoText is a text that somebody wrote for whoever reads it.
var errNoText = errors.New("the item has no text")

// A refusal shows only what was written for it, whatever caused it.
type refusal struct {
	text  string
	cause error
}

func (r *refusal) Error() string { return r.text }
func (r *refusal) Unwrap() error { return r.cause }

func (t *tools) load(ctx context.Context, id string) (backend.Item, error) {
	item, err := t.http.Get(ctx, id)
	if err != nil {
		return item, &refusal{"Item " + id + " cannot be read.", err}
	}
	if item.Text == "" {
		return item, errNoText
	}
	return item, nil
}

func (t *tools) authored(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.load(ctx, in.ID)
	if err != nil {
		return nil, itemOut{}, outcome.Fault("It did not work: %v", err)
	}
	return nil, itemOut{Text: item.Text}, nil
}

func (t *tools) bareAuthored(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.load(ctx, in.ID)
	if err != nil {
		return nil, itemOut{}, err
	}
	return nil, itemOut{Text: item.Text}, nil
}

// file names a path as the model knows it.
func (t *tools) file(_ context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	text, err := os.ReadFile(filepath.Join(t.dir, in.ID))
	if errors.Is(err, os.ErrNotExist) {
		return nil, itemOut{}, outcome.Correct("No file %s. Find it with find_items.", filepath.Clean(in.ID))
	}
	return nil, itemOut{Text: string(text)}, err
}

// raw has errors that become protocol errors: the model does not read them.
func (t *tools) raw(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.http.Get(ctx, string(req.Params.Arguments))
	if err != nil {
		return nil, fmt.Errorf("get: %w", err)
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: item.Text}}}, nil
}
