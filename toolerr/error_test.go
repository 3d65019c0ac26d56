package toolerr_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolvet/toolvet/toolerr"
)

func TestErrorChain(t *testing.T) {
	gone := toolerr.Correct("no note")
	err := gone.Because(&os.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist})
	if !errors.Is(err, gone) || !errors.Is(err, fs.ErrNotExist) {
		t.Error("errors.Is does not find the error itself, or its cause")
	}
	if path, ok := errors.AsType[*os.PathError](err); !ok || path.Path != "x" {
		t.Error("errors.As does not find the cause")
	}
	if gone.Unwrap() != nil {
		t.Error("Because changed the error that it was called on")
	}
	if errors.Is(err, toolerr.Correct("no note")) {
		t.Error("two errors with the same text are the same")
	}
	if err.Error() != "no note" {
		t.Errorf("the text is %q; the cause must not show", err)
	}
}

func TestGo(t *testing.T) {
	log := capture(t)
	for name, work := range map[string]func(context.Context) error{
		"error": func(context.Context) error { return errors.New("x") },
		"panic": func(context.Context) error { panic("x") },
		"ended": func(ctx context.Context) error { return ctx.Err() },
	} {
		synctest.Test(t, func(*testing.T) {
			toolerr.Go(canceledContext(), name, work)
			synctest.Wait()
		})
		want := "ERROR background_failed"
		if name == "ended" {
			want = "" // the work does not end with the call
		}
		if got := log.take(); got != want {
			t.Errorf("%s: log %q, want %q", name, got, want)
		}
	}
}

func TestHooks(t *testing.T) {
	log := capture(t)
	chosen := toolerr.Correct("ref %q names no file", "x")
	for _, c := range []struct {
		name, text, log string
		work            func(context.Context, string) (int, error)
	}{
		{"deliberate", chosen.Error(), "", func(context.Context, string) (int, error) { return 7, chosen }},
		{"fault", toolerr.FaultText, "ERROR tool_failed upload", func(context.Context, string) (int, error) { return 7, errors.New("secret") }},
		{"deadline", toolerr.FaultText, "ERROR tool_failed upload", func(ctx context.Context, _ string) (int, error) {
			ctx, cancel := context.WithTimeout(ctx, time.Nanosecond)
			defer cancel()
			<-ctx.Done()
			return 7, ctx.Err()
		}},
		{"panic", toolerr.FaultText, "ERROR tool_failed upload", func(context.Context, string) (int, error) { panic("secret") }},
	} {
		n, err := toolerr.Work("upload", c.work)(t.Context(), "x")
		if n != 0 || err == nil || err.Error() != c.text {
			t.Errorf("%s: %d, %v; want %s", c.name, n, err, c.text)
		}
		if got := log.take(); got != c.log {
			t.Errorf("%s: log %q, want %q", c.name, got, c.log)
		}
		err = toolerr.Hook("upload", func(ctx context.Context, in string) error {
			_, err := c.work(ctx, in)
			return err
		})(t.Context(), "x")
		if err == nil || err.Error() != c.text {
			t.Errorf("%s: hook: %v, want %s", c.name, err, c.text)
		}
		if got := log.take(); got != c.log {
			t.Errorf("%s: hook: log %q, want %q", c.name, got, c.log)
		}
	}
	if n, err := toolerr.Work("upload", func(context.Context, string) (int, error) { return 7, nil })(t.Context(), "x"); n != 7 || err != nil {
		t.Errorf("success: %d, %v", n, err)
	}
}
