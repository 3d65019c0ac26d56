// Package notes is a server on modelcontextprotocol's SDK, as such servers are
// often written: whatever goes wrong, the model is told, in whatever words
// there are.
package notes

import (
	"context"
	"errors"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/toolvet/toolvet/toolerr"

	"example.com/paved/before/shelf"
)

type readArgs struct {
	Path string `json:"path"`
}

type writeArgs struct {
	Path    string `json:"path"`
	Text    string `json:"text"`
	Version string `json:"version"`
}

type searchArgs struct {
	Word string `json:"word"`
}

type searchOutput struct {
	Paths []string `json:"paths"`
}

type handlers struct{ shelf *shelf.Shelf }

// NewServer returns the server.
func NewServer(db shelf.Database) *mcp.Server {
	h := &handlers{shelf.New(db)}
	s := mcp.NewServer(&mcp.Implementation{Name: "notes", Version: "1.0.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{
		Name:        "read_note",
		Description: "Returns the text of a note and its version.",
	}, toolerr.Typed(h.read))
	mcp.AddTool(s, &mcp.Tool{
		Name:        "write_note",
		Description: "Replaces the text of a note, given the version that read_note returned.",
	}, toolerr.Typed(h.write))
	mcp.AddTool(s, &mcp.Tool{
		Name:        "search_notes",
		Description: "Returns the paths of all notes that contain a word.",
	}, toolerr.Typed(h.search))
	return s
}

func (h *handlers) read(ctx context.Context, _ *mcp.CallToolRequest, in readArgs) (*mcp.CallToolResult, shelf.Note, error) {
	if err := shelf.CheckPath(in.Path); err != nil {
		return nil, shelf.Note{}, toolerr.Correct("Argument path: %v", err)
	}
	note, err := h.shelf.Read(ctx, in.Path)
	if errors.Is(err, shelf.ErrNotFound) {
		slog.InfoContext(ctx, "note_not_found", "path", in.Path)
		// The model may have made the path up.
		return nil, shelf.Note{}, toolerr.Correct("No note at path %q. Find the path with search_notes and its word parameter.", in.Path)
	}
	if err != nil {
		return nil, shelf.Note{}, err
	}
	return nil, note, nil
}

func (h *handlers) write(ctx context.Context, _ *mcp.CallToolRequest, in writeArgs) (*mcp.CallToolResult, shelf.Note, error) {
	note, err := h.shelf.Write(ctx, in.Path, in.Text, in.Version)
	switch {
	case errors.Is(err, shelf.ErrNotFound):
		return nil, shelf.Note{}, toolerr.Correct("No note at path %q. Find the path with search_notes and its word parameter.", in.Path)
	case errors.Is(err, shelf.ErrConflict):
		return nil, shelf.Note{}, toolerr.Stale("Note %q has changed since version %q, so the same call will fail again. Call read_note with path for the current text and version.", in.Path, in.Version)
	case err != nil:
		return nil, shelf.Note{}, err
	}
	return nil, note, nil
}

func (h *handlers) search(ctx context.Context, _ *mcp.CallToolRequest, in searchArgs) (*mcp.CallToolResult, searchOutput, error) {
	paths, err := h.shelf.Search(ctx, in.Word)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, searchOutput{}, toolerr.Unavailable("The search index is slow; send the same call again in a minute.")
	}
	if err != nil {
		return nil, searchOutput{}, err
	}
	return nil, searchOutput{Paths: paths}, nil
}
