package tools

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/servers/notes/outcome"
	"example.com/servers/servers/notes/store"
)

// read is the example of a handler with nothing wrong in it.
func (t *Tools) read(ctx context.Context, _ *mcp.CallToolRequest, in pathIn) (*mcp.CallToolResult, noteOut, error) {
	note, err := t.Store.Read(ctx, in.Path)
	if err != nil {
		return nil, noteOut{}, noteError(in.Path, err)
	}
	out := noteOut{Path: note.Path, Text: note.Text, Version: note.Version}
	// Backlinks are an extra: a note without them is still the note.
	if from, err := t.Store.Backlinks(ctx, in.Path); err != nil {
		slog.DebugContext(ctx, "backlinks_left_out", "cause", err)
	} else {
		out.Backlinks = from
	}
	return nil, out, nil
}

// list treats an unknown folder as an empty one, which its description allows.
func (t *Tools) list(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in struct {
		Folder string `json:"folder"`
		Cursor string `json:"cursor"`
	}
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return &mcp.CallToolResult{
			Content: []mcp.Content{&mcp.TextContent{Text: "Arguments folder and cursor must be strings. Send list_notes again with both as strings, or without them."}},
			IsError: true, // fault: iserror
		}, nil
	}
	page, err := t.Store.List(ctx, in.Folder, in.Cursor)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return answer(pathsOut{Paths: []string{}})
	case errors.Is(err, store.ErrCursorExpired):
		return nil, outcome.Stale("Argument cursor %q is from before the last change, so the same call will fail again. Call list_notes without cursor to start over.", in.Cursor)
	case errors.Is(err, context.Canceled):
		slog.ErrorContext(ctx, "list_stopped", "folder", in.Folder) // fault: errlevel
		return nil, err
	case err != nil:
		return nil, err
	}
	return answer(map[string]any{"paths": page.Paths, "next": page.Next})
}

func (t *Tools) backlinks(ctx context.Context, _ *mcp.CallToolRequest, in pathIn) (*mcp.CallToolResult, pathsOut, error) {
	if _, err := t.Store.Read(ctx, in.Path); errors.Is(err, store.ErrNotFound) {
		return nil, pathsOut{}, outcome.Fault("No note at path %q. Find the path with search_notes and its query parameter.", in.Path) // fault: errlevel
	} else if err != nil {
		return nil, pathsOut{}, noteError(in.Path, err)
	}
	from, err := t.Store.Backlinks(ctx, in.Path)
	if err != nil {
		slog.ErrorContext(ctx, "backlinks_failed", "path", in.Path, "cause", err) // fault: errlevel
		return nil, pathsOut{}, err
	}
	return nil, pathsOut{Paths: from}, nil
}

// answer makes a result with a value as JSON.
func answer(value any) (*mcp.CallToolResult, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}}, nil
}
