package toolerr

import (
	"fmt"
	"log/slog"
)

// An Error is the end of a call that its tool chose: a text that tells the
// model what to do next, and the level at which the failure is logged, which
// says who else has to act.
type Error struct {
	text   string
	level  slog.Level
	cause  error
	origin *Error // what Because was called on, for errors.Is
	logged bool   // there is a record of it already
}

// Correct is for a call that cannot be served as it was sent, when the model
// can send a better one. The text names the argument, quotes what was sent, and
// says which tool and parameter to use next. It is logged at INFO.
func Correct(format string, args ...any) *Error {
	return &Error{text: fmt.Sprintf(format, args...), level: slog.LevelInfo}
}

// Stale is for a call that was right until something else changed: a version, a
// cursor, a lock. The text says that the same call will fail again, and where
// the fresh value comes from. It is logged at INFO.
func Stale(format string, args ...any) *Error {
	return &Error{text: fmt.Sprintf(format, args...), level: slog.LevelInfo}
}

// Unavailable is for a condition that heals itself, when it can be named more
// precisely than the boundary's own text does. The text says when to send the
// same call again. It is logged at WARN.
func Unavailable(format string, args ...any) *Error {
	return &Error{text: fmt.Sprintf(format, args...), level: slog.LevelWarn}
}

// Fault is for a server that somebody has to repair, when there is more to say
// than the boundary's own text does. The text says that the request was fine,
// and to tell the user. It is logged at ERROR.
func Fault(format string, args ...any) *Error {
	return &Error{text: fmt.Sprintf(format, args...), level: slog.LevelError}
}

// Because returns the error with a cause. The cause is for the log, and for
// [errors.Is] and [errors.As]; the model does not see it. The error itself does
// not change, so that it may be a variable of a package.
func (e *Error) Because(cause error) *Error {
	return &Error{text: e.text, level: e.level, cause: cause, origin: e.first(), logged: e.logged}
}

// Error is the text for the model.
func (e *Error) Error() string {
	if e == nil {
		return FaultText
	}
	return e.text
}

// Unwrap returns the cause, or nil.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.cause
}

// Is reports whether target is the error that this one was made of with
// Because.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && e != nil && t != nil && e.first() == t.first()
}

func (e *Error) first() *Error {
	if e.origin != nil {
		return e.origin
	}
	return e
}

// LogLevel is the level at which the failure is logged. Other types of errors
// that have this method pass the boundary like an Error.
func (e *Error) LogLevel() slog.Level {
	if e == nil {
		return slog.LevelError
	}
	return e.level
}

// LogValue is the error as an operator wants to see it, with its cause.
func (e *Error) LogValue() slog.Value {
	if e == nil || e.cause == nil {
		return slog.StringValue(e.Error())
	}
	return slog.GroupValue(slog.String("text", e.text), slog.String("cause", text(e.cause)))
}
