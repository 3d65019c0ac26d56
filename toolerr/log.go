package toolerr

import (
	"context"
	"log/slog"
)

// LogReceiving is a request log for modelcontextprotocol/go-sdk. It goes
// outside of every boundary:
//
//	s.AddReceivingMiddleware(toolerr.LogReceiving)
//
// Each failed tool call is one record called tool_call_failed, at the level of
// its error, unless the boundary has logged it. A result with the error flag is
// a failure too; if nothing tells its level, that is WARN.
func LogReceiving[H ~func(context.Context, string, Req) (Res, error), Req, Res any](next H) H {
	return func(ctx context.Context, method string, req Req) (Res, error) {
		if method != callTool {
			return next(ctx, method, req)
		}
		ctx, memory := withMemory(ctx)
		res, err := next(ctx, method, req)
		logCall(ctx, req, res, err, memory)
		return res, err
	}
}

// LogToolHandler is [LogReceiving] for mark3labs/mcp-go:
//
//	server.WithToolHandlerMiddleware(toolerr.LogToolHandler)
func LogToolHandler[H ~func(context.Context, Req) (Res, error), Req, Res any](next H) H {
	return func(ctx context.Context, req Req) (Res, error) {
		ctx, memory := withMemory(ctx)
		res, err := next(ctx, req)
		logCall(ctx, req, res, err, memory)
		return res, err
	}
}

// A memory is where a boundary leaves the error that it made a result of, for
// the request log outside of it.
type memory struct{ err error }

type memoryKey struct{}

func withMemory(ctx context.Context) (context.Context, *memory) {
	m := &memory{}
	return context.WithValue(ctx, memoryKey{}, m), m
}

func remember(ctx context.Context, err error) {
	if m, ok := ctx.Value(memoryKey{}).(*memory); ok {
		m.err = err
	}
}

func logCall(ctx context.Context, req, res any, err error, m *memory) {
	if err == nil && m.err != nil {
		err = m.err
	}
	if kept, ok := res.(interface{ GetError() error }); ok && err == nil && isError(res) {
		err = kept.GetError()
	}
	if err == nil && !isError(res) {
		return
	}
	level := slog.LevelWarn
	switch e := err.(type) {
	case *Error:
		if e != nil && e.logged {
			return
		}
		level = e.LogLevel()
	case leveled:
		level = e.LogLevel()
	case nil:
	default:
		if fromArguments(err) || protocol(err) != nil {
			level = slog.LevelInfo
		} else if err == context.Canceled {
			level = slog.LevelDebug
		}
	}
	attrs := []slog.Attr{slog.String("tool", toolName(req))}
	if err != nil {
		attrs = append(attrs, slog.Any("error", err))
	}
	slog.LogAttrs(ctx, level, "tool_call_failed", attrs...)
}
