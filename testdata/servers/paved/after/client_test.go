// Package after_test calls every tool of the two servers as a client does, and
// looks at what the model reads and at what is logged.
package after_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	mcpgoclient "github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/toolvet/toolvet/toolerr"

	gosdknotes "example.com/paved/after/gosdk"
	mcpgonotes "example.com/paved/after/mcpgo"
	"example.com/paved/internal/capture"
)

// A database that fails in the way that it is asked to.
type database struct{}

func (database) Query(ctx context.Context, key string) error {
	switch key {
	case "slow":
		ctx, cancel := context.WithTimeout(ctx, 0)
		defer cancel()
		<-ctx.Done()
		return fmt.Errorf("query 10.0.0.7: %w", ctx.Err())
	case "broken":
		return errors.New("pq: password authentication failed for user notes")
	case "crash":
		panic("index out of range")
	}
	return nil
}

const (
	noNote = `No note at path "x.md". Find the path with search_notes and its word parameter.`
	stale  = `Note "plan.md" has changed since version "a1", so the same call will fail again. Call read_note with path for the current text and version.`
)

var calls = []struct {
	tool    string
	args    map[string]any
	text    string
	isError bool
	log     string
}{
	{"read_note", map[string]any{"path": "todo.md"}, `{"text":"Call home.","version":"b1"}`, false, ""},
	{"read_note", map[string]any{"path": "x.md"}, noNote, true, "INFO note_not_found, INFO tool_call_failed"},
	{"read_note", map[string]any{"path": "/x.md"}, `Argument path: "/x.md" begins with a slash; send it as search_notes returns it`, true, "INFO tool_call_failed"},
	{"read_note", map[string]any{"path": "slow"}, toolerr.RetryText, true, "WARN tool_unavailable"},
	{"read_note", map[string]any{"path": "broken"}, toolerr.FaultText, true, "ERROR tool_failed"},
	{"read_note", map[string]any{"path": "crash"}, toolerr.FaultText, true, "ERROR tool_failed"},
	{"write_note", map[string]any{"path": "plan.md", "text": "a", "version": "a2"}, `{"text":"a","version":"a2+"}`, false, ""},
	{"write_note", map[string]any{"path": "x.md", "text": "a", "version": "a1"}, noNote, true, "INFO tool_call_failed"},
	{"write_note", map[string]any{"path": "plan.md", "text": "a", "version": "a1"}, stale, true, "INFO tool_call_failed"},
	{"write_note", map[string]any{"path": "broken", "text": "a", "version": "a1"}, toolerr.FaultText, true, "ERROR tool_failed"},
	{"search_notes", map[string]any{"word": "Call"}, `{"paths":["todo.md"]}`, false, ""},
	{"search_notes", map[string]any{"word": "nothing"}, `{"paths":[]}`, false, ""},
	{"search_notes", map[string]any{"word": "broken"}, toolerr.FaultText, true, "ERROR tool_failed"},
	{"search_notes", map[string]any{"word": "slow"}, "The search index is slow; send the same call again in a minute.", true, "WARN tool_call_failed"},
}

// A session is a client of one of the servers.
type session struct {
	tools func() []string
	call  func(tool string, args map[string]any) (text string, isError bool, err error)
}

func TestOutcomes(t *testing.T) {
	log := capture.Default(t)
	for sdk, s := range map[string]session{"gosdk": gosdkSession(t), "mcpgo": mcpgoSession(t)} {
		tools := s.tools()
		slices.Sort(tools)
		if got, want := strings.Join(tools, " "), "read_note search_notes write_note"; got != want {
			t.Errorf("%s: tools %s, want %s", sdk, got, want)
		}
		log.Take()
		for _, c := range calls {
			text, isError, err := s.call(c.tool, c.args)
			if err != nil {
				t.Errorf("%s: %s %v: protocol error %v", sdk, c.tool, c.args, err)
				continue
			}
			if text != c.text || isError != c.isError {
				t.Errorf("%s: %s %v: %q, error flag %v; want %q, %v", sdk, c.tool, c.args, text, isError, c.text, c.isError)
			}
			if got := strings.Join(log.Take(), ", "); got != c.log {
				t.Errorf("%s: %s %v: log %q, want %q", sdk, c.tool, c.args, got, c.log)
			}
		}
	}
}

func gosdkSession(t *testing.T) session {
	t.Helper()
	s := gosdknotes.NewServer(database{})
	s.AddReceivingMiddleware(toolerr.LogReceiving)
	here, there := mcp.NewInMemoryTransports()
	if _, err := s.Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	c, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	return session{
		tools: func() (names []string) {
			list, err := c.ListTools(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, tool := range list.Tools {
				names = append(names, tool.Name)
			}
			return names
		},
		call: func(tool string, args map[string]any) (string, bool, error) {
			res, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
			if err != nil {
				return "", false, err
			}
			return res.Content[0].(*mcp.TextContent).Text, res.IsError, nil
		},
	}
}

func mcpgoSession(t *testing.T) session {
	t.Helper()
	s := mcpgonotes.NewServer(database{})
	s.Use(toolerr.LogToolHandler)
	c, err := mcpgoclient.NewInProcessClient(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	var hello mcpgo.InitializeRequest
	hello.Params.ProtocolVersion = mcpgo.LATEST_PROTOCOL_VERSION
	hello.Params.ClientInfo = mcpgo.Implementation{Name: "test", Version: "1"}
	if _, err := c.Initialize(t.Context(), hello); err != nil {
		t.Fatal(err)
	}
	return session{
		tools: func() (names []string) {
			list, err := c.ListTools(t.Context(), mcpgo.ListToolsRequest{})
			if err != nil {
				t.Fatal(err)
			}
			for _, tool := range list.Tools {
				names = append(names, tool.Name)
			}
			return names
		},
		call: func(tool string, args map[string]any) (string, bool, error) {
			var req mcpgo.CallToolRequest
			req.Params.Name, req.Params.Arguments = tool, args
			res, err := c.CallTool(t.Context(), req)
			if err != nil {
				return "", false, err
			}
			return res.Content[0].(mcpgo.TextContent).Text, res.IsError, nil
		},
	}
}
