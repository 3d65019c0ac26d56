// Package store is what the tools work with.
package store

import (
	"context"
	"errors"
)

// ErrStale is a version that has moved on.
var ErrStale = errors.New("store: version has moved on")

// A Page is one record.
type Page struct {
	ID      string `json:"id"`
	Text    string `json:"text"`
	Owner   string `json:"owner"`
	Version int    `json:"version"`
}

func Get(ctx context.Context, id string) (Page, error) { return Page{ID: id}, ctx.Err() }

func List(ctx context.Context, query string) ([]Page, error) { return []Page{{Text: query}}, ctx.Err() }

func Update(ctx context.Context, id, text string, version int) (Page, error) {
	return Page{ID: id, Text: text, Version: version + 1}, ctx.Err()
}

func Create(ctx context.Context, requestID, text string) (Page, error) {
	return Page{ID: requestID, Text: text}, ctx.Err()
}

func Publish(ctx context.Context, text string) (Page, error) { return Page{Text: text}, ctx.Err() }

func FindByRequest(ctx context.Context, requestID string) (Page, bool, error) {
	return Page{}, requestID == "", ctx.Err()
}

func Delete(ctx context.Context, id string) error { return ctx.Err() }

type session struct{}

// A Person is whom a session belongs to.
type Person struct {
	Name  string
	Admin bool
}

// Principal is the person of the session.
func Principal(ctx context.Context) (Person, error) {
	p, ok := ctx.Value(session{}).(Person)
	if !ok {
		return Person{}, errors.New("store: no session")
	}
	return p, nil
}
