// Package notes is a server on mark3labs' SDK, as such servers are often
// written: whatever goes wrong, the model is told, in whatever words there are.
package notes

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/toolvet/toolvet/toolerr"

	"example.com/paved/before/shelf"
)

type handlers struct{ shelf *shelf.Shelf }

// NewServer returns the server.
func NewServer(db shelf.Database) *server.MCPServer {
	h := &handlers{shelf.New(db)}
	s := server.NewMCPServer("notes", "1.0.0")
	s.AddTool(mcp.NewTool("read_note",
		mcp.WithDescription("Returns the text of a note and its version."),
		mcp.WithString("path", mcp.Required()),
	), toolerr.Plain(h.read, mcp.NewToolResultError))
	s.AddTool(mcp.NewTool("write_note",
		mcp.WithDescription("Replaces the text of a note, given the version that read_note returned."),
		mcp.WithString("path", mcp.Required()),
		mcp.WithString("text", mcp.Required()),
		mcp.WithString("version", mcp.Required()),
	), toolerr.Plain(h.write, mcp.NewToolResultError))
	s.AddTools(server.ServerTool{
		Tool: mcp.NewTool("search_notes",
			mcp.WithDescription("Returns the paths of all notes that contain a word."),
			mcp.WithString("word", mcp.Required()),
		),
		Handler: toolerr.Plain(h.search, mcp.NewToolResultError),
	})
	return s
}

func (h *handlers) read(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	path := req.GetString("path", "")
	if path == "" {
		return nil, toolerr.Correct("Argument path is empty. Find a path with search_notes and its word parameter.")
	}
	if err := shelf.CheckPath(path); err != nil {
		return nil, toolerr.Correct("Argument path: %v", err)
	}
	note, err := h.shelf.Read(ctx, path)
	if errors.Is(err, shelf.ErrNotFound) {
		slog.InfoContext(ctx, "note_not_found", "path", path)
		return nil, toolerr.Correct("No note at path %q. Find the path with search_notes and its word parameter.", path) // it may be made up
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the note: %w", err)
	}
	return mcp.NewToolResultJSON(note)
}

func (h *handlers) write(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	path, version := req.GetString("path", ""), req.GetString("version", "")
	note, err := h.shelf.Write(ctx, path, req.GetString("text", ""), version)
	switch {
	case errors.Is(err, shelf.ErrNotFound):
		return nil, toolerr.Correct("No note at path %q. Find the path with search_notes and its word parameter.", path)
	case errors.Is(err, shelf.ErrConflict):
		return nil, toolerr.Stale("Note %q has changed since version %q, so the same call will fail again. Call read_note with path for the current text and version.", path, version)
	case err != nil:
		return nil, fmt.Errorf("cannot write the note: %w", err)
	}
	return mcp.NewToolResultJSON(note)
}

func (h *handlers) search(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	paths, err := h.shelf.Search(ctx, req.GetString("word", ""))
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, toolerr.Unavailable("The search index is slow; send the same call again in a minute.")
	}
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultJSON(map[string]any{"paths": paths})
}
