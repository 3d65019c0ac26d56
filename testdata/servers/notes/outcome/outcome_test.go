package outcome

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/internal/capture"
)

type throttled struct{}

func (throttled) Error() string   { return "secret" }
func (throttled) Retryable() bool { return true }

// The ways a handler can end, and what each boundary makes of them.
var endings = []struct {
	name     string
	err      error
	panic    any
	text     string
	protocol bool
	log      string
}{
	{name: "success"},
	{name: "correct", err: Correct("no %s", "note").Because(errors.New("secret")), text: "no note", log: "INFO tool_call_failed"},
	{name: "stale", err: fmt.Errorf("secret: %w", Stale("old")), text: "old", log: "INFO tool_call_failed"},
	{name: "retry", err: Retry("busy"), text: "busy", log: "WARN tool_call_failed"},
	{name: "fault", err: Fault("broken"), text: "broken", log: "ERROR tool_call_failed"},
	{name: "timeout", err: fmt.Errorf("secret: %w", context.DeadlineExceeded), text: RetryText, log: "WARN tool_call_failed"},
	{name: "network timeout", err: os.ErrDeadlineExceeded, text: RetryText, log: "WARN tool_call_failed"},
	{name: "throttled", err: throttled{}, text: RetryText, log: "WARN tool_call_failed"},
	{name: "canceled", err: fmt.Errorf("secret: %w", context.Canceled), text: context.Canceled.Error()},
	{name: "unknown", err: errors.New("secret"), text: FaultText, log: "ERROR tool_failed"},
	{name: "panic", panic: "secret", text: FaultText, log: "ERROR tool_failed"},
	{name: "protocol", err: fmt.Errorf("secret: %w", &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "no"}), text: "no", protocol: true},
	{name: "elicitation", err: fmt.Errorf("secret: %w", mcpgo.URLElicitationRequiredError{}), protocol: true},
}

func TestBoundaries(t *testing.T) {
	log := capture.Default(t)
	for _, e := range endings {
		end := func() error {
			if e.panic != nil {
				panic(e.panic)
			}
			return e.err
		}
		want := "result " + e.text
		if e.protocol {
			want = "protocol " + e.text
		}
		check := func(sdk, got string) {
			if e.text == "" && !e.protocol {
				want = "result ok"
			}
			if !strings.HasPrefix(got, want) || strings.Contains(got, "secret") {
				t.Errorf("%s, %s: %s, want %s", e.name, sdk, got, want)
			}
			if records := strings.Join(log.Take(), ", "); records != e.log {
				t.Errorf("%s, %s: log %s, want %s", e.name, sdk, records, e.log)
			}
		}

		_, _, err := Typed("t", func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
			return nil, "ok", end()
		})(t.Context(), nil, struct{}{})
		got := "result ok"
		if err != nil {
			got = "result " + err.Error()
			if protocol(err) != nil {
				got = "protocol " + err.Error()
			}
		}
		check("typed", got)

		if e.name != "elicitation" {
			res, err := Raw("t", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "ok"}}}, end()
			})(t.Context(), nil)
			if err != nil {
				got = "protocol " + err.Error()
			} else {
				got = "result " + res.Content[0].(*mcp.TextContent).Text
			}
			check("raw", got)
		}

		res, err := Middleware(func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
			return mcpgo.NewToolResultText("ok"), end()
		})(t.Context(), mcpgo.CallToolRequest{})
		if err != nil {
			got = "protocol " + err.Error()
		} else {
			got = "result " + res.Content[0].(mcpgo.TextContent).Text
		}
		check("mcp-go", got)
	}
}

func TestGo(t *testing.T) {
	for name, work := range map[string]func(context.Context) error{
		"error": func(context.Context) error { return errors.New("x") },
		"panic": func(context.Context) error { panic("x") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				log := capture.Default(t)
				ctx, cancel := context.WithCancel(t.Context())
				cancel()
				Go(ctx, name, func(ctx context.Context) error {
					if ctx.Err() != nil {
						t.Error("the work ended with the call")
					}
					return work(ctx)
				})
				synctest.Wait()
				if got := strings.Join(log.Take(), ", "); got != "ERROR background_failed" {
					t.Errorf("log: %s", got)
				}
			})
		})
	}
}
