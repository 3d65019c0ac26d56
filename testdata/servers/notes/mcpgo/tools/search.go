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

// searchNotes returns the tool with its handler, ready to be added.
func searchNotes(d *Deps) (mcp.Tool, server.ToolHandlerFunc) {
	tool := mcp.NewTool("search_notes",
		mcp.WithDescription("Return the paths of the notes whose text contains the query, and of those that the shared index knows."),
		mcp.WithString("query", mcp.Required(), mcp.Description("words to look for")),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithDestructiveHintAnnotation(false),
	)
	return tool, outcome.Handler(tool.Name, func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		query, err := req.RequireString("query")
		if err != nil {
			return refuse("Argument query is missing. Send search_notes again with query set to the words to look for.")
		}
		paths, err := d.Store.Search(ctx, query)
		if err != nil {
			return refuse("The search failed: " + err.Error()) // fault: internals
		}
		if d.Index == nil {
			return mcp.NewToolResultJSON(pathsResult{Paths: paths})
		}
		shared, err := d.shared(ctx, query)
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultJSON(pathsResult{Paths: append(paths, shared...)})
	})
}

// shared asks the index, and passes on why it could not answer.
func (d *Deps) shared(ctx context.Context, query string) ([]string, error) {
	hits, err := d.Index.Lookup(ctx, query, "")
	var answer *store.StatusError
	switch {
	case errors.Is(err, store.ErrRateLimited):
		return nil, outcome.Correct("The index is busy; the request was fine. Send search_notes again in a minute.").Because(err) // fault: errlevel
	case errors.As(err, &answer) && answer.Retryable():
		return nil, outcome.Retry("The index is not available at %s. Send search_notes again in a minute.", d.Index.Base()).Because(err) // fault: internals
	case errors.As(err, &answer):
		return nil, outcome.Fault("The index answered: %s. Tell the user.", answer.Body).Because(err) // fault: internals
	case err != nil:
		return nil, err
	}
	return hits.Paths, nil
}

// known returns the paths that the index has for a query, as far as it says.
func (d *Deps) known(ctx context.Context, query string) (paths []string, err error) {
	hits, lookupErr := d.Index.Lookup(ctx, query, "")
	if lookupErr != nil {
		slog.WarnContext(ctx, "lookup_failed", "cause", lookupErr)
		return // fault: emptyresult
	}
	paths = hits.Paths
	return
}
