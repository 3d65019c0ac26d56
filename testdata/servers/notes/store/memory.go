package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// pageSize is small, so that a handful of notes already needs paging.
const pageSize = 3

// Memory is a Store that forgets everything at exit.
type Memory struct {
	mu       sync.Mutex
	notes    map[string]string
	changes  int // counts changes, so that cursors from before one expire
	ReadOnly bool
}

// NewMemory returns a store with the given texts by path.
func NewMemory(notes map[string]string) *Memory {
	return &Memory{notes: maps.Clone(notes)}
}

func (m *Memory) Search(ctx context.Context, query string) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	found := []string{}
	for _, path := range slices.Sorted(maps.Keys(m.notes)) {
		if strings.Contains(strings.ToLower(m.notes[path]), strings.ToLower(query)) {
			found = append(found, path)
		}
	}
	return found, nil
}

func (m *Memory) List(ctx context.Context, folder, cursor string) (Page, error) {
	if err := ctx.Err(); err != nil {
		return Page{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var paths []string
	for _, path := range slices.Sorted(maps.Keys(m.notes)) {
		if inFolder(path, folder) {
			paths = append(paths, path)
		}
	}
	if len(paths) == 0 && folder != "" {
		return Page{}, fmt.Errorf("%w: folder %q", ErrNotFound, folder)
	}
	return page(paths, cursor, m.changes)
}

func (m *Memory) Read(ctx context.Context, path string) (Note, error) {
	if err := ctx.Err(); err != nil {
		return Note{}, err
	}
	if err := checkPath(path); err != nil {
		return Note{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.read(path)
}

func (m *Memory) read(path string) (Note, error) {
	text, ok := m.notes[path]
	if !ok {
		return Note{}, fmt.Errorf("%w: %q", ErrNotFound, path)
	}
	return Note{Path: path, Text: text, Version: version(text)}, nil
}

func (m *Memory) Create(ctx context.Context, path, text string) (Note, error) {
	if err := checkPath(path); err != nil {
		return Note{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ReadOnly {
		return Note{}, ErrReadOnly
	}
	if _, ok := m.notes[path]; ok {
		return Note{}, fmt.Errorf("%w: %q", ErrExists, path)
	}
	return m.put(path, text), nil
}

func (m *Memory) Write(ctx context.Context, path, text, version string) (Note, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.current(path, version); err != nil {
		return Note{}, err
	}
	return m.put(path, text), nil
}

func (m *Memory) Delete(ctx context.Context, path, version string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.current(path, version); err != nil {
		return err
	}
	delete(m.notes, path)
	m.changes++
	return nil
}

func (m *Memory) Backlinks(ctx context.Context, path string) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	from := []string{}
	for _, other := range slices.Sorted(maps.Keys(m.notes)) {
		if links(m.notes[other], path) {
			from = append(from, other)
		}
	}
	return from, nil
}

// current says why a note cannot be changed by a caller who read it at version.
func (m *Memory) current(path, version string) error {
	if err := checkPath(path); err != nil {
		return err
	}
	if m.ReadOnly {
		return ErrReadOnly
	}
	note, err := m.read(path)
	if err != nil {
		return err
	}
	if note.Version != version {
		return &ConflictError{Path: path, Have: note.Version, Want: version}
	}
	return nil
}

func (m *Memory) put(path, text string) Note {
	m.notes[path] = text
	m.changes++
	return Note{Path: path, Text: text, Version: version(text)}
}

// page cuts one page out of a sorted list. A cursor is "<changes>:<offset>".
func page(paths []string, cursor string, changes int) (Page, error) {
	start := 0
	if cursor != "" {
		at, offset, _ := strings.Cut(cursor, ":")
		n, err := strconv.Atoi(offset)
		if err != nil || at != strconv.Itoa(changes) || n < 0 || n > len(paths) {
			return Page{}, fmt.Errorf("%w: %q", ErrCursorExpired, cursor)
		}
		start = n
	}
	end := min(start+pageSize, len(paths))
	p := Page{Paths: append([]string{}, paths[start:end]...)}
	if end < len(paths) {
		p.Next = fmt.Sprintf("%d:%d", changes, end)
	}
	return p, nil
}
