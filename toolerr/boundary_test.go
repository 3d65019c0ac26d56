package toolerr_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/toolvet/toolvet/toolerr"
)

type throttled struct{}

func (throttled) Error() string             { return "secret" }
func (throttled) RetryAfter() time.Duration { return time.Second }

type status int

func (status) Error() string     { return "secret" }
func (s status) StatusCode() int { return int(s) }

// Errors as clients of services make them.
type (
	grpcStatus struct{ code uint32 }
	grpcError  struct{ status *grpcStatus }

	kubeStatus struct{ Code int32 }
	kubeError  struct{ ErrStatus kubeStatus }

	apiError struct{ Code int }

	responseError struct{ Response *http.Response }

	limitError struct{ RetryAfter *time.Duration }
)

func (s *grpcStatus) Code() uint32           { return s.code }
func (*grpcError) Error() string             { return "secret" }
func (e *grpcError) GRPCStatus() *grpcStatus { return e.status }
func (*kubeError) Error() string             { return "secret" }
func (e *kubeError) Status() kubeStatus      { return e.ErrStatus }
func (*apiError) Error() string              { return "secret" }
func (*responseError) Error() string         { return "secret" }
func (*limitError) Error() string            { return "secret" }

// foreign is an error for the model that belongs to another package.
type foreign struct{}

func (foreign) Error() string        { return "no such day" }
func (foreign) LogLevel() slog.Level { return slog.LevelInfo }

var endings = []struct {
	name  string
	ctx   context.Context
	err   error
	panic any
	text  string // what the model reads
	log   string // of the boundary
	call  string // of the request log outside of it
}{
	{name: "success", text: "ok"},
	{name: "correct", err: toolerr.Correct("no %s", "note").Because(errors.New("secret")), text: "no note", call: "INFO tool_call_failed read_note"},
	{name: "stale, wrapped", err: fmt.Errorf("secret: %w", toolerr.Stale("old")), text: "old", call: "INFO tool_call_failed read_note"},
	{name: "unavailable", err: toolerr.Unavailable("rebuilding"), text: "rebuilding", call: "WARN tool_call_failed read_note"},
	{name: "fault", err: toolerr.Fault("broken"), text: "broken", call: "ERROR tool_call_failed read_note"},
	{name: "foreign", err: foreign{}, text: "no such day", call: "INFO tool_call_failed read_note"},
	{name: "timeout", err: fmt.Errorf("secret: %w", context.DeadlineExceeded), text: toolerr.RetryText, log: "WARN tool_unavailable read_note"},
	{name: "network", err: &os.PathError{Op: "read", Path: "secret", Err: os.ErrDeadlineExceeded}, text: toolerr.RetryText, log: "WARN tool_unavailable read_note"},
	{name: "throttled", err: throttled{}, text: toolerr.RetryText, log: "WARN tool_unavailable read_note"},
	{name: "503", err: status(503), text: toolerr.RetryText, log: "WARN tool_unavailable read_note"},
	{name: "500", err: status(500), text: toolerr.FaultText, log: "ERROR tool_failed read_note"},
	{name: "gRPC unavailable", err: fmt.Errorf("a: %w", &grpcError{&grpcStatus{14}}), text: toolerr.RetryText, log: "WARN tool_unavailable read_note"},
	{name: "gRPC internal", err: &grpcError{&grpcStatus{13}}, text: toolerr.FaultText, log: "ERROR tool_failed read_note"},
	{name: "joined", err: errors.Join(errors.New("a"), &kubeError{kubeStatus{429}}), text: toolerr.RetryText, log: "WARN tool_unavailable read_note"},
	{name: "404 of a cluster", err: &kubeError{kubeStatus{404}}, text: toolerr.FaultText, log: "ERROR tool_failed read_note"},
	{name: "429 in a field", err: &apiError{429}, text: toolerr.RetryText, log: "WARN tool_unavailable read_note"},
	{name: "a program's own code", err: &apiError{4}, text: toolerr.FaultText, log: "ERROR tool_failed read_note"},
	{name: "response 503", err: &responseError{&http.Response{StatusCode: 503}}, text: toolerr.RetryText, log: "WARN tool_unavailable read_note"},
	{name: "response with Retry-After", err: &responseError{&http.Response{StatusCode: 403, Header: http.Header{"Retry-After": {"60"}}}}, text: toolerr.RetryText, log: "WARN tool_unavailable read_note"},
	{name: "response 500", err: &responseError{&http.Response{StatusCode: 500}}, text: toolerr.FaultText, log: "ERROR tool_failed read_note"},
	{name: "no response", err: &responseError{}, text: toolerr.FaultText, log: "ERROR tool_failed read_note"},
	{name: "rate limit with a field", err: &limitError{new(time.Duration)}, text: toolerr.RetryText, log: "WARN tool_unavailable read_note"},
	{name: "URL timeout", err: &url.Error{Op: "Get", URL: "http://secret", Err: os.ErrDeadlineExceeded}, text: toolerr.RetryText, log: "WARN tool_unavailable read_note"},
	{name: "method on nil", err: (*grpcError)(nil), text: toolerr.FaultText, log: "ERROR tool_failed read_note"},
	{name: "unknown", err: errors.New("secret"), text: toolerr.FaultText, log: "ERROR tool_failed read_note"},
	{name: "nil pointer", err: (*toolerr.Error)(nil), text: toolerr.FaultText, log: "ERROR tool_failed read_note"},
	{name: "panic", panic: "secret", text: toolerr.FaultText, log: "ERROR tool_failed read_note"},
	{name: "own cancellation", err: context.Canceled, text: toolerr.FaultText, log: "ERROR tool_failed read_note"},
	{name: "canceled", ctx: canceledContext(), err: fmt.Errorf("secret: %w", context.Canceled), text: "context canceled", call: "DEBUG tool_call_failed read_note"},
	{name: "canceled in gRPC", ctx: canceledContext(), err: &grpcError{&grpcStatus{1}}, text: "context canceled", call: "DEBUG tool_call_failed read_note"},
	{name: "gRPC canceled elsewhere", err: &grpcError{&grpcStatus{1}}, text: toolerr.FaultText, log: "ERROR tool_failed read_note"},
}

