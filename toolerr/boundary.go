package toolerr

import (
	"context"
	"errors"
)

var errNoResult = errors.New("the handler returned neither a result nor an error")

// Typed is the boundary for a handler that returns an output beside its result
// and leaves it to the SDK to make an error a result: a ToolHandlerFor of
// modelcontextprotocol/go-sdk.
func Typed[Req, In, Res, Out any](next func(context.Context, Req, In) (Res, Out, error)) func(context.Context, Req, In) (Res, Out, error) {
	return func(ctx context.Context, req Req, in In) (res Res, out Out, err error) {
		defer func() {
			if value := recover(); value != nil {
				var noRes Res
				var noOut Out
				res, out, err = noRes, noOut, panicked(ctx, req, value)
			}
		}()
		res, out, err = next(ctx, req, in)
		if err != nil {
			var noRes Res
			var noOut Out
			return noRes, noOut, judge(ctx, req, err)
		}
		return res, out, nil
	}
}

// Raw is the boundary for a handler whose errors the SDK sends to the client
// rather than the model, when the result has a SetError method: a ToolHandler
// of modelcontextprotocol/go-sdk.
func Raw[Req, R any, Res interface {
	*R
	SetError(error)
}](next func(context.Context, Req) (Res, error)) func(context.Context, Req) (Res, error) {
	return func(ctx context.Context, req Req) (res Res, err error) {
		defer func() {
			if value := recover(); value != nil {
				res, err = setError[R, Res](panicked(ctx, req, value))
			}
		}()
		res, err = next(ctx, req)
		if err != nil {
			return setError[R, Res](judge(ctx, req, err))
		}
		if res == nil {
			return setError[R, Res](fault(ctx, req, errNoResult))
		}
		return res, nil
	}
}

// setError answers with an error that judge has let through.
func setError[R any, Res interface {
	*R
	SetError(error)
}](err error) (Res, error) {
	if !forModel(err) {
		return nil, err
	}
	res := Res(new(R))
	res.SetError(err)
	return res, nil
}

// forModel reports whether an error that judge has let through is the model's
// to read, rather than the client's or nobody's.
func forModel(err error) bool {
	_, ok := err.(leveled)
	return ok
}

// Plain is the boundary for a handler whose errors the SDK sends to the client
// rather than the model. It is given the SDK's function that makes an error
// result of a text: for a ToolHandlerFunc of mark3labs/mcp-go that is
// mcp.NewToolResultError.
func Plain[Req, R any](next func(context.Context, Req) (*R, error), result func(string) *R) func(context.Context, Req) (*R, error) {
	return func(ctx context.Context, req Req) (res *R, err error) {
		defer func() {
			if value := recover(); value != nil {
				res, err = answer(ctx, panicked(ctx, req, value), result)
			}
		}()
		res, err = next(ctx, req)
		if err != nil {
			return answer(ctx, judge(ctx, req, err), result)
		}
		if res == nil {
			return answer(ctx, fault(ctx, req, errNoResult), result)
		}
		return res, nil
	}
}

// PlainArgs is [Plain] for a handler that is given its arguments decoded: a
// TypedToolHandlerFunc of mark3labs/mcp-go.
func PlainArgs[Req, In, R any](next func(context.Context, Req, In) (*R, error), result func(string) *R) func(context.Context, Req, In) (*R, error) {
	return func(ctx context.Context, req Req, in In) (res *R, err error) {
		defer func() {
			if value := recover(); value != nil {
				res, err = answer(ctx, panicked(ctx, req, value), result)
			}
		}()
		res, err = next(ctx, req, in)
		if err != nil {
			return answer(ctx, judge(ctx, req, err), result)
		}
		if res == nil {
			return answer(ctx, fault(ctx, req, errNoResult), result)
		}
		return res, nil
	}
}

// answer makes a result of an error that judge has let through. The error
// itself would be lost in it, so the request log is told.
func answer[R any](ctx context.Context, err error, result func(string) *R) (*R, error) {
	if !forModel(err) {
		return nil, err
	}
	remember(ctx, err)
	return result(err.Error()), nil
}

// Structured is the boundary for a handler that returns a value of its own
// beside its error, when an adapter of the SDK makes results of both: a
// StructuredToolHandlerFunc of mark3labs/mcp-go. The adapter puts words of its
// own before the text of an error.
func Structured[Req, In, Out any](next func(context.Context, Req, In) (Out, error)) func(context.Context, Req, In) (Out, error) {
	return func(ctx context.Context, req Req, in In) (out Out, err error) {
		defer func() {
			if value := recover(); value != nil {
				var none Out
				failed := panicked(ctx, req, value)
				remember(ctx, failed)
				out, err = none, failed
			}
		}()
		out, err = next(ctx, req, in)
		if err != nil {
			var none Out
			err = judge(ctx, req, err)
			remember(ctx, err)
			return none, err
		}
		return out, nil
	}
}
