// Package faulty shows the model the server's insides, on go-sdk.
package faulty

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/backend"
	"example.com/servers/fixtures/kit"
	"example.com/servers/fixtures/kit3"
	"example.com/servers/servers/notes/outcome"
)

type itemIn struct {
	ID string `json:"id"`
}

type itemOut struct {
	Text string `json:"text"`
}

type tools struct {
	http *backend.HTTP
	rpc  *backend.RPC
	db   *sql.DB
	dir  string
}

func serve(t *tools) {
	s := mcp.NewServer(&mcp.Implementation{Name: "items"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "bare"}, t.bare)
	mcp.AddTool(s, &mcp.Tool{Name: "bare_wrapped"}, t.bareWrapped)
	mcp.AddTool(s, &mcp.Tool{Name: "chosen"}, outcome.Typed("chosen", t.chosen))
	mcp.AddTool(s, &mcp.Tool{Name: "joined"}, kit3.Around(t.joined))
	mcp.AddTool(s, &mcp.Tool{Name: "optional"}, kit.Seal(t.optional))
	mcp.AddTool(s, &mcp.Tool{Name: "by_hand"}, outcome.Typed("by_hand", t.byHand))
	mcp.AddTool(s, &mcp.Tool{Name: "set_error"}, outcome.Typed("set_error", t.setError))
	mcp.AddTool(s, &mcp.Tool{Name: "status_body"}, outcome.Typed("status_body", t.statusBody))
	mcp.AddTool(s, &mcp.Tool{Name: "own_type"}, outcome.Typed("own_type", t.ownType))
	mcp.AddTool(s, &mcp.Tool{Name: "helped_first"}, outcome.Typed("helped_first", t.helpedFirst))
	mcp.AddTool(s, &mcp.Tool{Name: "helped_second"}, outcome.Typed("helped_second", t.helpedSecond))
	mcp.AddTool(s, &mcp.Tool{Name: "opened"}, opened(t.masked))
	mcp.AddTool(s, &mcp.Tool{Name: "file"}, outcome.Typed("file", t.file))
	mcp.AddTool(s, &mcp.Tool{Name: "address"}, outcome.Typed("address", t.address))
	mcp.AddTool(s, &mcp.Tool{Name: "environment"}, outcome.Typed("environment", t.environment))
	mcp.AddTool(s, &mcp.Tool{Name: "command"}, outcome.Typed("command", t.command))
	mcp.AddTool(s, &mcp.Tool{Name: "query"}, outcome.Typed("query", t.query))
	mcp.AddTool(s, &mcp.Tool{Name: "panicky"}, outcome.Typed("panicky", t.panicky))
	mcp.AddTool(s, &mcp.Tool{Name: "secret"}, outcome.Typed("secret", t.secret))
}

// bare has no boundary: whatever the text of an error is, the model reads it.
func (t *tools) bare(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.http.Get(ctx, in.ID)
	if err != nil {
		return nil, itemOut{}, err // want `tool bare: the model reads the raw error text of .*Get`
	}
	return nil, itemOut{Text: item.Text}, nil
}

func (t *tools) bareWrapped(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.http.Get(ctx, in.ID)
	if err != nil {
		return nil, itemOut{}, fmt.Errorf("get %s: %w", in.ID, err) // want `tool bare_wrapped: the model reads the raw error text of .*Get`
	}
	return nil, itemOut{Text: item.Text}, nil
}

// chosen puts the text of an error into one for the model.
func (t *tools) chosen(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.http.Get(ctx, in.ID)
	if err != nil {
		return nil, itemOut{}, outcome.Fault("Item %s cannot be read: %v", in.ID, err) // want `tool chosen: the model reads the raw error text of .*Get`
	}
	if _, err := json.Marshal(item); err != nil {
		return nil, itemOut{}, outcome.Fault("The item is a %T.", err) // want `tool chosen: the model reads a Go type`
	}
	return nil, itemOut{Text: item.Text}, nil
}

func (t *tools) joined(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.http.Get(ctx, in.ID)
	if err != nil {
		return nil, itemOut{}, &kit3.Problem{Severity: kit3.Alarm, Text: "The item cannot be read: " + err.Error()} // want `tool joined: the model reads the raw error text`
	}
	return nil, itemOut{Text: item.Text}, nil
}

func (t *tools) optional(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.http.Get(ctx, in.ID)
	if err != nil {
		return nil, itemOut{}, kit.Fail(fmt.Sprint("The item cannot be read: ", err), kit.Cause(err)) // want `tool optional: the model reads the raw error text`
	}
	return nil, itemOut{Text: item.Text}, nil
}

// byHand goes past the boundary.
func (t *tools) byHand(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.http.Get(ctx, in.ID)
	if err != nil {
		text := fmt.Sprintf("get %s: %s", in.ID, err) // want `tool by_hand: the model reads the raw error text`
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}, itemOut{}, nil
	}
	return nil, itemOut{Text: item.Text}, nil
}

func (t *tools) setError(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.http.Get(ctx, in.ID)
	if err != nil {
		res := &mcp.CallToolResult{}
		res.SetError(err) // known: missing `tool set_error: the model reads the raw error text of .*Get`
		return res, itemOut{}, nil
	}
	return nil, itemOut{Text: item.Text}, nil
}

// statusBody tells what another server said.
func (t *tools) statusBody(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	resp, err := t.http.Client.Get(t.http.Base + "/items/" + in.ID)
	if err != nil {
		return nil, itemOut{}, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, itemOut{}, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, itemOut{}, outcome.Fault("The items answered: %s", text) // want `tool status_body: the model reads the body of another server's answer`
	}
	return nil, itemOut{Text: string(text)}, nil
}

// A failure is an error whose text shows its cause.
type failure struct {
	op    string
	cause error
}

func (f *failure) Error() string { return f.op + ": " + f.cause.Error() }

func (t *tools) ownType(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.load(ctx, in.ID)
	var failed *failure
	if errors.As(err, &failed) {
		return nil, itemOut{}, outcome.Fault("It failed: %v", failed) // want `tool own_type: the model reads .*error text`
	}
	return nil, itemOut{Text: item.Text}, err
}

func (t *tools) load(ctx context.Context, id string) (backend.Item, error) {
	item, err := t.http.Get(ctx, id)
	if err != nil {
		return item, &failure{"load", err}
	}
	return item, nil
}

// broken is where the text of all its errors is wrong.
func broken(err error) error {
	return outcome.Fault("The items cannot be read (%v). Tell the user.", err) // want `tools helped_first and helped_second: the model reads .*error text`
}

func (t *tools) helpedFirst(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.http.Get(ctx, in.ID)
	if err != nil {
		return nil, itemOut{}, broken(err)
	}
	return nil, itemOut{Text: item.Text}, nil
}

func (t *tools) helpedSecond(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.http.Lookup(ctx, in.ID)
	if err != nil {
		return nil, itemOut{}, broken(err)
	}
	return nil, itemOut{Text: item.Text}, nil
}

func (t *tools) masked(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.http.Get(ctx, in.ID)
	return nil, itemOut{Text: item.Text}, err
}

// opened forwards the text of every error: one report, for all handlers.
func opened[In, Out any](next mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		res, out, err := next(ctx, req, in)
		if err != nil {
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "failed: " + err.Error()}}}, out, nil // want `the model reads the raw text of whatever error the handlers behind this return`
		}
		return res, out, nil
	}
}
