package tools

import (
	"context"
	"errors"
	"log/slog"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/servers/notes/outcome"
	"example.com/servers/servers/notes/store"
)

func (d *Deps) create(ctx context.Context, _ mcp.CallToolRequest, args createArgs) (*mcp.CallToolResult, error) {
	note, err := d.Store.Create(ctx, args.Path, args.Text)
	switch {
	case errors.Is(err, store.ErrExists):
		return nil, outcome.New(slog.LevelWarn, "There is a note at path %q already. Change it with write_note, or send create_note with another path.", args.Path) // fault: errlevel
	case errors.Is(err, store.ErrReadOnly):
		return nil, errors.New("the notes are read-only, so create_note cannot be used") // fault: errlevel
	case err != nil:
		return nil, noteError(args.Path, err)
	}
	return mcp.NewToolResultJSON(savedResult{Path: note.Path, Version: note.Version})
}

// writeNote returns the tool with its handler, which still needs a boundary.
func writeNote(d *Deps) (mcp.Tool, server.ToolHandlerFunc) {
	tool := mcp.NewTool("write_note",
		mcp.WithDescription("Replace the text of a note that is still at the version read, and return its new version."),
		mcp.WithString("path", mcp.Required(), mcp.Description("path of the note as search_notes returns it")),
		mcp.WithString("text", mcp.Required(), mcp.Description("the whole new text")),
		mcp.WithString("version", mcp.Required(), mcp.Description("version that read_note returned")),
	)
	return tool, func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		path, text, version := req.GetString("path", ""), req.GetString("text", ""), req.GetString("version", "")
		note, err := d.Store.Write(ctx, path, text, version)
		var conflict *store.ConflictError
		if errors.As(err, &conflict) {
			return mcp.NewToolResultErrorf("Note %q has changed since version %q, so the same call will fail again. Call read_note with path, and send the version that it returns.", path, version), nil // fault: iserror
		}
		if err != nil {
			return nil, noteError(path, err)
		}
		return mcp.NewToolResultJSON(savedResult{Path: note.Path, Version: note.Version})
	}
}

// delete is behind an adapter that turns its errors into results before the
// boundary sees them.
func (d *Deps) delete(ctx context.Context, _ mcp.CallToolRequest, args deleteArgs) (deletedResult, error) {
	if err := d.Store.Delete(ctx, args.Path, args.Version); err != nil {
		return deletedResult{}, noteError(args.Path, err)
	}
	return deletedResult{Path: args.Path, Deleted: args.Version}, nil
}
