package fix

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A Change is the new text of one file.
type Change struct {
	File        string
	Before, New []byte
}

// Write replaces files. Nothing is written unless all of them can be: they must
// still have the text that the change was made for, be writable, and be in one
// of the folders. Each file is replaced at once.
func Write(changes []Change, folders []string) error {
	var refused []error
	targets := make([]string, len(changes))
	modes := make([]fs.FileMode, len(changes))
	for i, c := range changes {
		target, mode, err := check(c, folders)
		if err != nil {
			refused = append(refused, err)
		}
		targets[i], modes[i] = target, mode
	}
	switch n := len(refused); {
	case n == 1:
		return fmt.Errorf("nothing was changed: %w", refused[0])
	case n > 1:
		return fmt.Errorf("nothing was changed: %w (and %d more)", refused[0], n-1)
	}
	temps := make([]string, 0, len(changes))
	defer func() {
		for _, t := range temps {
			os.Remove(t) // those that were not renamed
		}
	}()
	for i, c := range changes {
		temp, err := writeBeside(targets[i], c.New, modes[i])
		if err != nil {
			return fmt.Errorf("nothing was changed: %w", err)
		}
		temps = append(temps, temp)
	}
	for i, temp := range temps {
		if err := os.Rename(temp, targets[i]); err != nil {
			return fmt.Errorf("%d of %d files were changed: %w", i, len(changes), err)
		}
	}
	return nil
}

func check(c Change, folders []string) (target string, mode fs.FileMode, err error) {
	target, err = filepath.EvalSymlinks(c.File)
	if err != nil {
		return "", 0, err
	}
	if !within(target, folders) {
		return "", 0, fmt.Errorf("%s is not in a module of this program", c.File)
	}
	info, err := os.Stat(target)
	if err != nil {
		return "", 0, err
	}
	if info.Mode().Perm()&0o222 == 0 {
		return "", 0, fmt.Errorf("%s is read-only", c.File)
	}
	now, err := os.ReadFile(target)
	if err != nil {
		return "", 0, err
	}
	if !bytes.Equal(now, c.Before) {
		return "", 0, fmt.Errorf("%s has changed since it was read; run again", c.File)
	}
	return target, info.Mode().Perm(), nil
}

func within(file string, folders []string) bool {
	for _, dir := range folders {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			dir = real
		}
		rel, err := filepath.Rel(dir, file)
		if err == nil && filepath.IsLocal(rel) && !strings.Contains(filepath.ToSlash("/"+rel), "/vendor/") {
			return true
		}
	}
	return false
}

// writeBeside writes a new file into the folder of another.
func writeBeside(target string, text []byte, mode fs.FileMode) (string, error) {
	f, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+".*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}
