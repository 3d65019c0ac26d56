package faulty

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/backend"
	"example.com/servers/servers/notes/outcome"
)

func (t *tools) file(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	name := filepath.Join(t.dir, in.ID)
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, itemOut{}, outcome.Correct("No file %s. Find it with find_items.", name) // want `tool file: the model reads a path on the server`
	}
	if err != nil {
		return nil, itemOut{}, outcome.Fault("Nothing can be read below /var/lib/items. Tell the user.") // want `tool file: the model reads the server's path /var/lib/items`
	}
	return nil, itemOut{Text: string(text)}, nil
}

func (t *tools) address(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.rpc.Get(ctx, in.ID)
	switch {
	case backend.CodeOf(err) == backend.Unavailable:
		return nil, itemOut{}, outcome.Retry("The items at http://localhost:9200 are busy. Send the same call again later.") // want `tool address: the model reads the address http://localhost:9200`
	case err != nil:
		return nil, itemOut{}, outcome.Fault("Nothing listens at 127.0.0.1. Tell the user.") // want `tool address: the model reads the address 127.0.0.1`
	}
	return nil, itemOut{Text: item.Text}, nil
}

func (t *tools) environment(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	host := os.Getenv("ITEMS_HOST")
	if host == "" {
		return nil, itemOut{}, outcome.Fault("ITEMS_HOST is not set. Tell the user.") // want `tool environment: the model reads the environment variable ITEMS_HOST`
	}
	item, err := t.rpc.Get(ctx, in.ID)
	if err != nil {
		return nil, itemOut{}, outcome.Fault("The items on %s cannot be read. Tell the user.", host) // want `tool environment: the model reads the value of environment variable ITEMS_HOST`
	}
	return nil, itemOut{Text: item.Text}, nil
}

func (t *tools) command(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	out, err := exec.CommandContext(ctx, "items", "show", "--", in.ID).CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil, itemOut{}, outcome.Fault("Showing the item failed: %s", out) // want `tool command: the model reads the output of a command`
	}
	if err != nil {
		return nil, itemOut{}, outcome.Fault("Items are not installed. Run `brew install items` and try again.") // want `tool command: the model reads a command that it cannot run`
	}
	return nil, itemOut{Text: string(out)}, nil
}

func (t *tools) query(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	const query = "SELECT text FROM items WHERE id = ?"
	var text string
	if err := t.db.QueryRowContext(ctx, query, in.ID).Scan(&text); err != nil {
		return nil, itemOut{}, outcome.Fault("The query failed: %s", query) // want `tool query: the model reads an SQL statement`
	}
	return nil, itemOut{Text: text}, nil
}

func (t *tools) panicky(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (_ *mcp.CallToolResult, out itemOut, err error) {
	defer func() {
		if value := recover(); value != nil {
			err = outcome.Fault("It crashed with %v.\n%s", value, debug.Stack()) // want `the model reads (the value of a panic|a stack)`
		}
	}()
	item, err := t.rpc.Get(ctx, in.ID)
	return nil, itemOut{Text: item.Text}, err
}

func (t *tools) secret(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.rpc.Get(ctx, in.ID)
	if err != nil {
		return nil, itemOut{}, outcome.Fault("Logging in with %s failed. Tell the user.", t.rpc.Token) // known: missing `tool secret: the model reads the secret`
	}
	return nil, itemOut{Text: fmt.Sprint(item.Text)}, nil
}
