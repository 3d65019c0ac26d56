package toolerr_test

import (
	"context"
	"errors"
	"fmt"
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

// The log has the cause, though the error's text leaves it out.
func TestGoCause(t *testing.T) {
	log := capture(t)
	synctest.Test(t, func(*testing.T) {
		toolerr.Go(context.Background(), "sync", func(context.Context) error { return toolerr.Fault("no sync").Because(errors.New("disk full")) })
		synctest.Wait()
	})
	if got, want := fmt.Sprint(log.attrs[0]["error"]), "map[cause:disk full text:no sync]"; got != want {
		t.Errorf("record %s, want %s", got, want)
	}
}

func TestHooks(t *testing.T) {
	log := capture(t)
	chosen := toolerr.Correct("ref %q names no file", "x")
	const fault = "ERROR tool_failed upload"
	for _, c := range []struct {
		name, text, log string
		end             error
		panic           any
	}{
		{name: "deliberate", end: chosen, text: chosen.Error()},
		{name: "deliberate, wrapped", end: fmt.Errorf("secret: %w", chosen), text: chosen.Error()},
		{name: "fault", end: errors.New("secret"), text: toolerr.FaultText, log: fault},
		{name: "timeout of something else", end: os.ErrDeadlineExceeded, text: toolerr.FaultText, log: fault},
		{name: "panic", panic: "secret", text: toolerr.FaultText, log: fault},
	} {
		for when, over := range map[string]bool{"before its deadline": false, "after its deadline": true} {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				work := func(ctx context.Context, _ string) (int, error) {
					if over {
						<-ctx.Done()
					}
					if c.panic != nil {
						panic(c.panic)
					}
					return 7, c.end
				}
				n, err := toolerr.Work("upload", work)(ctx, "x")
				if n != 0 || err == nil || err.Error() != c.text {
					t.Errorf("%s, %s: %d, %v; want %s", c.name, when, n, err, c.text)
				}
				if got := log.take(); got != c.log {
					t.Errorf("%s, %s: log %q, want %q", c.name, when, got, c.log)
				}
				err = toolerr.Hook("upload", func(ctx context.Context, in string) error {
					_, err := work(ctx, in)
					return err
				})(ctx, "x")
				if err == nil || err.Error() != c.text {
					t.Errorf("%s, %s: hook: %v, want %s", c.name, when, err, c.text)
				}
				if got := log.take(); got != c.log {
					t.Errorf("%s, %s: hook: log %q, want %q", c.name, when, got, c.log)
				}
			})
		}
	}
	// Work that is stopped by its own deadline, and work whose caller has left.
	past, stop := context.WithTimeout(t.Context(), 0)
	defer stop()
	ended := func(ctx context.Context, _ string) (int, error) { return 7, ctx.Err() }
	if _, err := toolerr.Work("upload", ended)(past, "x"); err == nil || err.Error() != toolerr.FaultText || log.take() != fault {
		t.Errorf("stopped by its deadline: %v; want a fault", err)
	}
	if _, err := toolerr.Work("upload", ended)(canceledContext(), "x"); !errors.Is(err, context.Canceled) || log.take() != "" {
		t.Errorf("its caller has left: %v; want the cancellation, and no record", err)
	}
	if n, err := toolerr.Work("upload", func(context.Context, string) (int, error) { return 7, nil })(t.Context(), "x"); n != 7 || err != nil {
		t.Errorf("success: %d, %v", n, err)
	}
}
