package toolerr

import (
	"context"
	"errors"
	"log/slog"
)

// LogReceiving is a request log for modelcontextprotocol/go-sdk. It goes
// outside of every boundary:
//
//	s.AddReceivingMiddleware(toolerr.LogReceiving)
//
// Each failed tool call is one record called tool_call_failed, at the level of
// its error, unless the boundary has logged it. A result with the error flag is
// a failure too; if nothing tells its level, that is WARN. An error that no
// boundary has seen is a fault, and so an ERROR.
func LogReceiving[H ~func(context.Context, string, Req) (Res, error), Req, Res any](next H) H {
	return func(ctx context.Context, method string, req Req) (Res, error) {
		res, err := next(ctx, method, req)
		switch {
		case method != callTool:
		case err != nil:
			logCall(ctx, toolName(req), err)
		case isError(res):
			var kept error
			if r, ok := any(res).(interface{ GetError() error }); ok {
				kept = r.GetError()
			}
			logCall(ctx, toolName(req), kept)
		}
		return res, err
	}
}

// LogToolHandler is [LogReceiving] for mark3labs/mcp-go:
//
//	server.WithToolHandlerMiddleware(toolerr.LogToolHandler)
//
// A result of this SDK has no place for the error that it was made of. The
// boundary leaves that in the call's context, which costs an allocation.
func LogToolHandler[H ~func(context.Context, Req) (Res, error), Req, Res any](next H) H {
	return func(ctx context.Context, req Req) (Res, error) {
		m := &memory{Context: ctx}
		res, err := next(m, req)
		switch {
		case err != nil:
			logCall(ctx, toolName(req), err)
		case m.err != nil || isError(res):
			logCall(ctx, toolName(req), m.err)
		}
		return res, err
	}
}

// A memory is the context of a call, in which a boundary leaves the error that
// it made a result of, for the request log outside of it.
type memory struct {
	context.Context
	err error
}

type memoryKey struct{}

func (m *memory) Value(key any) any {
	if key == (memoryKey{}) {
		return m
	}
	return m.Context.Value(key)
}

func remember(ctx context.Context, err error) {
	if m, ok := ctx.Value(memoryKey{}).(*memory); ok {
		m.err = err
	}
}

// logCall logs a failed call. Of a result with the error flag that nobody has
// made of an error, err is nil.
func logCall(ctx context.Context, tool string, err error) {
	level := slog.LevelError
	if e, ok := errors.AsType[*Error](err); ok {
		if e != nil && e.logged {
			return
		}
		level = e.LogLevel()
	} else if e, ok := errors.AsType[leveled](err); ok {
		level = e.LogLevel()
	} else if err == nil {
		level = slog.LevelWarn
	} else if canceled(ctx, err) {
		level = slog.LevelDebug
	} else if fromArguments(err) || protocol(err) != nil {
		level = slog.LevelInfo
	}
	attrs := []slog.Attr{slog.String("tool", tool)}
	if err != nil {
		attrs = append(attrs, slog.Any("error", err))
	}
	slog.LogAttrs(ctx, level, "tool_call_failed", attrs...)
}
