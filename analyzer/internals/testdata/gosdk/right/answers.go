package right

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/internals/gosdk/store"
	"example.com/servers/fixtures/backend"
	"example.com/servers/servers/notes/outcome"
)

type manyIn struct {
	IDs []string `json:"ids"`
}

type line struct {
	ID    string `json:"id"`
	Error string `json:"error,omitempty"`
}

type manyOut struct {
	Lines []line `json:"lines"`
}

func serveAnswers(t *tools) {
	s := mcp.NewServer(&mcp.Implementation{Name: "answers"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "listed"}, outcome.Typed("listed", t.listed))
	mcp.AddTool(s, &mcp.Tool{Name: "kept"}, outcome.Typed("kept", t.kept))
	mcp.AddTool(s, &mcp.Tool{Name: "checked"}, outcome.Typed("checked", t.checked))
	mcp.AddTool(s, &mcp.Tool{Name: "undone"}, outcome.Typed("undone", t.undone))
	mcp.AddTool(s, &mcp.Tool{Name: "assigned"}, outcome.Typed("assigned", t.assigned))
}

// listed says in its own words what became of each item.
func (t *tools) listed(ctx context.Context, _ *mcp.CallToolRequest, in manyIn) (*mcp.CallToolResult, manyOut, error) {
	var out manyOut
	for _, id := range in.IDs {
		_, err := t.http.Get(ctx, id)
		switch {
		case backend.IsNotFound(err):
			out.Lines = append(out.Lines, line{ID: id, Error: "There is no such item."})
		case err != nil:
			slog.ErrorContext(ctx, "get", "cause", err)
			out.Lines = append(out.Lines, line{ID: id, Error: "The item cannot be read now."})
		default:
			out.Lines = append(out.Lines, line{ID: id, Error: nameError(id)})
		}
	}
	return nil, out, nil
}

// nameError is the text of an error that is the program's own.
func nameError(id string) string {
	if err := store.Check(id); err != nil {
		return err.Error()
	}
	return ""
}

// kept collects the texts of errors for the log.
func (t *tools) kept(ctx context.Context, _ *mcp.CallToolRequest, in manyIn) (*mcp.CallToolResult, manyOut, error) {
	var out manyOut
	var causes []string
	failed := 0
	for _, id := range in.IDs {
		if _, err := t.http.Get(ctx, id); err != nil {
			causes = append(causes, err.Error())
			failed++
			continue
		}
		out.Lines = append(out.Lines, line{ID: id})
	}
	if failed > 0 {
		slog.ErrorContext(ctx, "get", "causes", strings.Join(causes, "; "))
		return nil, manyOut{}, outcome.Fault("%d items cannot be read now. Tell the user.", failed)
	}
	return nil, out, nil
}

// checked shows errors of another package that are about the argument.
func (t *tools) checked(_ context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	if err := store.Check(in.ID); err != nil {
		return nil, itemOut{}, outcome.Correct("Argument id is not right: %v. Find it with find_items.", err)
	}
	return nil, itemOut{Text: in.ID}, nil
}

// undone formats an error that is nil by then.
func (t *tools) undone(_ context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	_, err := os.Stat(t.dir)
	if err != nil {
		if err = os.Mkdir(t.dir, 0o700); err != nil {
			return nil, itemOut{}, err
		}
		return nil, itemOut{}, outcome.Fault("The items were gone (%v). Tell the user.", err)
	}
	return nil, itemOut{Text: in.ID}, nil
}

// assigned has an error variable that a literal assigns later on.
func (t *tools) assigned(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	err := store.Check(in.ID)
	if err != nil {
		return nil, itemOut{}, outcome.Correct("Argument id is not right: %v. Find it with find_items.", err)
	}
	done := make(chan string, 1)
	go func() {
		var item backend.Item
		item, err = t.http.Get(ctx, in.ID)
		done <- item.Text
	}()
	text := <-done
	if err != nil {
		return nil, itemOut{}, errors.Join(err)
	}
	return nil, itemOut{Text: text}, nil
}
