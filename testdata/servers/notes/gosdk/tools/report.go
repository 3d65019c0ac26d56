package tools

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/servers/notes/outcome"
)

// folderOf reads the one argument of a report.
func folderOf(req *mcp.CallToolRequest) (string, error) {
	var in struct {
		Folder string `json:"folder"`
	}
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil || in.Folder == "" {
		return "", outcome.Correct("Argument folder is missing. Find a folder with list_notes, and send it as folder.")
	}
	return in.Folder, nil
}

// words counts what it can read, and says nothing about the rest.
func (t *Tools) words(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	folder, err := folderOf(req)
	if err != nil {
		return nil, err
	}
	total := 0
	for _, path := range t.pathsOf(ctx, folder) {
		note, err := t.Store.Read(ctx, path)
		if err != nil {
			slog.WarnContext(ctx, "note_left_out", "path", path, "cause", err)
			continue // fault: emptyresult
		}
		total += len(strings.Fields(note.Text))
	}
	return answer(map[string]int{"words": total})
}

// pathsOf lists a folder up to the first page that fails.
func (t *Tools) pathsOf(ctx context.Context, folder string) (paths []string) {
	for cursor := ""; ; {
		page, err := t.Store.List(ctx, folder, cursor)
		if err != nil {
			break // fault: emptyresult
		}
		paths = append(paths, page.Paths...)
		if page.Next == "" {
			break
		}
		cursor = page.Next
	}
	return paths
}

// export says which notes are missing, so its result is whole even then.
func (t *Tools) export(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	folder, err := folderOf(req)
	if err != nil {
		return nil, err
	}
	page, err := t.Store.List(ctx, folder, "")
	if err != nil {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "Error: the folder could not be exported"}}}, nil // fault: iserror
	}
	out := struct {
		Notes  map[string]string `json:"notes"`
		Failed []string          `json:"failed"`
		More   bool              `json:"more"`
	}{Notes: map[string]string{}, Failed: []string{}, More: page.Next != ""}
	for _, path := range page.Paths {
		note, err := t.Store.Read(ctx, path)
		if err != nil {
			slog.WarnContext(ctx, "note_not_exported", "path", path, "cause", err)
			out.Failed = append(out.Failed, path)
			continue
		}
		out.Notes[note.Path] = note.Text
	}
	return answer(out)
}