// read is what the model sees of a handler's answer.
func read(res *result, err error) string {
	if err != nil {
		return err.Error()
	}
	return res.Text
}

func TestBoundaries(t *testing.T) {
	log := capture(t)
	for _, e := range endings {
		ctx := e.ctx
		if ctx == nil {
			ctx = t.Context()
		}
		plain := func(context.Context, *request) (*result, error) {
			if e.panic != nil {
				panic(e.panic)
			}
			return &result{Text: "ok"}, e.err
		}
		args := func(ctx context.Context, req *request, _ int) (*result, error) { return plain(ctx, req) }
		typed := func(ctx context.Context, req *request, _ int) (*result, string, error) {
			res, err := plain(ctx, req)
			return res, "out", err
		}
		type methodHandler func(context.Context, string, any) (any, error)
		// The SDK's own part: errors of typed handlers become results.
		method := func(ctx context.Context, _ string, req any) (any, error) {
			res, err := plain(ctx, req.(*request))
			if err != nil {
				failed := &result{}
				failed.SetError(err)
				return failed, nil
			}
			return res, nil
		}
		for shape, run := range map[string]func() (*result, error){
			"typed": func() (*result, error) {
				res, out, err := toolerr.Typed(typed)(ctx, call, 1)
				if err != nil && (res != nil || out != "") {
					t.Errorf("%s: typed: result %v and output %q beside an error", e.name, res, out)
				}
				return res, err
			},
			"raw":        func() (*result, error) { return toolerr.Raw(plain)(ctx, call) },
			"plain":      func() (*result, error) { return toolerr.Plain(plain, errorResult)(ctx, call) },
			"plain args": func() (*result, error) { return toolerr.PlainArgs(args, errorResult)(ctx, call, 1) },
			"structured": func() (*result, error) { return toolerr.Structured(args)(ctx, call, 1) },
			"receiving": func() (*result, error) {
				res, err := toolerr.ReceivingMiddleware[result](methodHandler(method))(ctx, "tools/call", call)
				if err != nil {
					return nil, err
				}
				return res.(*result), nil
			},
		} {
			if got := read(run()); got != e.text {
				t.Errorf("%s: %s: the model reads %q, want %q", e.name, shape, got, e.text)
			}
			if got := log.take(); got != e.log {
				t.Errorf("%s: %s: log %q, want %q", e.name, shape, got, e.log)
			}
		}

		// With a request log outside, there is one record of each failure.
		want := e.log + e.call
		if got, _ := toolerr.LogToolHandler(toolerr.Plain(plain, errorResult))(ctx, call); got != nil && got.Text != e.text {
			t.Errorf("%s: the request log changed the result to %q", e.name, got.Text)
		}
		if got := log.take(); got != want {
			t.Errorf("%s: with a request log: %q, want %q", e.name, got, want)
		}
		if _, err := toolerr.LogReceiving(toolerr.ReceivingMiddleware[result](methodHandler(method)))(ctx, "tools/call", call); err != nil && e.ctx == nil {
			t.Errorf("%s: %v", e.name, err)
		}
		if got := log.take(); got != want {
			t.Errorf("%s: with a receiving request log: %q, want %q", e.name, got, want)
		}
	}
}

