// Package right answers with what there is, or with the failure, on go-sdk.
package right

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/backend"
	"example.com/servers/servers/notes/outcome"
)

type findIn struct {
	Word string `json:"word"`
	ID   string `json:"id"`
	Size string `json:"size"`
}

type findOut struct {
	Items   []backend.Item `json:"items"`
	Skipped []string       `json:"skipped,omitempty"`
}

type tools struct {
	items *backend.Items
	http  *backend.HTTP
	more  []*backend.Items
}

func serve(t *tools) {
	s := mcp.NewServer(&mcp.Implementation{Name: "items"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "find"}, outcome.Typed("find", t.find))
	mcp.AddTool(s, &mcp.Tool{Name: "absent", Description: "Find an item; none is an empty list."}, outcome.Typed("absent", t.absent))
	mcp.AddTool(s, &mcp.Tool{Name: "exists"}, outcome.Typed("exists", t.exists))
	mcp.AddTool(s, &mcp.Tool{Name: "merged"}, outcome.Typed("merged", t.merged))
	mcp.AddTool(s, &mcp.Tool{Name: "partial"}, outcome.Typed("partial", t.partial))
	mcp.AddTool(s, &mcp.Tool{Name: "joined"}, outcome.Typed("joined", t.joined))
	mcp.AddTool(s, &mcp.Tool{Name: "enriched"}, outcome.Typed("enriched", t.enriched))
	mcp.AddTool(s, &mcp.Tool{Name: "cleaned"}, outcome.Typed("cleaned", t.cleaned))
	mcp.AddTool(s, &mcp.Tool{Name: "accepted"}, outcome.Typed("accepted", t.accepted))
	mcp.AddTool(s, &mcp.Tool{Name: "parsed"}, outcome.Typed("parsed", t.parsed))
	mcp.AddTool(s, &mcp.Tool{Name: "built"}, outcome.Typed("built", t.built))
	mcp.AddTool(s, &mcp.Tool{Name: "carried"}, outcome.Typed("carried", t.carried))
	mcp.AddTool(s, &mcp.Tool{Name: "retried"}, outcome.Typed("retried", t.retried))
	mcp.AddTool(s, &mcp.Tool{Name: "fallback"}, outcome.Typed("fallback", t.fallback))
	mcp.AddTool(s, &mcp.Tool{Name: "deleted"}, outcome.Typed("deleted", t.deleted))
	mcp.AddTool(s, &mcp.Tool{Name: "named"}, outcome.Typed("named", t.named))
}

func (t *tools) find(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, findOut, error) {
	found, err := t.items.Find(ctx, in.Word)
	if err != nil {
		return nil, findOut{}, err
	}
	if len(found) == 0 {
		return nil, findOut{Items: []backend.Item{}}, nil
	}
	return nil, findOut{Items: found}, nil
}

// absent is a search: no such item is an empty answer, any other error is not.
func (t *tools) absent(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, findOut, error) {
	item, err := t.items.Get(ctx, in.ID)
	if errors.Is(err, backend.ErrNotFound) {
		return nil, findOut{Items: []backend.Item{}}, nil
	}
	if err != nil {
		return nil, findOut{}, err
	}
	return nil, findOut{Items: []backend.Item{item}}, nil
}

func (t *tools) exists(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, bool, error) {
	switch _, err := t.items.Get(ctx, in.ID); {
	case err == nil:
		return nil, true, nil
	case backend.IsNotFound(err):
		return nil, false, nil
	default:
		return nil, false, err
	}
}

// merged returns the error along with the empty list.
func (t *tools) merged(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, findOut, error) {
	found, err := t.items.Find(ctx, in.Word)
	if len(found) == 0 || err != nil {
		return nil, findOut{Items: []backend.Item{}}, err
	}
	return nil, findOut{Items: found}, nil
}

// partial says what is missing from its answer.
func (t *tools) partial(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, findOut, error) {
	out := findOut{Items: []backend.Item{}}
	for i, source := range t.more {
		found, err := source.Find(ctx, in.Word)
		if err != nil {
			out.Skipped = append(out.Skipped, fmt.Sprintf("source %d", i))
			continue
		}
		out.Items = append(out.Items, found...)
	}
	return nil, out, nil
}

