package faulty

import (
	"context"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/kit"
)

// logged has middleware that only logs.
func logged(t *tools) {
	s := mcp.NewServer(impl, nil)
	s.AddReceivingMiddleware(logging)
	mcp.AddTool(s, &mcp.Tool{Name: "only_logged"}, t.get) // want `tool only_logged has no boundary`
}

func logging(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		slog.InfoContext(ctx, "called", "method", method, "error", err)
		return res, err
	}
}

// other has the boundary on another server than the tool's.
func other(t *tools) {
	guarded, bare := mcp.NewServer(impl, nil), mcp.NewServer(impl, nil)
	guarded.AddReceivingMiddleware(seal)
	mcp.AddTool(guarded, &mcp.Tool{Name: "on_guarded"}, t.get)
	mcp.AddTool(bare, &mcp.Tool{Name: "on_bare"}, t.get) // want `tool on_bare has no boundary`
}

// blind has middleware that looks at the returned error alone, which a typed
// handler's error is not any more when the middleware gets it.
func blind(t *tools) {
	s := mcp.NewServer(impl, nil)
	s.AddReceivingMiddleware(errorsOnly)
	mcp.AddTool(s, &mcp.Tool{Name: "typed_behind_blind"}, t.get)
	s.AddTool(&mcp.Tool{Name: "raw_behind_blind", InputSchema: object}, t.raw)
}

func errorsOnly(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) { // want `tool typed_behind_blind has no boundary: .*errorsOnly`
		defer func() {
			if value := recover(); value != nil {
				slog.ErrorContext(ctx, "panicked", "value", value)
				res, err = nil, kit.Fail(kit.Unknown)
			}
		}()
		if res, err = next(ctx, method, req); err != nil {
			slog.ErrorContext(ctx, "failed", "cause", err)
			return nil, kit.Fail(kit.Unknown)
		}
		return res, nil
	}
}

// seal is a boundary for raw and typed handlers.
func seal(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
		if method != "tools/call" {
			return next(ctx, method, req)
		}
		defer func() {
			if value := recover(); value != nil {
				slog.ErrorContext(ctx, "panicked", "value", value)
				res, err = failed(), nil
			}
		}()
		res, err = next(ctx, method, req)
		if err != nil {
			slog.ErrorContext(ctx, "failed", "cause", err)
			return failed(), nil
		}
		if called, ok := res.(*mcp.CallToolResult); ok && called.GetError() != nil {
			slog.ErrorContext(ctx, "failed", "cause", called.GetError())
			return failed(), nil
		}
		return res, nil
	}
}

func failed() *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: kit.Unknown}}}
}
