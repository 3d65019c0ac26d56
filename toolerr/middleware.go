package toolerr

import (
	"context"
)

// callTool is the method of a tool call.
const callTool = "tools/call"

// ToolHandlerMiddleware is [Plain] for all tools of a server at once, as
// mark3labs/mcp-go takes it. The handler's type has to be named:
//
//	server.WithToolHandlerMiddleware(toolerr.ToolHandlerMiddleware[server.ToolHandlerFunc](mcp.NewToolResultError))
func ToolHandlerMiddleware[H ~func(context.Context, Req) (*R, error), Req, R any](result func(string) *R) func(H) H {
	return func(next H) H {
		return Plain(next, result)
	}
}

// ReceivingMiddleware is the boundary for all tools of a server at once, as
// modelcontextprotocol/go-sdk takes it. The type of a tool's result has to be
// named:
//
//	s.AddReceivingMiddleware(toolerr.ReceivingMiddleware[mcp.CallToolResult])
//
// The SDK has made results of the errors of typed handlers before it gets here;
// they are judged by the error that such a result keeps.
func ReceivingMiddleware[R any, PR interface {
	*R
	SetError(error)
	GetError() error
}, H ~func(context.Context, string, Req) (Res, error), Req, Res any](next H) H {
	return func(ctx context.Context, method string, req Req) (res Res, err error) {
		if method != callTool {
			return next(ctx, method, req)
		}
		defer func() {
			if value := recover(); value != nil {
				res, err = resultOf[R, PR, Res](panicked(ctx, req, value))
			}
		}()
		res, err = next(ctx, method, req)
		if err != nil {
			return resultOf[R, PR, Res](judge(ctx, req, err))
		}
		called, ok := any(res).(PR)
		if !ok {
			return res, nil
		}
		if called == nil {
			return resultOf[R, PR, Res](fault(ctx, req, errNoResult))
		}
		if cause := called.GetError(); cause != nil && !fromArguments(cause) {
			if judged := judge(ctx, req, cause); judged != cause {
				return resultOf[R, PR, Res](judged)
			}
		}
		return res, nil
	}
}

// resultOf answers with an error that judge has let through.
func resultOf[R any, PR interface {
	*R
	SetError(error)
	GetError() error
}, Res any](err error) (Res, error) {
	var none Res
	if !forModel(err) {
		return none, err
	}
	called := PR(new(R))
	called.SetError(err)
	res, ok := any(called).(Res)
	if !ok {
		return none, err // R is not a result of this SDK
	}
	return res, nil
}
