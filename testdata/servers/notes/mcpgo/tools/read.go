package tools

import (
	"context"
	"errors"
	"log/slog"

	"github.com/mark3labs/mcp-go/mcp"

	"example.com/servers/servers/notes/outcome"
	"example.com/servers/servers/notes/store"
)

func (d *Deps) read(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	path, err := req.RequireString("path")
	if err != nil {
		slog.ErrorContext(ctx, "no_path", "cause", err) // fault: errlevel
		return nil, outcome.Correct("Argument path is missing. Find the path with search_notes, and send it as path.")
	}
	note, err := d.Store.Read(ctx, path)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, outcome.New(slog.LevelError, "No note at path %q. Find the path with search_notes and its query parameter.", path) // fault: errlevel
	case errors.Is(err, store.ErrBadPath):
		return nil, outcome.Correct("Argument path is %q: %v. Find the path with search_notes.", path, err) // fault: internals
	case err != nil:
		return nil, err
	}
	return mcp.NewToolResultJSON(noteResult{Path: note.Path, Text: note.Text, Version: note.Version})
}

// list knows three wrong ways to say that the store failed, and one right one.
func (d *Deps) list(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	folder := req.GetString("folder", "")
	page, err := d.Store.List(ctx, folder, "")
	if errors.Is(err, store.ErrNotFound) {
		return mcp.NewToolResultJSON(pathsResult{Paths: []string{}})
	}
	if err != nil {
		return mcp.NewToolResultErrorFromErr("The notes could not be listed", err), nil // fault: iserror, internals
	}
	paths := page.Paths
	for page.Next != "" {
		page, err = d.Store.List(ctx, folder, page.Next)
		if errors.Is(err, store.ErrCursorExpired) {
			return mcp.NewToolResultJSON(map[string]any{"success": false, "error": "The notes changed meanwhile. Send list_notes again with the same folder."}) // fault: iserror
		}
		if errors.Is(err, context.DeadlineExceeded) {
			return nil, outcome.Retry("Folder %q takes long to list; the request was fine. Send list_notes again in a minute.", folder).Because(err)
		}
		if err != nil {
			return mcp.NewToolResultText("No notes."), nil // fault: emptyresult
		}
		paths = append(paths, page.Paths...)
	}
	return mcp.NewToolResultJSON(pathsResult{Paths: paths})
}

func (d *Deps) backlinks(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	path, err := req.RequireString("path")
	if err != nil {
		return mcp.NewToolResultText("Error: argument path is missing. Send find_backlinks with path."), nil // fault: iserror
	}
	from, err := d.Store.Backlinks(ctx, path)
	if err != nil {
		return nil, err
	}
	paths := from
	for _, near := range from {
		far, _ := d.Store.Backlinks(ctx, near) // fault: emptyresult
		paths = append(paths, far...)
	}
	return mcp.NewToolResultJSON(pathsResult{Paths: paths})
}
