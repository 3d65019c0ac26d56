package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"strings"
	"sync"
	"sync/atomic"
)

// File is a Store in a folder: one file per note.
type File struct {
	mu      sync.Mutex
	root    *os.Root
	changes atomic.Int64
}

// OpenFile returns the store in a folder that exists.
func OpenFile(dir string) (*File, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	return &File{root: root}, nil
}

// Close gives the folder back.
func (f *File) Close() error { return f.root.Close() }

func (f *File) Search(ctx context.Context, query string) ([]string, error) {
	paths, err := f.paths(ctx)
	if err != nil {
		return nil, err
	}
	found := []string{}
	for _, p := range paths {
		text, err := f.root.ReadFile(p)
		if err != nil {
			return nil, fmt.Errorf("search %s: %w", p, err)
		}
		if strings.Contains(strings.ToLower(string(text)), strings.ToLower(query)) {
			found = append(found, p)
		}
	}
	return found, nil
}

func (f *File) List(ctx context.Context, folder, cursor string) (Page, error) {
	all, err := f.paths(ctx)
	if err != nil {
		return Page{}, err
	}
	var paths []string
	for _, p := range all {
		if inFolder(p, folder) {
			paths = append(paths, p)
		}
	}
	if len(paths) == 0 && folder != "" {
		return Page{}, fmt.Errorf("%w: folder %q", ErrNotFound, folder)
	}
	return page(paths, cursor, int(f.changes.Load()))
}

func (f *File) Read(ctx context.Context, p string) (Note, error) {
	if err := checkPath(p); err != nil {
		return Note{}, err
	}
	text, err := f.root.ReadFile(p)
	if errors.Is(err, fs.ErrNotExist) {
		return Note{}, fmt.Errorf("%w: %q", ErrNotFound, p)
	}
	if err != nil {
		return Note{}, fmt.Errorf("read note: %w", err)
	}
	return Note{Path: p, Text: string(text), Version: version(string(text))}, nil
}

func (f *File) Create(ctx context.Context, p, text string) (Note, error) {
	if err := checkPath(p); err != nil {
		return Note{}, err
	}
	if err := f.root.MkdirAll(path.Dir(p), 0o755); err != nil {
		return Note{}, fmt.Errorf("create folder: %w", err)
	}
	file, err := f.root.OpenFile(p, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return Note{}, fmt.Errorf("%w: %q", ErrExists, p)
	}
	if err != nil {
		return Note{}, fmt.Errorf("create note: %w", err)
	}
	_, err = file.WriteString(text)
	if err := errors.Join(err, file.Close()); err != nil {
		return Note{}, fmt.Errorf("create note: %w", err)
	}
	f.changes.Add(1)
	return Note{Path: p, Text: text, Version: version(text)}, nil
}

func (f *File) Write(ctx context.Context, p, text, version string) (Note, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.current(ctx, p, version); err != nil {
		return Note{}, err
	}
	if err := f.root.WriteFile(p, []byte(text), 0o644); err != nil {
		return Note{}, fmt.Errorf("write note: %w", err)
	}
	f.changes.Add(1)
	return f.Read(ctx, p)
}

func (f *File) Delete(ctx context.Context, p, version string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.current(ctx, p, version); err != nil {
		return err
	}
	if err := f.root.Remove(p); err != nil {
		return fmt.Errorf("delete note: %w", err)
	}
	f.changes.Add(1)
	return nil
}

// Backlinks reads every note, and goes on past those that it cannot read, so a
// broken disk looks like a note that nobody links to.
func (f *File) Backlinks(ctx context.Context, p string) ([]string, error) {
	paths, err := f.paths(ctx)
	if err != nil {
		return nil, err
	}
	from := []string{}
	for _, other := range paths {
		text, err := f.root.ReadFile(other)
		if err != nil {
			slog.WarnContext(ctx, "note_unreadable", "path", other, "cause", err)
			continue // fault: emptyresult
		}
		if links(string(text), p) {
			from = append(from, other)
		}
	}
	return from, nil
}

// current says why a note cannot be changed by a caller who read it at version.
func (f *File) current(ctx context.Context, p, version string) error {
	note, err := f.Read(ctx, p)
	if err != nil {
		return err
	}
	if note.Version != version {
		return &ConflictError{Path: p, Have: note.Version, Want: version}
	}
	return nil
}

// paths lists all notes, sorted.
func (f *File) paths(ctx context.Context) ([]string, error) {
	var paths []string
	err := fs.WalkDir(f.root.FS(), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.IsDir() && path.Ext(p) == ".md" {
			paths = append(paths, p)
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("list notes: %w", err)
	}
	return paths, nil
}
