// Package outcome is how both notes servers end a tool call. A handler returns
// a result, or an *Error that says what the model should do next and who else
// has to know. A boundary around the handler passes an *Error on, and replaces
// every other error, and every panic, by one fixed text.
package outcome

import (
	"fmt"
	"log/slog"
)

// FaultText is what the model reads when the server is to blame.
const FaultText = "The server could not complete this call; nothing about the request needs to change. Try again later, and tell the user if it keeps failing."

// RetryText is what the model reads when something that the server waits for
// is slow or overloaded.
const RetryText = "The server is busy and could not complete this call; nothing about the request needs to change. Send the same call again in a minute."

// An Error is an ending that a handler chose.
type Error struct {
	Text  string     // for the model
	Level slog.Level // for the log
	cause error      // for the log
}

func (e *Error) Error() string { return e.Text }

// Unwrap returns the cause, if there is one.
func (e *Error) Unwrap() error { return e.cause }

// Because adds what only the log gets to see.
func (e *Error) Because(cause error) *Error {
	e.cause = cause
	return e
}

// New returns an ending at a level of the caller's choice.
func New(level slog.Level, format string, args ...any) *Error {
	return &Error{Text: fmt.Sprintf(format, args...), Level: level}
}

// Correct is for a call that the model can send again in a better form.
func Correct(format string, args ...any) *Error {
	return New(slog.LevelInfo, format, args...)
}

// Stale is for a call that was right until something changed.
func Stale(format string, args ...any) *Error {
	return New(slog.LevelInfo, format, args...)
}

// Retry is for a server that will be able to do it later.
func Retry(format string, args ...any) *Error {
	return New(slog.LevelWarn, format, args...)
}

// Fault is for a server that somebody has to repair.
func Fault(format string, args ...any) *Error {
	return New(slog.LevelError, format, args...)
}
