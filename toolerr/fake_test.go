package toolerr_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"strings"
	"testing"
)

// The shapes of what SDKs define, with no more than this package looks at.
type (
	request struct{ Params *params }
	params  struct{ Name string }
	result  struct {
		Text    string
		IsError bool
		err     error
	}
)

func (r *result) SetError(err error) { r.Text, r.IsError, r.err = err.Error(), true, err }
func (r *result) GetError() error    { return r.err }

func errorResult(text string) *result { return &result{Text: text, IsError: true} }

var call = &request{&params{Name: "read_note"}}

// A journal keeps what is logged as "LEVEL message tool", and the attributes.
type journal struct {
	lines []string
	attrs []map[string]any
}

func capture(t *testing.T) *journal {
	j := &journal{}
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewJSONHandler(j, &slog.HandlerOptions{Level: slog.LevelDebug})))
	t.Cleanup(func() { slog.SetDefault(before) })
	return j
}

func (j *journal) Write(line []byte) (int, error) {
	var m map[string]any
	if err := json.Unmarshal(line, &m); err != nil {
		return 0, err
	}
	tool, _ := m["tool"].(string)
	j.lines = append(j.lines, strings.TrimSpace(m["level"].(string)+" "+m["msg"].(string)+" "+tool))
	j.attrs = append(j.attrs, m)
	return len(line), nil
}

func (j *journal) take() string {
	s := strings.Join(j.lines, ", ")
	j.lines, j.attrs = nil, nil
	return s
}

func quiet(b *testing.B) {
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil)))
	b.Cleanup(func() { slog.SetDefault(before) })
}

func canceledContext() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}
