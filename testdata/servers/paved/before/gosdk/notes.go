// Package notes is a server on modelcontextprotocol's SDK, as such servers are
// often written: whatever goes wrong, the model is told, in whatever words
// there are.
package notes

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

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
	}, h.read)
	mcp.AddTool(s, &mcp.Tool{
		Name:        "write_note",
		Description: "Replaces the text of a note, given the version that read_note returned.",
	}, h.write)
	mcp.AddTool(s, &mcp.Tool{
		Name:        "search_notes",
		Description: "Returns the paths of all notes that contain a word.",
	}, h.search)
	return s
}

func (h *handlers) read(ctx context.Context, _ *mcp.CallToolRequest, in readArgs) (*mcp.CallToolResult, shelf.Note, error) {
	if err := shelf.CheckPath(in.Path); err != nil {
		return nil, shelf.Note{}, fmt.Errorf("Argument path: %w", err)
	}
	note, err := h.shelf.Read(ctx, in.Path)
	if errors.Is(err, shelf.ErrNotFound) {
		slog.ErrorContext(ctx, "note_not_found", "path", in.Path)
		// The model may have made the path up.
		return &mcp.CallToolResult{
			IsError: true,
			Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprintf("No note at path %q. Find the path with search_notes and its word parameter.", in.Path)}},
		}, shelf.Note{}, nil
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
		return nil, shelf.Note{}, fmt.Errorf("No note at path %q. Find the path with search_notes and its word parameter.", in.Path)
	case errors.Is(err, shelf.ErrConflict):
		return nil, shelf.Note{}, fmt.Errorf("Note %q has changed since version %q, so the same call will fail again. Call read_note with path for the current text and version.", in.Path, in.Version)
	case err != nil:
		return nil, shelf.Note{}, err
	}
	return nil, note, nil
}

func (h *handlers) search(ctx context.Context, _ *mcp.CallToolRequest, in searchArgs) (*mcp.CallToolResult, searchOutput, error) {
	paths, err := h.shelf.Search(ctx, in.Word)
	if errors.Is(err, context.DeadlineExceeded) {
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{
			&mcp.TextContent{Text: "The search index is slow; send the same call again in a minute."},
		}}, searchOutput{}, nil
	}
	if err != nil {
		return nil, searchOutput{Paths: []string{}}, nil
	}
	return nil, searchOutput{Paths: paths}, nil
}
