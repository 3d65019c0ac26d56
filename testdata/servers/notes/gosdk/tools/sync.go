package tools

import (
	"context"
	"errors"
	"log"
	"log/slog"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/servers/notes/outcome"
	"example.com/servers/servers/notes/store"
)

func (t *Tools) sync(ctx context.Context, _ *mcp.CallToolRequest, in syncIn) (*mcp.CallToolResult, syncOut, error) {
	if t.Index == nil {
		return nil, syncOut{}, outcome.Correct("NOTES_INDEX_URL is not set, so there is no index to send folder %q to. Tell the user.", in.Folder) // fault: internals
	}
	t.checkTenant(ctx)
	notes, err := t.folder(ctx, in.Folder)
	if errors.Is(err, store.ErrNotFound) {
		return nil, syncOut{}, outcome.Correct("No folder %q. Find the folder with list_notes, and send it as folder.", in.Folder)
	}
	if err != nil {
		return nil, syncOut{}, err
	}
	for _, note := range notes {
		err := t.Index.Push(ctx, note)
		switch {
		case errors.Is(err, store.ErrRateLimited):
			return nil, syncOut{}, outcome.Fault("The index is busy; the request was fine. Send sync_index again in a minute.").Because(err) // fault: errlevel
		case err != nil:
			return nil, syncOut{}, outcome.Fault("The index at %s did not take the notes. Tell the user.", t.Index.Base()).Because(err) // fault: internals
		}
	}
	go func() { // fault: boundary
		if _, err := t.Index.Lookup(context.WithoutCancel(ctx), in.Folder, ""); err != nil {
			slog.WarnContext(ctx, "warm_up_failed", "cause", err)
		}
	}()
	return nil, syncOut{Sent: len(notes)}, nil
}

// checkTenant makes sure that nothing goes to an index without an owner.
func (t *Tools) checkTenant(ctx context.Context) {
	if os.Getenv("NOTES_TENANT") == "" {
		slog.ErrorContext(ctx, "no_tenant")
		log.Fatal("no tenant") // fault: boundary
	}
}

// folder reads all notes of a folder, or fails.
func (t *Tools) folder(ctx context.Context, folder string) ([]store.Note, error) {
	var notes []store.Note
	for cursor := ""; ; {
		page, err := t.Store.List(ctx, folder, cursor)
		if err != nil {
			return nil, err
		}
		for _, path := range page.Paths {
			note, err := t.Store.Read(ctx, path)
			if err != nil {
				return nil, err
			}
			notes = append(notes, note)
		}
		if page.Next == "" {
			return notes, nil
		}
		cursor = page.Next
	}
}
