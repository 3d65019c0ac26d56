package outcome

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"runtime/debug"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// judge logs how a call failed, and returns the error that may leave the
// boundary: one that was made for the model, a protocol error, or a
// cancellation that nobody waits for any more.
func judge(ctx context.Context, tool string, err error) error {
	var chosen *Error
	switch {
	case errors.As(err, &chosen):
		slog.Log(ctx, chosen.Level, "tool_call_failed", "tool", tool, "text", chosen.Text, "cause", chosen.cause)
		return chosen
	case protocol(err) != nil:
		return protocol(err)
	case errors.Is(err, context.Canceled):
		slog.DebugContext(ctx, "tool_call_canceled", "tool", tool)
		return context.Canceled
	case heals(err):
		slog.WarnContext(ctx, "tool_call_failed", "tool", tool, "cause", err)
		return Retry(RetryText)
	default:
		slog.ErrorContext(ctx, "tool_failed", "tool", tool, "type", fmt.Sprintf("%T", err), "cause", err)
		return Fault(FaultText)
	}
}

// panicked is judge for a panic.
func panicked(ctx context.Context, tool string, value any) error {
	slog.ErrorContext(ctx, "tool_failed", "tool", tool, "panic", value, "stack", string(debug.Stack()))
	return Fault(FaultText)
}

// protocol returns the part of err that speaks to the client and not to the
// model, without what is wrapped around it.
func protocol(err error) error {
	var wire *jsonrpc.Error
	if errors.As(err, &wire) {
		return wire
	}
	var visit mcpgo.URLElicitationRequiredError
	if errors.As(err, &visit) {
		return visit
	}
	return nil
}

// heals reports whether waiting is all that is needed.
func heals(err error) bool {
	if errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		return true
	}
	upstream, ok := errors.AsType[interface {
		error
		Retryable() bool
	}](err)
	return ok && upstream.Retryable()
}
