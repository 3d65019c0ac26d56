package config

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"

	"github.com/toolvet/toolvet/analyzer"
)

// A File is a configuration and where it comes from. That without a path is
// the default.
type File struct {
	Config
	Path  string // "" if there is none
	lines map[string]int
}

// Line is where the file says something, by its path: "rules.boundary",
// "boundaries[0]". It is 0 for what the file does not say.
func (f *File) Line(path string) int { return f.lines[path] }

// Parse reads a configuration. The name is used in errors, and the rules are
// those that it may name.
func Parse(name string, data []byte, rules []*analyzer.Rule) (*File, error) {
	d := &decoder{file: name, lines: map[string]int{}}
	f := &File{Path: name, lines: d.lines}
	n, err := d.parse(data)
	if err != nil {
		return nil, err
	}
	if n != nil {
		if err := d.decode(n, reflect.ValueOf(&f.Config).Elem(), ""); err != nil {
			return nil, err
		}
	}
	if path, err := f.check(rules); err != nil {
		return nil, &Error{name, d.lines[path], err.Error()}
	}
	return f, nil
}

// FromSettings reads a configuration from the settings of a program that has
// read them from a file of its own. The name is used in errors.
func FromSettings(name string, settings any, rules []*analyzer.Rule) (*Config, error) {
	if settings == nil {
		return new(Config), nil
	}
	data, err := json.Marshal(settings)
	if err != nil {
		return nil, &Error{name, 0, "the settings are not data: " + err.Error()}
	}
	f, err := Parse(name, data, rules) // JSON is YAML
	var e *Error
	if errors.As(err, &e) {
		e.Line = 0 // not one of the user's
	}
	if err != nil {
		return nil, err
	}
	return &f.Config, nil
}

// Load reads the file that is in force in a folder, or none. Its name in errors
// is relative to that folder.
func Load(dir string, rules []*analyzer.Rule) (*File, error) {
	path, err := Find(dir)
	if err != nil || path == "" {
		return new(File), err
	}
	return Read(dir, path, rules)
}

// Read reads a file.
func Read(dir, path string, rules []*analyzer.Rule) (*File, error) {
	full := path
	if !filepath.IsAbs(full) {
		full = filepath.Join(dir, path)
	}
	name := path
	if rel, err := filepath.Rel(dir, full); err == nil {
		name = rel
	}
	data, err := os.ReadFile(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &Error{name, 0, "there is no such file"}
	case err != nil:
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, &Error{name, 0, "it cannot be read: " + err.Error()}
	}
	return Parse(name, data, rules)
}

// Find is the file that is in force in a folder: the nearest one from there up
// to the root of the module, or outside of modules up to that of the workspace.
// It is "" if there is none.
func Find(dir string) (string, error) {
	for {
		path := filepath.Join(dir, Name)
		if exists(path) {
			return path, nil
		}
		if other := filepath.Join(dir, ".toolvet.yml"); exists(other) {
			return "", &Error{other, 0, "the name that is looked for is " + Name + "; rename it"}
		}
		parent := filepath.Dir(dir)
		if exists(filepath.Join(dir, "go.mod")) || exists(filepath.Join(dir, "go.work")) || parent == dir {
			return "", nil
		}
		dir = parent
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
