package shapes

import (
	"errors"
	"strings"
	"testing"

	mcpgoclient "github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/toolvet/toolvet/toolerr"

	"example.com/paved/internal/capture"
)

var ways = []struct{ way, text, log string }{
	{"ok", "ok", ""},
	{"correct", "send another way", "INFO tool_call_failed"},
	{"slow", toolerr.RetryText, "WARN tool_unavailable"},
	{"broken", toolerr.FaultText, "ERROR tool_failed"},
	{"panic", toolerr.FaultText, "ERROR tool_failed"},
}

func TestGoSDK(t *testing.T) {
	log := capture.Default(t)
	for name, register := range goSDK {
		s := mcp.NewServer(&mcp.Implementation{Name: "shapes", Version: "1"}, nil)
		register(s)
		s.AddReceivingMiddleware(toolerr.LogReceiving)
		here, there := mcp.NewInMemoryTransports()
		if _, err := s.Connect(t.Context(), there, nil); err != nil {
			t.Fatal(err)
		}
		c, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), here, nil)
		if err != nil {
			t.Fatal(err)
		}
		call := func(arguments any) (string, error) {
			res, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "t", Arguments: arguments})
			if err != nil {
				return "", err
			}
			return res.Content[0].(*mcp.TextContent).Text, nil
		}
		for _, w := range ways {
			text, err := call(args{w.way})
			if first, _, _ := strings.Cut(text, "\n"); err != nil || first != w.text {
				t.Errorf("%s, %s: %q, %v; want %q", name, w.way, text, err, w.text)
			}
			if got := strings.Join(log.Take(), ", "); got != w.log {
				t.Errorf("%s, %s: log %q, want %q", name, w.way, got, w.log)
			}
		}
		_, err = call(args{"rpc"})
		wire, ok := errors.AsType[*jsonrpc.Error](err)
		if !ok || wire.Message != "bad params" {
			t.Errorf("%s: a protocol error arrives as %v", name, err)
		}
		log.Take()
		if strings.Contains(name, "typed") {
			text, err := call(map[string]any{"way": 1})
			if err != nil || !strings.HasPrefix(text, `validating "arguments"`) {
				t.Errorf("%s: arguments that do not fit: %q, %v; want the SDK's own words", name, text, err)
			}
			if got, want := strings.Join(log.Take(), ", "), "INFO tool_call_failed"; got != want {
				t.Errorf("%s: arguments that do not fit: log %q, want %q", name, got, want)
			}
		}
	}
}

func TestMCPGo(t *testing.T) {
	log := capture.Default(t)
	for name, register := range mcpGo {
		s := register(server.WithToolHandlerMiddleware(toolerr.LogToolHandler))
		c, err := mcpgoclient.NewInProcessClient(s)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		var hello mcpgo.InitializeRequest
		hello.Params.ProtocolVersion = mcpgo.LATEST_PROTOCOL_VERSION
		if _, err := c.Initialize(t.Context(), hello); err != nil {
			t.Fatal(err)
		}
		call := func(way string) (string, error) {
			var req mcpgo.CallToolRequest
			req.Params.Name, req.Params.Arguments = "t", map[string]any{"way": way}
			res, err := c.CallTool(t.Context(), req)
			if err != nil {
				return "", err
			}
			return res.Content[0].(mcpgo.TextContent).Text, nil
		}
		for _, w := range ways {
			want := w.text
			switch {
			case name == "structured" && w.way == "ok":
				want = `{"ok":true}`
			case name == "structured":
				want = "tool execution failed: " + want // the adapter's words
			}
			if text, err := call(w.way); err != nil || text != want {
				t.Errorf("%s, %s: %q, %v; want %q", name, w.way, text, err, want)
			}
			if got := strings.Join(log.Take(), ", "); got != w.log {
				t.Errorf("%s, %s: log %q, want %q", name, w.way, got, w.log)
			}
		}
		if text, err := call("elicit"); name != "structured" && err == nil {
			t.Errorf("%s: a request to visit a URL arrives as the result %q", name, text)
		}
		log.Take()
	}
}
