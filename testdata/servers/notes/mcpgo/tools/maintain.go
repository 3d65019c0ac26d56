package tools

import (
	"context"
	"errors"
	"log"
	"log/slog"
	"os"

	"github.com/mark3labs/mcp-go/mcp"

	"example.com/servers/servers/notes/outcome"
	"example.com/servers/servers/notes/store"
)

func (d *Deps) reindex(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	folder := req.GetString("folder", "")
	if folder == "" {
		return nil, outcome.Correct("Argument folder is missing. Find a folder with list_notes, and send it as folder.")
	}
	page, err := d.Store.List(ctx, folder, "")
	if errors.Is(err, store.ErrNotFound) {
		return nil, outcome.Correct("No folder %q. Find the folder with list_notes, and send it as folder.", folder)
	}
	if err != nil {
		return nil, err
	}
	go d.push(context.WithoutCancel(ctx), page.Paths) // fault: boundary
	outcome.Go(ctx, "warm_up", func(ctx context.Context) error {
		_, err := d.Index.Lookup(ctx, folder, "")
		return err
	})
	return mcp.NewToolResultJSON(map[string]int{"notes": len(page.Paths)})
}

// push sends notes to the index, one after the other.
func (d *Deps) push(ctx context.Context, paths []string) {
	for _, path := range paths {
		note, err := d.Store.Read(ctx, path)
		if err == nil {
			err = d.Index.Push(ctx, note)
		}
		if err != nil {
			slog.WarnContext(ctx, "push_failed", "path", path, "cause", err)
		}
	}
}

func (d *Deps) check(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	query, err := req.RequireString("query")
	if err != nil {
		return nil, outcome.Correct("Argument query is missing. Send check_notes again with query set to the words to look for.")
	}
	if d.Index == nil {
		log.Print("no index to check against")
		os.Exit(1) // fault: boundary
	}
	paths, err := d.known(ctx, query)
	if err != nil {
		return nil, err
	}
	gone := []string{}
	for _, path := range paths {
		if _, err := d.Store.Read(ctx, path); errors.Is(err, store.ErrNotFound) {
			gone = append(gone, path)
		} else if err != nil {
			return nil, err
		}
	}
	return mcp.NewToolResultJSON(pathsResult{Paths: gone})
}

func (d *Deps) count(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	folder, err := req.RequireString("folder")
	if err != nil {
		return nil, outcome.Correct("Argument folder is missing. Find a folder with list_notes, and send it as folder.")
	}
	n, err := d.Catalog.Count(ctx, folder)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, err
	case err != nil:
		return nil, outcome.Fault("This query failed: %s. Tell the user.", store.CountSQL).Because(err) // fault: internals
	}
	return mcp.NewToolResultJSON(map[string]int{"notes": n})
}
