// Package faulty ends calls at levels that call the wrong person, on mcp-go.
package faulty

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"

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
	s.AddTool(mcp.NewTool("rename_item"), t.rename)
	s.AddTool(mcp.NewTool("kinds"), t.kinds)
	sealed := server.NewMCPServer("sealed", "1.0.0")
	sealed.AddTool(mcp.NewTool("adapted_item"), kit3.Adapt(t.adapted))
	sealed.AddTool(mcp.NewTool("sealed_item"), kit.SealCall(t.sealed))
}

func (t *tools) get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id, err := req.RequireString("id")
	if err != nil {
		return nil, err // want `tool get_item: the model can act on this .*INFO`
	}
	revision := req.GetInt("revision", 0)
	if revision < 0 {
		return nil, outcome.Fault("Argument revision is %d. Send what find_items returned.", revision) // want `level is ERROR; make it INFO`
	}
	item, err := t.items.Get(ctx, id)
	if err != nil {
		if backend.IsNotFound(err) {
			slog.Error("no_item", "id", id) // want `logged at ERROR; log it at INFO`
			return nil, outcome.Correct("No item %s. Find it with find_items.", id)
		}
		slog.Error("get_failed", "id", id, "cause", err) // want `tool get_item: the boundary logs this failure too`
		return nil, err
	}
	if item.Revision != revision {
		return nil, outcome.Retry("Item %s has changed since revision %d. Call get_item without revision.", id, revision) // want `level is WARN; make it INFO`
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
		return nil, outcome.Fault("Items cannot be changed here. Use get_item instead.") // want `level is ERROR; make it INFO`
	}
	item, err := t.items.Put(ctx, in.ID, in.Text, in.Revision)
	switch {
	case errors.Is(err, backend.ErrNotFound), errors.Is(err, backend.ErrStale):
		return nil, kit2.Say("Item %s is not what it was.", in.ID).Next("Find it with find_items.").Warn() // want `level is WARN; make it INFO`
	case errors.Is(err, backend.ErrThrottled):
		return nil, outcome.Correct("The items are busy. Send the same call again in a minute.") // want `heals itself .*make it WARN`
	}
	return mcp.NewToolResultText(item.Text), err
}

// status asks for the status of an answer itself.
func (t *tools) status(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	resp, err := http.Get(t.http.Base + "/items/" + req.GetString("id", ""))
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return mcp.NewToolResultText("there"), nil
	case http.StatusNotFound:
		return nil, outcome.Fault("No such item. Find it with find_items.") // want `level is ERROR; make it INFO`
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		return nil, outcome.Retry("Argument id is not one. Find it with find_items.") // want `level is WARN; make it INFO`
	case http.StatusConflict:
		return nil, outcome.Fault("The item has changed. Call get_item first.") // want `level is ERROR; make it INFO`
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return nil, outcome.Fault("The items cannot be reached. Send the same call again later.") // want `heals itself .*make it WARN`
	case http.StatusUnauthorized:
		return nil, outcome.Correct("The server cannot log in. Tell the user.") // want `operator has to act here .*make it ERROR`
	}
	return nil, fmt.Errorf("status %d", resp.StatusCode)
}

// failure logs all failures alike: the level is wrong here, once.
func failure(ctx context.Context, err error, text string) error {
	slog.ErrorContext(ctx, "call_failed", "cause", err) // want `tools delete_item and rename_item: .*logs every failure at ERROR`
	return outcome.Correct("%s", text)
}

func (t *tools) delete(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("id", "")
	if id == "" {
		return nil, failure(ctx, nil, "Argument id is missing. Find it with find_items.")
	}
	if _, err := t.items.Get(ctx, id); errors.Is(err, backend.ErrNotFound) {
		return nil, failure(ctx, err, "No such item. Find it with find_items.")
	}
	return mcp.NewToolResultText("deleted"), nil
}

func (t *tools) rename(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := t.items.Put(ctx, req.GetString("id", ""), req.GetString("text", ""), req.GetInt("revision", 0))
	if errors.Is(err, backend.ErrStale) {
		return nil, failure(ctx, err, "The item has changed. Call get_item first.")
	}
	return mcp.NewToolResultText("renamed"), err
}

var kinds = map[string]int{"short": 1, "long": 2}

// kinds looks arguments up, and asks for a list of them.
func (t *tools) kinds(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	kind := req.GetString("kind", "")
	n, ok := kinds[kind]
	if !ok {
		return nil, outcome.Fault("Argument kind is %q. Send short or long.", kind) // want `level is ERROR; make it INFO`
	}
	if !slices.Contains([]string{"a", "b"}, req.GetString("unit", "")) {
		return nil, outcome.Fault("Argument unit is neither a nor b.") // want `level is ERROR; make it INFO`
	}
	args, ok := req.Params.Arguments.(map[string]any)
	if !ok {
		return nil, outcome.Fault("The arguments are no object.") // want `level is ERROR; make it INFO`
	}
	if _, ok := args["factor"].(float64); !ok {
		return nil, outcome.Retry("Argument factor is not a number.") // want `level is WARN; make it INFO`
	}
	return mcp.NewToolResultText(fmt.Sprint(n)), nil
}

type idIn struct {
	ID string `json:"id"`
}

func (t *tools) adapted(ctx context.Context, in idIn) (string, error) {
	item, err := t.items.Get(ctx, in.ID)
	if errors.Is(err, backend.ErrNotFound) {
		return "", &kit3.Problem{Severity: kit3.Alarm, Text: "There is no item " + in.ID + "."} // want `tool adapted_item: .*level is ERROR; make it INFO`
	}
	return item.Text, err
}

func (t *tools) sealed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.items.Get(ctx, req.GetString("id", ""))
	if errors.Is(err, backend.ErrNotFound) {
		return nil, kit.Wait("No such item. Find it with find_items.") // want `tool sealed_item: .*level is WARN; make it INFO`
	}
	if errors.Is(err, backend.ErrDisabled) {
		return nil, errors.New("items are switched off") // want `tool sealed_item: the model can act on this`
	}
	return mcp.NewToolResultText(item.Text), err
}
