// Package store is what handlers of another package run.
package store

import (
	"context"
	"log"
	"log/slog"
	"net/http"
)

// A Store has items somewhere else.
type Store struct{ Base string }

// List swallows what it fails at.
func (s *Store) List(ctx context.Context, word string) ([]string, error) {
	resp, err := http.Get(s.Base + "?word=" + word)
	if err != nil {
		slog.Warn("list_failed", "cause", err)
		return nil, nil // want `emptyresult: tool list: .*ends in an empty answer`
	}
	defer resp.Body.Close()
	return []string{resp.Status}, nil
}

// Warm runs something that nobody waits for.
func (s *Store) Warm(word string) {
	go func() { // want `boundary: tool list: a panic in this goroutine ends the server`
		_, _ = s.List(context.Background(), word)
	}()
}

// Check ends the process, but only main runs it.
func (s *Store) Check() {
	if s.Base == "" {
		log.Fatal("no base")
	}
}

// Must ends it in a handler.
func (s *Store) Must(err error) {
	if err != nil {
		log.Fatal(err) // want `boundary: tool list: Fatal ends the server`
	}
}

// Unused swallows an error for nobody.
func (s *Store) Unused() []string {
	if _, err := http.Get(s.Base); err != nil {
		return nil
	}
	return []string{"there"}
}
