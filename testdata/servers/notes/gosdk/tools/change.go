package tools

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/servers/notes/outcome"
	"example.com/servers/servers/notes/store"
)

// maxText is the longest text of a note.
const maxText = 100_000

func (t *Tools) create(ctx context.Context, _ *mcp.CallToolRequest, in createIn) (*mcp.CallToolResult, savedOut, error) {
	note, err := t.Store.Create(ctx, in.Path, in.Text)
	switch {
	case errors.Is(err, store.ErrExists), errors.Is(err, store.ErrBadPath), errors.Is(err, store.ErrReadOnly):
		return nil, savedOut{}, noteError(in.Path, err)
	case err != nil:
		return nil, savedOut{}, fmt.Errorf("create %s: %w", in.Path, err) // fault: internals
	}
	return nil, savedOut{Path: note.Path, Version: note.Version}, nil
}

func (t *Tools) write(ctx context.Context, _ *mcp.CallToolRequest, in writeIn) (*mcp.CallToolResult, savedOut, error) {
	if in.Text == "" {
		return nil, savedOut{}, outcome.Correct("Argument text is empty. Send write_note again with the whole new text, or remove the note with delete_note.")
	}
	if len(in.Text) > maxText {
		return nil, savedOut{}, fmt.Errorf("argument text has %d bytes, and write_note takes at most %d", len(in.Text), maxText) // fault: errlevel
	}
	note, err := t.Store.Write(ctx, in.Path, in.Text, in.Version)
	var disk *fs.PathError
	switch {
	case errors.Is(err, store.ErrReadOnly):
		return nil, savedOut{}, outcome.Fault("The notes cannot be changed here, so path %q stays as it is. Use read_note to show it to the user instead.", in.Path) // fault: errlevel
	case errors.As(err, &disk):
		return nil, savedOut{}, outcome.Fault("The server could not save %s. Tell the user.", filepath.Join(t.Dir, in.Path)).Because(err) // fault: internals
	case err != nil:
		return nil, savedOut{}, noteError(in.Path, err)
	}
	if t.Index != nil {
		outcome.Go(ctx, "push", func(ctx context.Context) error { return t.Index.Push(ctx, note) })
	}
	return nil, savedOut{Path: note.Path, Version: note.Version}, nil
}

func (t *Tools) delete(ctx context.Context, _ *mcp.CallToolRequest, in deleteIn) (*mcp.CallToolResult, deletedOut, error) {
	err := t.Store.Delete(ctx, in.Path, in.Version)
	var conflict *store.ConflictError
	if errors.As(err, &conflict) {
		res := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "The note has changed. Call read_note with its path, and send delete_note with the version that it returns."}}}
		res.SetError(err) // fault: iserror
		return res, deletedOut{}, nil
	}
	if err != nil {
		return nil, deletedOut{}, noteError(in.Path, err)
	}
	return nil, deletedOut{Path: in.Path, Deleted: in.Version}, nil
}
