// Package right ends calls at levels that say who has to act, on go-sdk.
package right

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/backend"
	"example.com/servers/fixtures/kit"
	"example.com/servers/fixtures/kit2"
	"example.com/servers/fixtures/kit3"
	"example.com/servers/servers/notes/outcome"
)

type itemIn struct {
	ID       string `json:"id"`
	Text     string `json:"text"`
	Revision int    `json:"revision"`
	Strict   bool   `json:"strict"`
}

type itemOut struct {
	Text string `json:"text"`
}

type tools struct {
	items  *backend.Items
	http   *backend.HTTP
	odd    *odd
	loud   bool
	logger *slog.Logger
}

func serve(t *tools) {
	s := mcp.NewServer(&mcp.Implementation{Name: "items"}, nil)
	guard := kit2.New(nil)
	mcp.AddTool(s, &mcp.Tool{Name: "get_item"}, kit.Seal(t.get))
	mcp.AddTool(s, &mcp.Tool{Name: "put_item"}, kit2.Typed(guard, t.put))
	mcp.AddTool(s, &mcp.Tool{Name: "lookup_item"}, kit3.Around(t.lookup))
	mcp.AddTool(s, &mcp.Tool{Name: "log_item"}, outcome.Typed("log_item", t.log))
	mcp.AddTool(s, &mcp.Tool{Name: "odd_item"}, outcome.Typed("odd_item", t.unknown))
	mcp.AddTool(s, &mcp.Tool{Name: "level_item"}, outcome.Typed("level_item", t.decided))
	mcp.AddTool(s, &mcp.Tool{Name: "cancel_item"}, outcome.Typed("cancel_item", t.canceled))
	mcp.AddTool(s, &mcp.Tool{Name: "extra_item"}, outcome.Typed("extra_item", t.extra))
	mcp.AddTool(s, &mcp.Tool{Name: "protocol_item"}, outcome.Typed("protocol_item", t.protocol))
	mcp.AddTool(s, &mcp.Tool{Name: "bare_item"}, t.bare)
}

func (t *tools) get(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	if in.ID == "" {
		return nil, itemOut{}, kit.Reject("Argument id is missing. Find it with find_items.")
	}
	item, err := t.items.Get(ctx, in.ID)
	switch {
	case errors.Is(err, backend.ErrNotFound):
		return nil, itemOut{}, kit.Fail("No such item. Find it with find_items.", kit.Cause(err), kit.Info())
	case errors.Is(err, backend.ErrThrottled):
		return nil, itemOut{}, kit.Wait("The items are busy. Send the same call again in a minute.")
	case errors.Is(err, context.DeadlineExceeded):
		return nil, itemOut{}, kit.Fail("The items are slow. Send the same call again in a minute.", kit.Level(slog.LevelWarn))
	case err != nil:
		return nil, itemOut{}, err
	}
	text, err := json.Marshal(item)
	if err != nil {
		return nil, itemOut{}, kit.Fail("The item cannot be shown. Tell the user.", kit.Cause(err))
	}
	return nil, itemOut{Text: string(text)}, nil
}

func (t *tools) put(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.items.Put(ctx, in.ID, in.Text, in.Revision)
	switch {
	case errors.Is(err, backend.ErrStale):
		return nil, itemOut{}, kit2.Say("Item %s has changed.", in.ID).Next("Call get_item for its revision.")
	case errors.Is(err, backend.ErrDisabled):
		return nil, itemOut{}, kit2.Say("Items cannot be changed.").Because(err).At(slog.LevelInfo)
	case errors.Is(err, backend.ErrThrottled):
		return nil, itemOut{}, kit2.Say("The items are busy.").Warn().Next("Send the same call again in a minute.")
	case err != nil:
		return nil, itemOut{}, err
	}
	return nil, itemOut{Text: item.Text}, nil
}

func (t *tools) lookup(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.http.Get(ctx, in.ID)
	switch backend.StatusOf(err) {
	case 0:
		return nil, itemOut{Text: item.Text}, err
	case http.StatusNotFound:
		return nil, itemOut{}, &kit3.Problem{Text: "There is no item " + in.ID + ". Find it with find_items.", Detail: err}
	case http.StatusGone:
		return nil, itemOut{}, kit3.Absent("item", in.ID, "find_items")
	case http.StatusTooManyRequests:
		return nil, itemOut{}, &kit3.Problem{Severity: kit3.Warning, Text: "Too many calls. Send the same call again in a minute."}
	case http.StatusUnauthorized:
		return nil, itemOut{}, &kit3.Problem{Severity: kit3.Alarm, Text: "The server cannot log in. Tell the user."}
	}
	return nil, itemOut{}, err
}

