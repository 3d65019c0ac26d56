package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// What the index says about a call.
var (
	ErrRateLimited = errors.New("index rate limit reached")
	ErrCredentials = errors.New("index refused the key")
)

// A StatusError is an answer that has no sentinel of its own.
type StatusError struct {
	Code int
	Body string
}

func (e *StatusError) Error() string { return fmt.Sprintf("index answered %d: %s", e.Code, e.Body) }

// Retryable reports whether the same call may work later.
func (e *StatusError) Retryable() bool { return e.Code >= 500 && e.Code != http.StatusNotImplemented }

// Index is a client for the full-text index that many note servers share.
type Index struct {
	base string
	key  string
	http *http.Client
}

// NewIndex returns a client; a nil http client means the default one.
func NewIndex(base, key string, client *http.Client) *Index {
	if client == nil {
		client = http.DefaultClient
	}
	return &Index{base: strings.TrimSuffix(base, "/"), key: key, http: client}
}

// Base is the address of the index.
func (x *Index) Base() string { return x.base }

// Hits is one page of what the index found. Next is empty on the last page.
type Hits struct {
	Paths []string `json:"paths"`
	Next  string   `json:"next"`
}

// Lookup returns one page of the notes that match the query.
func (x *Index) Lookup(ctx context.Context, query, cursor string) (Hits, error) {
	var hits Hits
	err := x.do(ctx, http.MethodGet, "/search?"+url.Values{"q": {query}, "cursor": {cursor}}.Encode(), "", &hits)
	return hits, err
}

// Push sends one note to the index.
func (x *Index) Push(ctx context.Context, n Note) error {
	return x.do(ctx, http.MethodPut, "/notes/"+url.PathEscape(n.Path), n.Text, nil)
}

func (x *Index) do(ctx context.Context, method, path, body string, into any) error {
	req, err := http.NewRequestWithContext(ctx, method, x.base+path, strings.NewReader(body))
	if err != nil {
		return fmt.Errorf("index request: %w", err)
	}
	req.Header.Set("Authorization", "Bearer "+x.key)
	resp, err := x.http.Do(req)
	if err != nil {
		return fmt.Errorf("index call: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	if err := check(resp); err != nil {
		return err
	}
	if into == nil {
		return nil
	}
	if err := json.NewDecoder(resp.Body).Decode(into); err != nil {
		return fmt.Errorf("index answer: %w", err)
	}
	return nil
}

// check turns a status into an error.
func check(resp *http.Response) error {
	switch resp.StatusCode {
	case http.StatusOK, http.StatusNoContent:
		return nil
	case http.StatusUnauthorized, http.StatusForbidden:
		return ErrCredentials
	case http.StatusTooManyRequests:
		return ErrRateLimited
	}
	// The body is for the log; an unreadable one is no worse than none.
	body, _ := io.ReadAll(io.LimitReader(resp.Body, 512))
	return &StatusError{Code: resp.StatusCode, Body: string(body)}
}