// joined keeps the errors of its loop, and returns them.
func (t *tools) joined(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, findOut, error) {
	var out findOut
	var failed error
	for _, source := range t.more {
		found, err := source.Find(ctx, in.Word)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		out.Items = append(out.Items, found...)
	}
	return nil, out, failed
}

// A detail is an item with what happens to be known about it.
type detail struct {
	backend.Item
	Related []backend.Item `json:"related,omitempty"`
	Owner   string         `json:"owner,omitempty"`
}

func (t *tools) enriched(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, detail, error) {
	item, err := t.items.Get(ctx, in.ID)
	if err != nil {
		return nil, detail{}, err
	}
	out := detail{Item: item}
	if related, err := t.items.Find(ctx, item.Text); err != nil {
		slog.DebugContext(ctx, "no_related", "cause", err)
	} else {
		out.Related = related
	}
	out.Owner = t.owner(ctx, in.ID)
	return nil, out, nil
}

// owner is an extra: no owner is as good as none that can be found.
func (t *tools) owner(ctx context.Context, id string) string {
	item, err := t.http.Get(ctx, id)
	if err != nil {
		return ""
	}
	return item.Text
}

func (t *tools) cleaned(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, findOut, error) {
	f, err := os.CreateTemp("", "items")
	if err != nil {
		return nil, findOut{}, err
	}
	defer func() {
		_ = f.Close()
		if err := os.Remove(f.Name()); err != nil {
			slog.WarnContext(ctx, "not_removed", "cause", err)
		}
	}()
	return t.find(ctx, nil, in)
}

// accepted treats an answer that there is nothing yet as one.
func (t *tools) accepted(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, findOut, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.http.Base+"/items?word="+in.Word, nil)
	if err != nil {
		return nil, findOut{}, err
	}
	resp, err := t.http.Client.Do(req)
	if err != nil {
		return nil, findOut{}, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusAccepted, http.StatusNoContent:
		return nil, findOut{Items: []backend.Item{}}, nil
	case http.StatusOK:
	default:
		return nil, findOut{}, fmt.Errorf("status %d", resp.StatusCode)
	}
	var out findOut
	err = json.NewDecoder(resp.Body).Decode(&out)
	return nil, out, err
}

// parsed has a default for what the model sent wrong.
func (t *tools) parsed(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, []backend.Item, error) {
	size, err := strconv.Atoi(in.Size)
	if err != nil {
		size = 10
	}
	found, err := t.items.Find(ctx, in.Word)
	if err != nil {
		return nil, nil, err
	}
	return nil, found[:min(size, len(found))], nil
}

// built answers an error with a result that a helper makes.
func (t *tools) built(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, any, error) {
	found, err := t.items.Find(ctx, in.Word)
	if err != nil {
		return failed("The items cannot be reached.")
	}
	return nil, found, nil
}

func failed(text string) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, nil
}

// An answer has its failure in a field.
type answer struct {
	Items  []backend.Item `json:"items"`
	Status string         `json:"status"`
	Code   string         `json:"code,omitempty"`
}

func (t *tools) carried(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, answer, error) {
	found, err := t.items.Find(ctx, in.Word)
	if err != nil {
		return nil, answer{Status: "failed", Code: "items_unreachable"}, nil
	}
	return nil, answer{Items: found, Status: "ok"}, nil
}

// retried goes on after a failure, but does not get away with it.
func (t *tools) retried(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, []backend.Item, error) {
	var last error
	for range 3 {
		found, err := t.items.Find(ctx, in.Word)
		if err != nil {
			last = err
			continue
		}
		return nil, found, nil
	}
	return nil, nil, last
}

// fallback asks another source, whose error counts.
func (t *tools) fallback(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, backend.Item, error) {
	item, err := t.http.Get(ctx, in.ID)
	if err != nil {
		slog.WarnContext(ctx, "fell_back", "cause", err)
		item, err = t.items.Get(ctx, in.ID)
	}
	return nil, item, err
}

// deleted finds what it was told to remove gone already.
func (t *tools) deleted(_ context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, bool, error) {
	err := os.Remove(in.ID)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, true, nil
	}
	return nil, err == nil, err
}

// named has its error in a named result.
func (t *tools) named(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (res *mcp.CallToolResult, out findOut, err error) {
	out.Items, err = t.items.Find(ctx, in.Word)
	if err != nil {
		return
	}
	return nil, out, nil
}
