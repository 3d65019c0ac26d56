// Package store keeps notes. A note has a path such as "inbox/todo.md", a text,
// and a version that changes whenever the text does. A text links to another
// note by writing its path in double square brackets.
//
// The package knows nothing about tools: it reports what happened by sentinel
// and typed errors, and its callers decide what to tell the model.
package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"strings"
)

// What a caller can act on. Everything else is a fault of the store.
var (
	ErrNotFound      = errors.New("note not found")
	ErrExists        = errors.New("note already exists")
	ErrBadPath       = errors.New("invalid note path")
	ErrReadOnly      = errors.New("store is read-only")
	ErrCursorExpired = errors.New("cursor expired")
)

// A ConflictError says that a note is no longer at the version the caller read.
type ConflictError struct {
	Path, Have, Want string
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("note %s is at version %s, not %s", e.Path, e.Have, e.Want)
}

// A Note is one text with its version.
type Note struct {
	Path    string
	Text    string
	Version string
}

// A Page is a part of a list. Next is empty on the last page.
type Page struct {
	Paths []string
	Next  string
}

// A Store holds notes. Memory and File implement it.
type Store interface {
	// Search returns the paths of the notes whose text has the query in it.
	Search(ctx context.Context, query string) ([]string, error)
	// List returns the paths below a folder, a page at a time. A folder that
	// nobody ever wrote to is ErrNotFound; a cursor from before the last
	// change of the store is ErrCursorExpired.
	List(ctx context.Context, folder, cursor string) (Page, error)
	// Read returns one note.
	Read(ctx context.Context, path string) (Note, error)
	// Create makes a new note.
	Create(ctx context.Context, path, text string) (Note, error)
	// Write replaces the text of a note that is still at the given version.
	Write(ctx context.Context, path, text, version string) (Note, error)
	// Delete removes a note that is still at the given version.
	Delete(ctx context.Context, path, version string) error
	// Backlinks returns the paths of the notes that link to path.
	Backlinks(ctx context.Context, path string) ([]string, error)
}

// version is the version of a text.
func version(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:4])
}

// checkPath refuses what cannot be the path of a note.
func checkPath(p string) error {
	if p == "" || p != path.Clean(p) || path.IsAbs(p) || strings.HasPrefix(p, "..") || path.Ext(p) != ".md" {
		return fmt.Errorf("%w: %q", ErrBadPath, p)
	}
	return nil
}

// links reports whether a text links to a path.
func links(text, path string) bool { return strings.Contains(text, "[["+path+"]]") }

// inFolder reports whether a path lies below a folder; the empty folder holds
// everything.
func inFolder(path, folder string) bool {
	return folder == "" || strings.HasPrefix(path, strings.TrimSuffix(folder, "/")+"/")
}