// log logs at levels that fit.
func (t *tools) log(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	n, err := strconv.Atoi(in.ID)
	if err != nil {
		slog.InfoContext(ctx, "bad_id", "id", in.ID)
		return nil, itemOut{}, outcome.Correct("Argument id is %q. Send a number that find_items returned.", in.ID)
	}
	item, err := t.items.Get(ctx, strconv.Itoa(n))
	switch {
	case errors.Is(err, backend.ErrNotFound):
		t.logger.Debug("no_item", "id", n)
		return nil, itemOut{}, outcome.Correct("No item %d. Find it with find_items.", n).Because(err)
	case errors.Is(err, backend.ErrThrottled):
		slog.WarnContext(ctx, "throttled")
		return nil, itemOut{}, outcome.Retry("The items are busy. Send the same call again in a minute.")
	case err != nil:
		slog.DebugContext(ctx, "get_failed", "cause", err)
		return nil, itemOut{}, err
	}
	if item.Text == "" {
		slog.WarnContext(ctx, "empty_item", "id", n) // not about how the call ends
	}
	return nil, itemOut{Text: item.Text}, nil
}

// odd fails in ways that nothing tells of.
type odd struct{ err error }

var errOdd = errors.New("something happened")

func (o *odd) do(string) error { return o.err }

func (t *tools) unknown(_ context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	switch err := t.odd.do(in.ID); {
	case errors.Is(err, errOdd):
		return nil, itemOut{}, outcome.Fault("It cannot be done. Tell the user.")
	case err != nil:
		return nil, itemOut{}, outcome.Retry("It cannot be done now. Send the same call again later.").Because(err)
	}
	return nil, itemOut{}, nil
}

// decided has levels that a variable or a function decides.
func (t *tools) decided(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	level := slog.LevelInfo
	if t.loud {
		level = slog.LevelError
	}
	item, err := t.items.Get(ctx, in.ID)
	switch {
	case errors.Is(err, backend.ErrNotFound) && in.Strict:
		slog.Log(ctx, level, "no_item")
		return nil, itemOut{}, outcome.New(level, "No item %s. Find it with find_items.", in.ID)
	case errors.Is(err, backend.ErrNotFound):
		return nil, itemOut{}, kit.Fail("No such item. Find it with find_items.", kit.Level(levelOf(err)))
	case errors.Is(err, backend.ErrThrottled):
		return nil, itemOut{}, kit2.Say("The items are busy.").At(t.level())
	}
	return nil, itemOut{Text: item.Text}, err
}

func (t *tools) level() slog.Level {
	if t.loud {
		return slog.LevelError
	}
	return slog.LevelWarn
}

func levelOf(err error) slog.Level {
	if errors.Is(err, backend.ErrNotFound) || errors.Is(err, backend.ErrStale) {
		return slog.LevelInfo
	}
	return slog.LevelError
}

// canceled treats a caller that went away as what it is.
func (t *tools) canceled(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.items.Get(ctx, in.ID)
	if errors.Is(err, context.Canceled) {
		slog.DebugContext(ctx, "get_canceled", "id", in.ID)
		return nil, itemOut{}, err
	}
	return nil, itemOut{Text: item.Text}, err
}

// extra logs failures of which the call does not die.
func (t *tools) extra(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.items.Get(ctx, in.ID)
	if err != nil {
		return nil, itemOut{}, err
	}
	if _, err := t.items.Put(ctx, in.ID, item.Text, item.Revision); errors.Is(err, backend.ErrStale) {
		slog.ErrorContext(ctx, "not_touched", "cause", err)
	}
	return nil, itemOut{Text: item.Text}, nil
}

// protocol returns what is for the client and not the model.
func (t *tools) protocol(_ context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	if in.ID == "" {
		return nil, itemOut{}, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "id is missing"}
	}
	return nil, itemOut{Text: in.ID}, nil
}

// bare has no boundary: a plain error is not replaced.
func (t *tools) bare(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	if in.ID == "" {
		return nil, itemOut{}, errors.New("argument id is missing")
	}
	item, err := t.items.Get(ctx, in.ID)
	if err != nil {
		slog.ErrorContext(ctx, "get_failed", "cause", err)
		return nil, itemOut{}, fmt.Errorf("get %s: %w", in.ID, err)
	}
	return nil, itemOut{Text: item.Text}, nil
}
