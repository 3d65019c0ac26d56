package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

var texts = map[string]string{
	"a.md":       "milk [[inbox/b.md]]",
	"inbox/b.md": "bread",
	"inbox/c.md": "milk",
	"inbox/d.md": "tea",
	"inbox/e.md": "salt",
}

func files(t *testing.T) (*File, string) {
	dir := t.TempDir()
	f, err := OpenFile(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	for path, text := range texts {
		if _, err := f.Create(t.Context(), path, text); err != nil {
			t.Fatal(err)
		}
	}
	return f, dir
}

// TestStores holds every store to the comments of Store.
func TestStores(t *testing.T) {
	file, _ := files(t)
	for name, s := range map[string]Store{"memory": NewMemory(texts), "file": file} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			if found, err := s.Search(ctx, "MILK"); err != nil || !slices.Equal(found, []string{"a.md", "inbox/c.md"}) {
				t.Errorf("search: %v, %v", found, err)
			}
			if from, err := s.Backlinks(ctx, "inbox/b.md"); err != nil || !slices.Equal(from, []string{"a.md"}) {
				t.Errorf("backlinks: %v, %v", from, err)
			}
			first, err := s.List(ctx, "inbox", "")
			if err != nil || len(first.Paths) != pageSize || first.Next == "" {
				t.Fatalf("list: %v, %v", first, err)
			}
			if last, err := s.List(ctx, "inbox", first.Next); err != nil || !slices.Equal(last.Paths, []string{"inbox/e.md"}) || last.Next != "" {
				t.Errorf("second page: %v, %v", last, err)
			}

			note, err := s.Read(ctx, "inbox/b.md")
			if err != nil || note.Text != "bread" {
				t.Fatalf("read: %v, %v", note, err)
			}
			if _, err := s.Write(ctx, "inbox/b.md", "butter", note.Version); err != nil {
				t.Errorf("write: %v", err)
			}
			if _, err := s.List(ctx, "inbox", first.Next); !errors.Is(err, ErrCursorExpired) {
				t.Errorf("page after a change: %v", err)
			}
			var conflict *ConflictError
			if _, err := s.Write(ctx, "inbox/b.md", "x", note.Version); !errors.As(err, &conflict) {
				t.Errorf("write at an old version: %v", err)
			}
			if err := s.Delete(ctx, "inbox/b.md", note.Version); !errors.As(err, &conflict) {
				t.Errorf("delete at an old version: %v", err)
			}
			if err := s.Delete(ctx, "inbox/b.md", conflict.Have); err != nil {
				t.Errorf("delete: %v", err)
			}
			for what, c := range map[string]struct{ err, want error }{
				"read of nothing":  {second(s.Read(ctx, "inbox/b.md")), ErrNotFound},
				"read outside":     {second(s.Read(ctx, "../b.md")), ErrBadPath},
				"list of nothing":  {second(s.List(ctx, "nowhere", "")), ErrNotFound},
				"create over":      {second(s.Create(ctx, "a.md", "x")), ErrExists},
				"create elsewhere": {second(s.Create(ctx, "a.txt", "x")), ErrBadPath},
				"write of nothing": {second(s.Write(ctx, "x.md", "x", "")), ErrNotFound},
			} {
				if !errors.Is(c.err, c.want) {
					t.Errorf("%s: %v, want %v", what, c.err, c.want)
				}
			}
		})
	}
}

func second[T any](_ T, err error) error { return err }

func TestReadOnly(t *testing.T) {
	m := NewMemory(texts)
	m.ReadOnly = true
	if _, err := m.Create(t.Context(), "n.md", "x"); !errors.Is(err, ErrReadOnly) {
		t.Error(err)
	}
}

// TestUnreadable shows the fault that is planted in Backlinks, next to Search.
func TestUnreadable(t *testing.T) {
	f, dir := files(t)
	if err := os.Remove(filepath.Join(dir, "a.md")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "a.md")); err != nil {
		t.Skip(err)
	}
	if from, err := f.Backlinks(t.Context(), "inbox/b.md"); err != nil || len(from) != 0 {
		t.Errorf("backlinks: %v, %v", from, err)
	}
	if _, err := f.Search(t.Context(), "milk"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("search: %v", err)
	}
}

func TestIndex(t *testing.T) {
	var status int
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		w.Write([]byte(`{"paths":["a.md"]}`))
	}))
	defer s.Close()
	x := NewIndex(s.URL+"/", "key", nil)

	status = 200
	if hits, err := x.Lookup(t.Context(), "milk", ""); err != nil || !slices.Equal(hits.Paths, []string{"a.md"}) {
		t.Errorf("lookup: %v, %v", hits, err)
	}
	if err := x.Push(t.Context(), Note{Path: "inbox/b.md"}); err != nil {
		t.Errorf("push: %v", err)
	}
	for code, want := range map[int]error{401: ErrCredentials, 429: ErrRateLimited} {
		status = code
		if _, err := x.Lookup(t.Context(), "milk", ""); !errors.Is(err, want) {
			t.Errorf("%d: %v", code, err)
		}
	}
	for code, retryable := range map[int]bool{400: false, 501: false, 503: true} {
		status = code
		_, err := x.Lookup(t.Context(), "milk", "")
		if answer, ok := errors.AsType[*StatusError](err); !ok || answer.Code != code || answer.Retryable() != retryable {
			t.Errorf("%d: %v", code, err)
		}
	}
}

func TestCatalog(t *testing.T) {
	answer := func(n int, err error) *Catalog {
		return &Catalog{Row: func(context.Context, string, ...any) (int, error) { return n, err }}
	}
	if n, err := answer(2, nil).Count(t.Context(), "inbox"); n != 2 || err != nil {
		t.Error(n, err)
	}
	if n, err := answer(0, sql.ErrNoRows).Count(t.Context(), "inbox"); n != 0 || err != nil {
		t.Error(n, err)
	}
	if _, err := answer(0, sql.ErrConnDone).Count(t.Context(), "inbox"); !errors.Is(err, sql.ErrConnDone) {
		t.Error(err)
	}
}
