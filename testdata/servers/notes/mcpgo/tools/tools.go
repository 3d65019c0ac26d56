// Package tools has the handlers of the notes servers on mark3labs/mcp-go, and
// what the model is told about them. Most tools come in a right form; the lines
// that end in a fault mark are wrong on purpose.
package tools

import (
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/servers/notes/outcome"
	"example.com/servers/servers/notes/store"
)

// Deps is what the handlers work with.
type Deps struct {
	Store   store.Store
	Index   *store.Index   // nil if the operator has set up none
	Catalog *store.Catalog // for the maintenance server
}

// AddNotes adds the tools for notes to a server without a boundary of its own.
func AddNotes(s *server.MCPServer, d *Deps) {
	s.AddTool(readNote, outcome.Handler(readNote.Name, d.read))
	s.AddTool(searchNotes(d))
	s.AddTools(lists(d)...)
	s.AddTool(createNote, outcome.Handler("create_note", mcp.NewTypedToolHandler(d.create)))
	tool, handler := writeNote(d)
	s.AddTool(tool, handler)                                                                      // fault: boundary
	s.AddTool(deleteNote, outcome.Handler("delete_note", mcp.NewStructuredToolHandler(d.delete))) // fault: boundary
}

// lists are the tools that answer with paths.
func lists(d *Deps) []server.ServerTool {
	return []server.ServerTool{
		{Tool: listNotes, Handler: outcome.Handler("list_notes", d.list)},
		{Tool: findBacklinks, Handler: d.backlinks}, // fault: boundary
	}
}

// AddMaintenance adds the tools for operators to a server whose middleware is
// the boundary.
func AddMaintenance(s *server.MCPServer, d *Deps) {
	s.AddTool(reindexNotes, d.reindex)
	for _, check := range []struct {
		tool mcp.Tool
		run  server.ToolHandlerFunc
	}{
		{checkNotes, d.check},
		{countNotes, d.count},
	} {
		s.AddTool(check.tool, check.run)
	}
}

// noteError says what the model should do about an error of the store.
func noteError(path string, err error) error {
	var conflict *store.ConflictError
	switch {
	case errors.Is(err, store.ErrNotFound):
		return outcome.Correct("No note at path %q. Find the path with search_notes and its query parameter.", path)
	case errors.Is(err, store.ErrBadPath):
		return outcome.Correct("Argument path is %q, which cannot be a note. Send a relative path that ends in .md, as search_notes returns it.", path)
	case errors.Is(err, store.ErrReadOnly):
		return outcome.Correct("The notes cannot be changed here, so path %q stays as it is. Use read_note to show it to the user instead.", path)
	case errors.As(err, &conflict):
		return outcome.Stale("Note %q has changed since version %q, so the same call will fail again. Call read_note with path for the current text and version, and send that version.", path, conflict.Want)
	}
	return err
}

// refuse makes the result that tells the model about an error.
func refuse(text string) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultError(text), nil // fault: iserror
}