func TestRecord(t *testing.T) {
	log := capture(t)
	err := fmt.Errorf("load: %w", &os.PathError{Op: "open", Path: "/srv/notes", Err: os.ErrPermission})
	handler := func(context.Context, *request) (*result, error) { return nil, err }
	if _, err := toolerr.Plain(handler, errorResult)(t.Context(), call); err != nil {
		t.Fatal(err)
	}
	got := log.attrs[0]
	if got["type"] != "*fs.PathError" || got["error"] != err.Error() || !strings.Contains(fmt.Sprint(got["stack"]), "boundary") {
		t.Errorf("record %v", got)
	}
	log.take()

	cause := toolerr.Correct("no note").Because(errors.New("secret"))
	denied := func(context.Context, *request) (*result, error) { return nil, cause }
	if _, err := toolerr.LogToolHandler(toolerr.Plain(denied, errorResult))(t.Context(), call); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(log.attrs[0]["error"]), "map[cause:secret text:no note]"; got != want {
		t.Errorf("record of a deliberate error: %s, want %s", got, want)
	}
}

func TestHandBuiltErrorResult(t *testing.T) {
	log := capture(t)
	handler := func(context.Context, *request) (*result, error) { return errorResult("no"), nil }
	if res, err := toolerr.LogToolHandler(toolerr.Plain(handler, errorResult))(t.Context(), call); err != nil || res.Text != "no" {
		t.Errorf("got %v, %v; an error result passes unchanged", res, err)
	}
	if got, want := log.take(), "WARN tool_call_failed read_note"; got != want {
		t.Errorf("log %q, want %q", got, want)
	}
}

func TestNoResult(t *testing.T) {
	log := capture(t)
	handler := func(context.Context, *request) (*result, error) { return nil, nil }
	for shape, h := range map[string]func(context.Context, *request) (*result, error){
		"raw":   toolerr.Raw(handler),
		"plain": toolerr.Plain(handler, errorResult),
	} {
		res, err := h(t.Context(), call)
		if err != nil || !res.IsError || res.Text != toolerr.FaultText {
			t.Errorf("%s: %v, %v; want the fault text", shape, res, err)
		}
		if got, want := log.take(), "ERROR tool_failed read_note"; got != want {
			t.Errorf("%s: log %q, want %q", shape, got, want)
		}
	}
}

func TestAbort(t *testing.T) {
	log := capture(t)
	defer func() {
		if value := recover(); value != http.ErrAbortHandler {
			t.Errorf("recovered %v, want http.ErrAbortHandler", value)
		}
		if got := log.take(); got != "" {
			t.Errorf("log %q, want nothing", got)
		}
	}()
	toolerr.Plain(func(context.Context, *request) (*result, error) { panic(http.ErrAbortHandler) }, errorResult)(t.Context(), call)
}

func TestOtherMethodsPass(t *testing.T) {
	log := capture(t)
	type methodHandler func(context.Context, string, any) (any, error)
	failed := errors.New("no such resource")
	h := toolerr.LogReceiving(toolerr.ReceivingMiddleware[result](methodHandler(func(context.Context, string, any) (any, error) { return nil, failed })))
	if _, err := h(t.Context(), "resources/read", call); err != failed {
		t.Errorf("got %v, want the error as it was", err)
	}
	if got := log.take(); got != "" {
		t.Errorf("log %q, want nothing", got)
	}
}

func TestArgumentsThatDoNotFit(t *testing.T) {
	log := capture(t)
	type methodHandler func(context.Context, string, any) (any, error)
	h := toolerr.LogReceiving(toolerr.ReceivingMiddleware[result](methodHandler(func(context.Context, string, any) (any, error) {
		res := &result{}
		res.SetError(errors.New(`validating "arguments": path is missing`))
		return res, nil
	})))
	res, err := h(t.Context(), "tools/call", call)
	if err != nil || res.(*result).Text != `validating "arguments": path is missing` {
		t.Errorf("got %v, %v; the SDK's own words are for the model", res, err)
	}
	if got, want := log.take(), "INFO tool_call_failed read_note"; got != want {
		t.Errorf("log %q, want %q", got, want)
	}
}

// What a boundary has logged is logged once, whatever is wrapped around it.
func TestLoggedOnce(t *testing.T) {
	log := capture(t)
	inner := toolerr.Plain(func(context.Context, *request) (*result, error) { return nil, errors.New("secret") }, errorResult)
	mapper := toolerr.Raw(func(context.Context, *request) (*result, error) { return nil, errors.New("secret") })
	for shape, h := range map[string]func(context.Context, *request) (*result, error){
		"twice": toolerr.Plain(inner, errorResult),
		"mapped": toolerr.Plain(func(ctx context.Context, req *request) (*result, error) {
			res, err := mapper(ctx, req)
			if err == nil {
				err = fmt.Errorf("mapped: %w", res.GetError())
			}
			return nil, err
		}, errorResult),
	} {
		res, err := toolerr.LogToolHandler(h)(t.Context(), call)
		if err != nil || res.Text != toolerr.FaultText {
			t.Errorf("%s: %v, %v", shape, res, err)
		}
		if got, want := log.take(), "ERROR tool_failed read_note"; got != want {
			t.Errorf("%s: log %q, want %q", shape, got, want)
		}
	}
}

