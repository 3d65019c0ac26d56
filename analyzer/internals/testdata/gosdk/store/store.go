// Package store reads items from files. Its errors are for its callers' logs,
// but for those about what it is asked for.
package store

import (
	"errors"
	"fmt"
	"os"
)

// Read returns a file's text.
func Read(name string) (string, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", name, err)
	}
	return string(b), nil
}

// Check reports what is wrong with an item's name.
func Check(name string) error {
	if name == "" {
		return errors.New("the name is empty")
	}
	if len(name) > 100 {
		return fmt.Errorf("the name has %d characters, 100 are allowed", len(name))
	}
	return nil
}
