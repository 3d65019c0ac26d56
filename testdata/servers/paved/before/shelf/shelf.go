// Package shelf keeps notes for the example servers: in memory, behind a
// database that a test can make fail.
package shelf

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// ErrNotFound is for a note that is not there.
var ErrNotFound = errors.New("not found")

// ErrConflict is for a write to a note that has changed since it was read.
var ErrConflict = errors.New("version conflict")

// A Note is a text and the version that it has.
type Note struct {
	Text    string `json:"text"`
	Version string `json:"version"`
}

// A Database is asked before anything is read.
type Database interface {
	Query(ctx context.Context, key string) error
}

// A Shelf is a set of notes.
type Shelf struct {
	db    Database
	notes map[string]Note
}

// New returns a shelf with two notes.
func New(db Database) *Shelf {
	return &Shelf{db: db, notes: map[string]Note{
		"plan.md": {Text: "Buy milk.", Version: "a2"},
		"todo.md": {Text: "Call home.", Version: "b1"},
	}}
}

// CheckPath says what is wrong with a path that no note can have.
func CheckPath(path string) error {
	if strings.HasPrefix(path, "/") {
		return fmt.Errorf("%q begins with a slash; send it as search_notes returns it", path)
	}
	return nil
}

// Read returns a note.
func (s *Shelf) Read(ctx context.Context, path string) (Note, error) {
	if err := s.db.Query(ctx, path); err != nil {
		return Note{}, err
	}
	note, ok := s.notes[path]
	if !ok {
		return Note{}, fmt.Errorf("open /srv/notes/%s: %w", path, ErrNotFound)
	}
	return note, nil
}

// Write replaces a note that has the given version.
func (s *Shelf) Write(ctx context.Context, path, text, version string) (Note, error) {
	note, err := s.Read(ctx, path)
	if err != nil {
		return Note{}, err
	}
	if note.Version != version {
		return Note{}, ErrConflict
	}
	note = Note{Text: text, Version: version + "+"}
	s.notes[path] = note
	return note, nil
}

// Search returns the paths of the notes that contain a word.
func (s *Shelf) Search(ctx context.Context, word string) ([]string, error) {
	if err := s.db.Query(ctx, word); err != nil {
		return nil, err
	}
	paths := []string{}
	for path, note := range s.notes {
		if strings.Contains(note.Text, word) {
			paths = append(paths, path)
		}
	}
	return paths, nil
}
