package faulty

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/backend"
	"example.com/servers/fixtures/kit"
	"example.com/servers/fixtures/kit2"
	"example.com/servers/fixtures/kit3"
	"example.com/servers/servers/notes/outcome"
)

// get uses an error with options whose level is ERROR unless one says otherwise.
func (t *tools) get(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	if in.ID == "" {
		return nil, itemOut{}, kit.Fail("Argument id is missing. Find it with find_items.") // want `tool get_item: only the model has to act here .*level is ERROR; make it INFO`
	}
	item, err := t.items.Get(ctx, in.ID)
	switch {
	case errors.Is(err, backend.ErrNotFound):
		return nil, itemOut{}, kit.Fail("No such item. Find it with find_items.", kit.Cause(err)) // want `level is ERROR; make it INFO`
	case errors.Is(err, backend.ErrThrottled):
		return nil, itemOut{}, kit.Fail("The items are busy. Send the same call again in a minute.", kit.Info()) // want `heals itself .*level is INFO; make it WARN`
	case errors.Is(err, context.DeadlineExceeded):
		return nil, itemOut{}, kit.Fail("The items are slow. Send the same call again in a minute.") // want `heals itself .*level is ERROR; make it WARN`
	case err != nil:
		return nil, itemOut{}, err
	}
	text, err := json.Marshal(item)
	if err != nil {
		return nil, itemOut{}, kit.Reject("The item cannot be shown. Tell the user.") // want `operator has to act here .*level is INFO; make it ERROR`
	}
	return nil, itemOut{Text: string(text)}, nil
}

// put uses a builder, whose level is INFO unless it is raised.
func (t *tools) put(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.items.Put(ctx, in.ID, in.Text, in.Revision)
	switch {
	case errors.Is(err, backend.ErrStale):
		return nil, itemOut{}, kit2.Say("Item %s has changed.", in.ID).Next("Call get_item for its revision.").Warn() // want `only the model has to act here .*level is WARN; make it INFO`
	case errors.Is(err, backend.ErrDisabled):
		return nil, itemOut{}, kit2.Say("Items cannot be changed.").At(slog.LevelError).Because(err) // want `level is ERROR; make it INFO`
	case errors.Is(err, backend.ErrThrottled):
		return nil, itemOut{}, kit2.Say("The items are busy.").Next("Send the same call again in a minute.") // want `heals itself .*level is INFO; make it WARN`
	case err != nil:
		return nil, itemOut{}, err
	}
	return nil, itemOut{Text: item.Text}, nil
}

// lookup uses literals with a level type of the program's own.
func (t *tools) lookup(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.http.Get(ctx, in.ID)
	if err == nil {
		return nil, itemOut{Text: item.Text}, nil
	}
	var status *backend.StatusError
	if !errors.As(err, &status) {
		return nil, itemOut{}, err
	}
	switch status.StatusCode {
	case http.StatusNotFound, http.StatusGone:
		return nil, itemOut{}, &kit3.Problem{Severity: kit3.Warning, Text: "There is no item " + in.ID + ". Find it with find_items."} // want `level is WARN; make it INFO`
	case http.StatusConflict:
		return nil, itemOut{}, &kit3.Problem{Severity: kit3.Alarm, Text: "The item has changed. Call get_item first."} // want `level is ERROR; make it INFO`
	case http.StatusTooManyRequests:
		return nil, itemOut{}, &kit3.Problem{Text: "Too many calls. Send the same call again in a minute."} // want `heals itself .*level is INFO; make it WARN`
	case http.StatusUnauthorized:
		return nil, itemOut{}, &kit3.Problem{Text: "The server cannot log in. Tell the user."} // want `operator has to act here .*level is INFO; make it ERROR`
	}
	return nil, itemOut{}, err
}

// name uses constructors that say the level in their name.
func (t *tools) name(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	if os.Getenv("ITEMS_TOKEN") == "" {
		return nil, itemOut{}, outcome.Correct("The server is not set up. Tell the user.") // want `operator has to act here .*level is INFO; make it ERROR`
	}
	switch in.Kind {
	case "short", "long":
	default:
		return nil, itemOut{}, outcome.Fault("Argument kind is %q. Send short or long.", in.Kind) // want `only the model has to act here .*level is ERROR; make it INFO`
	}
	item, err := t.rpc.Get(ctx, in.ID)
	switch backend.CodeOf(err) {
	case backend.OK:
		return nil, itemOut{Text: item.Text}, nil
	case backend.NotFound:
		return nil, itemOut{}, outcome.New(slog.LevelWarn, "No item %s. Find it with find_items.", in.ID) // want `level is WARN; make it INFO`
	case backend.Unavailable, backend.ResourceExhausted:
		return nil, itemOut{}, outcome.Fault("The items cannot be reached. Send the same call again in a minute.") // want `heals itself .*level is ERROR; make it WARN`
	}
	return nil, itemOut{}, err
}

// A refusal has its level from its constructor's body alone.
type refusal struct {
	text  string
	level slog.Level
}

func (r *refusal) Error() string { return r.text }

func refuse(text string) error {
	r := &refusal{text: text}
	r.level = slog.LevelWarn
	return r
}

func (t *tools) own(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	if len(in.Text) > 100 {
		return nil, itemOut{}, refuse("Argument text is longer than 100 letters. Send a shorter one.") // want `level is WARN; make it INFO`
	}
	item, err := t.items.Get(ctx, in.ID)
	if backend.IsNotFound(err) {
		return nil, itemOut{}, refuse("No such item. Find it with find_items.") // want `level is WARN; make it INFO`
	}
	return nil, itemOut{Text: item.Text}, err
}

// noItem is where the level of all its errors is wrong.
func noItem(id string) error {
	return outcome.Fault("No item %s. Find it with find_items.", id) // want `tools helped_again and helped_item: .*level is ERROR; make it INFO`
}

func (t *tools) helped(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.items.Get(ctx, in.ID)
	if errors.Is(err, backend.ErrNotFound) {
		return nil, itemOut{}, noItem(in.ID)
	}
	return nil, itemOut{Text: item.Text}, err
}

func (t *tools) helpedAgain(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.items.Put(ctx, in.ID, in.Text, in.Revision)
	if errors.Is(err, backend.ErrNotFound) {
		return nil, itemOut{}, noItem(in.ID)
	}
	return nil, itemOut{Text: item.Text}, err
}

// check and recheck tell of one class of failure at two levels.
func (t *tools) check(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.items.Get(ctx, in.ID)
	if errors.Is(err, backend.ErrCorrupt) {
		return nil, itemOut{}, outcome.Fault("The item is broken. Tell the user.")
	}
	return nil, itemOut{Text: item.Text}, err
}

func (t *tools) recheck(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.items.Get(ctx, in.ID)
	if errors.Is(err, backend.ErrCorrupt) {
		return nil, itemOut{}, outcome.Retry("The item is broken. Tell the user.") // want `tool recheck_item: .*WARN.*ERROR`
	}
	return nil, itemOut{Text: item.Text}, err
}
