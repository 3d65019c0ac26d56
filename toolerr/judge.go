package toolerr

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"reflect"
	"runtime/debug"
)

// FaultText is what the model reads when the server is to blame.
const FaultText = "The call failed on the server's side; nothing about the request needs to change. Try again later, and tell the user if it keeps failing."

// RetryText is what the model reads when something that the server depends on
// is slow or overloaded.
const RetryText = "The server is too busy to complete this call; nothing about the request needs to change. Send the same call again in a minute."

// leveled is an error that was made for the model.
type leveled interface {
	error
	LogLevel() slog.Level
}

// judge returns the error that may leave the boundary in place of err, and logs
// what nobody else will: faults, and conditions that heal themselves.
func judge(ctx context.Context, req any, err error) error {
	if chosen := deliberate(err); chosen != nil {
		return chosen
	}
	if wire := protocol(err); wire != nil {
		return wire
	}
	if canceled(ctx, err) {
		return context.Canceled
	}
	if heals(err) {
		return unavailable(ctx, req, err)
	}
	return fault(ctx, req, err)
}

// canceled reports whether an error says no more than that the caller waits no
// longer. A cancellation from elsewhere is a failure like any other.
func canceled(ctx context.Context, err error) bool {
	return errors.Is(ctx.Err(), context.Canceled) && (errors.Is(err, context.Canceled) || statusOf(err) == grpcCanceled)
}

// deliberate is the part of err that was made for the model, or nil. What is
// wrapped around it becomes its cause.
func deliberate(err error) error {
	if e, ok := errors.AsType[*Error](err); ok {
		switch {
		case e == nil:
			return nil // a fault: an *Error that was never set
		case error(e) == err:
			return e
		}
		return e.Because(err)
	}
	if e, ok := errors.AsType[leveled](err); ok {
		return e
	}
	return nil
}

func unavailable(ctx context.Context, req any, err error) *Error {
	slog.WarnContext(ctx, "tool_unavailable", "tool", toolName(req), "type", typeName(err), "error", text(err))
	return &Error{text: RetryText, level: slog.LevelWarn, cause: err, logged: true}
}

func fault(ctx context.Context, req any, err error) *Error {
	slog.ErrorContext(ctx, "tool_failed", "tool", toolName(req), "type", typeName(err), "error", text(err), "stack", string(debug.Stack()))
	return &Error{text: FaultText, level: slog.LevelError, cause: err, logged: true}
}

// panicked is fault for a panic. It is called while the stack that panicked is
// still there.
func panicked(ctx context.Context, req any, value any) *Error {
	if value == http.ErrAbortHandler {
		panic(value) // how a handler ends a response on purpose
	}
	err, ok := value.(error)
	if !ok {
		err = fmt.Errorf("%v", value)
	}
	slog.ErrorContext(ctx, "tool_failed", "tool", toolName(req), "type", fmt.Sprintf("panic(%T)", value), "error", text(err), "stack", string(debug.Stack()))
	return &Error{text: FaultText, level: slog.LevelError, cause: err, logged: true}
}

// text is an error's text, also where the error is a nil pointer.
func text(err error) (s string) {
	defer func() {
		if recover() != nil {
			s = "its Error method panics"
		}
	}()
	return err.Error()
}

// typeName is the type of an error beneath what only adds words to it.
func typeName(err error) string {
	for {
		t := reflect.TypeOf(err)
		if s := t.String(); s != "*fmt.wrapError" && s != "*errors.joinError" && s != "*fmt.wrapErrors" {
			return s
		}
		inner := errors.Unwrap(err)
		if inner == nil {
			return t.String()
		}
		err = inner
	}
}
