package outcome

import (
	"context"
	"log/slog"
	"runtime/debug"
)

// Go runs work that a call starts and does not wait for. It outlives the call,
// and a panic in it ends the work and not the server.
func Go(ctx context.Context, name string, work func(context.Context) error) {
	ctx = context.WithoutCancel(ctx)
	go func() {
		defer func() {
			if value := recover(); value != nil {
				slog.ErrorContext(ctx, "background_failed", "work", name, "panic", value, "stack", string(debug.Stack()))
			}
		}()
		if err := work(ctx); err != nil {
			slog.ErrorContext(ctx, "background_failed", "work", name, "cause", err)
		}
	}()
}
