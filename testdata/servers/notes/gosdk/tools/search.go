package tools

import (
	"context"
	"log/slog"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/servers/notes/outcome"
	"example.com/servers/servers/notes/store"
)

func (t *Tools) search(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, pathsOut, error) {
	if strings.TrimSpace(in.Query) == "" {
		slog.WarnContext(ctx, "search_without_query") // fault: errlevel
		return nil, pathsOut{}, outcome.Correct("Argument query is %q, which has no words. Send search_notes again with query set to the words to look for.", in.Query)
	}
	paths, err := t.Store.Search(ctx, in.Query)
	if err != nil || (len(paths) == 0 && !in.Shared) {
		return nil, pathsOut{Paths: []string{}}, err
	}
	if !in.Shared {
		return nil, pathsOut{Paths: paths}, nil
	}
	if t.Index == nil {
		return nil, pathsOut{}, outcome.Correct("There is no shared index here. Send search_notes again with query %q and without shared.", in.Query)
	}
	if len(in.Query) > 200 {
		// A long query is a quotation, and the first page has the best match.
		return nil, pathsOut{Paths: append(paths, t.quotation(ctx, in.Query)...)}, nil
	}
	shared, err := t.everywhere(ctx, in.Query)
	if err != nil {
		return nil, pathsOut{}, indexError(err)
	}
	return nil, pathsOut{Paths: append(paths, shared...)}, nil
}

// quotation looks a long text up in the shared index.
func (t *Tools) quotation(ctx context.Context, text string) []string {
	hits, err := t.Index.Lookup(ctx, text, "")
	if err != nil {
		slog.WarnContext(ctx, "quotation_lookup_failed", "cause", err)
		return []string{} // fault: emptyresult
	}
	return hits.Paths
}

// everywhere reads all pages of the shared index, or fails.
func (t *Tools) everywhere(ctx context.Context, query string) (paths []string, err error) {
	for cursor := ""; ; {
		var hits store.Hits
		hits, err = t.Index.Lookup(ctx, query, cursor)
		if err != nil {
			return
		}
		paths = append(paths, hits.Paths...)
		if hits.Next == "" {
			return
		}
		cursor = hits.Next
	}
}
