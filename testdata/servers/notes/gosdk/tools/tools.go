// Package tools has the handlers of the notes server on modelcontextprotocol's
// SDK, and what the model is told about them. Most tools come in a right form;
// the lines that end in a fault mark are wrong on purpose.
package tools

import (
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/servers/notes/outcome"
	"example.com/servers/servers/notes/store"
)

// Tools are the handlers over one store.
type Tools struct {
	Store store.Store
	Index *store.Index // nil if the operator has set up none
	Dir   string       // where the store keeps its files, for the operator
}

// Register adds all tools to a server.
func (t *Tools) Register(s *mcp.Server) {
	mcp.AddTool(s, readNote, outcome.Typed("read_note", t.read))
	for _, e := range t.table() {
		e.add(s, e.tool)
	}
	s.AddTool(listNotes, outcome.Raw("list_notes", t.list))
	mcp.AddTool(s, findBacklinks, friendly(outcome.Typed("find_backlinks", t.backlinks))) // fault: boundary
	mcp.AddTool(s, createNote, t.create)                                                  // fault: boundary
	add(s, writeNote, t.write)
	mcp.AddTool(s, deleteNote, survive(t.delete)) // fault: boundary
	for _, r := range t.reports() {
		s.AddTool(r.tool, r.handler) // fault: boundary
	}
}

// add registers a handler behind the boundary.
func add[In, Out any](s *mcp.Server, tool *mcp.Tool, h mcp.ToolHandlerFor[In, Out]) {
	mcp.AddTool(s, tool, outcome.Typed(tool.Name, h))
}

// An entry is one row of a table of tools whose types differ.
type entry struct {
	tool *mcp.Tool
	add  func(*mcp.Server, *mcp.Tool)
}

func (t *Tools) table() []entry {
	return []entry{
		{searchNotes, with(t.search)},
		{syncIndex, with(t.sync)},
	}
}

// with returns what adds a handler, so that entries can have one type.
func with[In, Out any](h mcp.ToolHandlerFor[In, Out]) func(*mcp.Server, *mcp.Tool) {
	return func(s *mcp.Server, tool *mcp.Tool) { add(s, tool, h) }
}

// A report is a tool that answers with plain text.
type report struct {
	tool    *mcp.Tool
	handler mcp.ToolHandler
}

func (t *Tools) reports() []report {
	return []report{
		{tool: countWords, handler: t.words},
		{tool: exportNotes, handler: t.export},
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
	case errors.Is(err, store.ErrExists):
		return outcome.Correct("There is a note at path %q already. Change it with write_note, or send create_note with another path.", path)
	case errors.Is(err, store.ErrReadOnly):
		return outcome.Correct("The notes cannot be changed here, so path %q stays as it is. Use read_note to show it to the user instead.", path)
	case errors.As(err, &conflict):
		return outcome.Stale("Note %q has changed since version %q, so the same call will fail again. Call read_note with path for the current text and version, and send that version.", path, conflict.Want)
	}
	return err // fault: internals
}

// indexError says what the model should do about an error of the index.
func indexError(err error) error {
	if errors.Is(err, store.ErrRateLimited) {
		return outcome.Retry("The index is busy; the request was fine. Send the same call again in a minute.").Because(err)
	}
	return err
}
