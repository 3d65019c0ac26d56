// Program inhouse has tools on an SDK that a file of settings describes.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"example.com/inhouse/kit"
)

type in struct {
	Path string `json:"path"`
}

type out struct {
	Items []string `json:"items"`
}

func get(_ context.Context, req *kit.Request) (*kit.Result, error) {
	path, err := req.Need("path")
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return kit.Fail("cannot read: %v", err), nil // want `iserror: tool get: this failure counts as a success` `internals: tool get: the model reads the raw error text of os.ReadFile`
	}
	return kit.Text(string(data)), nil
}

func list(_ context.Context, a in) (out, error) {
	entries, err := os.ReadDir(a.Path)
	if err != nil {
		return out{}, nil // want `emptyresult: tool list: `
	}
	var o out
	for _, e := range entries {
		o.Items = append(o.Items, e.Name())
	}
	return o, nil
}

func put(_ context.Context, a in) (out, error) {
	if a.Path == "" {
		return out{}, refuse(slog.LevelWarn, "Argument path is missing. Find it with the tool list.") // want `errlevel: tool put: only the model has to act here .* yet the error's level is WARN`
	}
	return out{Items: []string{a.Path}}, nil
}

// refuse makes an error for the model.
func refuse(level slog.Level, format string, args ...any) error { return made(level, format, args...) }

var made = func(level slog.Level, format string, args ...any) error {
	return errors.Join(fmt.Errorf(format, args...))
}

// guard is a boundary, as far as its users are concerned.
func guard(h func(context.Context, in) (out, error)) func(context.Context, in) (out, error) {
	return func(ctx context.Context, a in) (out, error) { return h(ctx, a) }
}

func main() {
	s := &kit.Server{}
	s.Tool("get", "Reads a file.", get) // want `boundary: tool get has no boundary`
	kit.Add(s, "list", list)            // want `boundary: tool list has no boundary`
	kit.Add(s, "put", guard(put))
}