// A request log without a boundary beneath it.
func TestRequestLogAlone(t *testing.T) {
	log := capture(t)
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("x"), "ERROR tool_call_failed read_note"},
		{fmt.Errorf("x: %w", toolerr.Stale("old")), "INFO tool_call_failed read_note"},
		{fmt.Errorf("x: %w", foreign{}), "INFO tool_call_failed read_note"},
		{nil, ""},
	} {
		if _, err := toolerr.LogToolHandler(func(context.Context, *request) (*result, error) { return nil, c.err })(t.Context(), call); err != c.err {
			t.Errorf("%v became %v", c.err, err)
		}
		if got := log.take(); got != c.want {
			t.Errorf("%v: log %q, want %q", c.err, got, c.want)
		}
	}
}

// No allocation on the way of a call that succeeds, whether an SDK hands over
// requests as pointers or as values. The request log of the SDK whose results
// keep no error makes room for one.
func TestSuccessAllocatesNothing(t *testing.T) {
	ctx := t.Context()
	type method func(context.Context, string, *request) (*result, error)
	answer := func(context.Context, string, *request) (*result, error) { return ok, nil }
	hook := toolerr.Hook("check", func(context.Context, int) error { return nil })
	work := toolerr.Work("work", func(context.Context, int) (int, error) { return 1, nil })
	receiving := toolerr.ReceivingMiddleware[result](method(answer))
	logged := toolerr.LogReceiving(receiving)
	pointers, values := shapes(call), shapes(valueRequest{params: params{Name: "read_note"}})
	for _, c := range []struct {
		name string
		want float64
		call func()
	}{
		{"pointers", 0, func() { pointers(ctx) }},
		{"values", 0, func() { values(ctx) }},
		{"hook", 0, func() { hook(ctx, 1) }},
		{"work", 0, func() { work(ctx, 1) }},
		{"receiving", 0, func() { receiving(ctx, "tools/call", call) }},
		{"receiving, logged", 0, func() { logged(ctx, "tools/call", call) }},
		{"tool handler, logged", 1, func() { loggedTool(ctx, call) }},
	} {
		if n := testing.AllocsPerRun(100, c.call); n != c.want {
			t.Errorf("%s: %v allocations, want %v", c.name, n, c.want)
		}
	}
}

var ok = &result{Text: "ok"}

var loggedTool = toolerr.LogToolHandler(func(ctx context.Context, _ *request) (*result, error) {
	kept = ctx
	return ok, nil
})

var kept context.Context // as handlers do that start something

// A valueRequest is a request as large as those of SDKs that hand it over by
// value.
type valueRequest struct {
	params
	Header  map[string][]string
	Padding [16]string
}

// shapes calls a handler of each shape with a request.
func shapes[Req any](req Req) func(context.Context) {
	bare := func(context.Context, Req) (*result, error) { return ok, nil }
	args := func(context.Context, Req, int) (*result, error) { return ok, nil }
	plain, raw := toolerr.Plain(bare, errorResult), toolerr.Raw(bare)
	plainArgs, structured := toolerr.PlainArgs(args, errorResult), toolerr.Structured(args)
	typed := toolerr.Typed(func(context.Context, Req, int) (*result, int, error) { return ok, 1, nil })
	server := toolerr.ToolHandlerMiddleware[func(context.Context, Req) (*result, error)](errorResult)(bare)
	return func(ctx context.Context) {
		plain(ctx, req)
		raw(ctx, req)
		plainArgs(ctx, req, 1)
		structured(ctx, req, 1)
		typed(ctx, req, 1)
		server(ctx, req)
	}
}

// What a boundary and a request log add to a call that succeeds.
func BenchmarkSuccess(b *testing.B) {
	quiet(b)
	type method func(context.Context, string, *request) (*result, error)
	bare := method(func(context.Context, string, *request) (*result, error) { return ok, nil })
	typed := toolerr.Typed(func(context.Context, *request, int) (*result, int, error) { return ok, 1, nil })
	receiving := toolerr.ReceivingMiddleware[result](bare)
	logged := toolerr.LogReceiving(bare)
	ctx := b.Context()
	for _, c := range []struct {
		name string
		call func()
	}{
		{"bare", func() { bare(ctx, "tools/call", call) }},
		{"handler", func() { typed(ctx, call, 1) }},
		{"middleware", func() { receiving(ctx, "tools/call", call) }},
		{"request log, results with errors", func() { logged(ctx, "tools/call", call) }},
		{"request log, results without", func() { loggedTool(ctx, call) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.call()
			}
		})
	}
}
