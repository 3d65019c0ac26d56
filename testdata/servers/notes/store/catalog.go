package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// CountSQL counts the notes of a folder.
const CountSQL = "SELECT count(*) FROM notes WHERE folder = $1 GROUP BY folder"

// A Catalog answers questions about many notes at once.
type Catalog struct {
	// Row runs a query that gives one number; a *sql.DB fits behind it.
	Row func(ctx context.Context, query string, args ...any) (int, error)
}

// Count returns how many notes a folder has. No row means none.
func (c *Catalog) Count(ctx context.Context, folder string) (int, error) {
	n, err := c.Row(ctx, CountSQL, folder)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("count notes: %w", err)
	}
	return n, nil
}
