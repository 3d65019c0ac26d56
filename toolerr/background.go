package toolerr

import (
	"context"
	"log/slog"
	"runtime/debug"
)

// Go runs work that a call starts and does not wait for. The work keeps the
// values of the call's context but not its end, and a panic in it ends the work
// and not the server. A failure is one ERROR record called background_failed.
func Go(ctx context.Context, name string, work func(context.Context) error) {
	ctx = context.WithoutCancel(ctx)
	go func() {
		defer func() {
			if value := recover(); value != nil {
				slog.ErrorContext(ctx, "background_failed", "work", name, "panic", value, "stack", string(debug.Stack()))
			}
		}()
		if err := work(ctx); err != nil {
			slog.ErrorContext(ctx, "background_failed", "work", name, "type", typeName(err), "error", err)
		}
	}()
}

// Hook is the boundary for a function of the program's own that runs within a
// tool somebody else registers, such as a check of the arguments: an error made
// for the model passes, as do protocol errors and cancellation, and everything
// else is a fault.
func Hook[In any](name string, hook func(context.Context, In) error) func(context.Context, In) error {
	return func(ctx context.Context, in In) (err error) {
		defer func() {
			if value := recover(); value != nil {
				err = panicked(ctx, named(name), value)
			}
		}()
		if err = hook(ctx, in); err != nil {
			return judgeHook(ctx, name, err)
		}
		return nil
	}
}

// Work is [Hook] for work that takes long and answers with a value, such as a
// task handler of mark3labs/mcp-go. Running into its own deadline is a fault
// too: whoever waits was promised an answer, and sending the call again would
// start over.
func Work[In, Out any](name string, work func(context.Context, In) (Out, error)) func(context.Context, In) (Out, error) {
	return func(ctx context.Context, in In) (out Out, err error) {
		defer func() {
			if value := recover(); value != nil {
				var none Out
				out, err = none, panicked(ctx, named(name), value)
			}
		}()
		out, err = work(ctx, in)
		if err != nil {
			var none Out
			return none, judgeHook(ctx, name, err)
		}
		return out, nil
	}
}

func judgeHook(ctx context.Context, name string, err error) error {
	if chosen := deliberate(err); chosen != nil {
		return chosen
	}
	if wire := protocol(err); wire != nil {
		return wire
	}
	if canceled(ctx, err) {
		return context.Canceled
	}
	return fault(ctx, named(name), err)
}

// named is what toolName finds a hook's name in.
func named(name string) any {
	var req struct{ Params struct{ Name string } }
	req.Params.Name = name
	return req
}
