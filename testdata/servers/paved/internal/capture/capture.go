// Package capture shows a test what the code under test logs.
package capture

import (
	"context"
	"log/slog"
	"sync"
	"testing"
)

// A Log holds the records since the last Take.
type Log struct {
	mu      sync.Mutex
	records []string
}

// Default makes a Log the default logger until the test ends.
func Default(t *testing.T) *Log {
	l := &Log{}
	before := slog.Default()
	slog.SetDefault(slog.New(l))
	t.Cleanup(func() { slog.SetDefault(before) })
	return l
}

// Take returns the records since the last Take, each as "LEVEL message", and
// forgets them. Records below INFO are not kept.
func (l *Log) Take() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	taken := l.records
	l.records = nil
	return taken
}

func (l *Log) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelInfo }

func (l *Log) Handle(_ context.Context, r slog.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.records = append(l.records, r.Level.String()+" "+r.Message)
	return nil
}

func (l *Log) WithAttrs([]slog.Attr) slog.Handler { return l }
func (l *Log) WithGroup(string) slog.Handler      { return l }
