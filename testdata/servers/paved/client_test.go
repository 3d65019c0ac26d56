// Package paved_test calls every tool of the servers as a client does, and looks
// at what the model reads and at what is logged, before the fixes and after.
package paved_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	mcpgoclient "github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/toolvet/toolvet/toolerr"

	gosdkafter "example.com/paved/after/gosdk"
	mcpgoafter "example.com/paved/after/mcpgo"
	gosdkbefore "example.com/paved/before/gosdk"
	mcpgobefore "example.com/paved/before/mcpgo"
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

// An answer is what comes of a call: what the model reads, whether that is a
// result, an error or a protocol error, and what is logged.
type answer struct{ kind, text, log string }

const (
	result   = "result"
	failed   = "error"
	protocol = "protocol error"

	// A panic ends the process, and the test with it.
	fatal = "process ends"
)

const (
	noNote = `No note at path "x.md". Find the path with search_notes and its word parameter.`
	stale  = `Note "plan.md" has changed since version "a1", so the same call will fail again. Call read_note with path for the current text and version.`
	slash  = `Argument path: "/x.md" begins with a slash; send it as search_notes returns it`
	index  = "The search index is slow; send the same call again in a minute."

	timeout  = "query 10.0.0.7: context deadline exceeded"
	password = "pq: password authentication failed for user notes"
)

var calls = []struct {
	tool, key, version string
	after              answer // on either SDK
	gosdk, mcpgo       answer // before
}{
	{"read_note", "todo.md", "", answer{result, `{"text":"Call home.","version":"b1"}`, ""},
		answer{result, `{"text":"Call home.","version":"b1"}`, ""},
		answer{result, `{"text":"Call home.","version":"b1"}`, ""}},
	{"read_note", "x.md", "", answer{failed, noNote, "INFO note_not_found, INFO tool_call_failed"},
		answer{failed, noNote, "ERROR note_not_found, WARN tool_call_failed"},
		answer{failed, noNote, "ERROR note_not_found, WARN tool_call_failed"}},
	{"read_note", "/x.md", "", answer{failed, slash, "INFO tool_call_failed"},
		answer{failed, slash, "ERROR tool_call_failed"},
		answer{failed, slash, "WARN tool_call_failed"}},
	{"read_note", "slow", "", answer{failed, toolerr.RetryText, "WARN tool_unavailable"},
		answer{failed, timeout, "ERROR tool_call_failed"},
		answer{failed, "cannot read the note: " + timeout, "WARN tool_call_failed"}},
	{"read_note", "broken", "", answer{failed, toolerr.FaultText, "ERROR tool_failed"},
		answer{failed, password, "ERROR tool_call_failed"},
		answer{failed, "cannot read the note: " + password, "WARN tool_call_failed"}},
	{"read_note", "crash", "", answer{failed, toolerr.FaultText, "ERROR tool_failed"},
		answer{kind: fatal}, answer{kind: fatal}},
	{"write_note", "plan.md", "a2", answer{result, `{"text":"a","version":"a2+"}`, ""},
		answer{result, `{"text":"a","version":"a2+"}`, ""},
		answer{result, `{"text":"a","version":"a2+"}`, ""}},
	{"write_note", "x.md", "a1", answer{failed, noNote, "INFO tool_call_failed"},
		answer{failed, noNote, "ERROR tool_call_failed"},
		answer{protocol, "internal error: " + noNote, "ERROR tool_call_failed"}},
	{"write_note", "plan.md", "a1", answer{failed, stale, "INFO tool_call_failed"},
		answer{failed, stale, "ERROR tool_call_failed"},
		answer{failed, stale, "WARN tool_call_failed"}},
	{"write_note", "broken", "a1", answer{failed, toolerr.FaultText, "ERROR tool_failed"},
		answer{failed, password, "ERROR tool_call_failed"},
		answer{failed, "cannot write the note: " + password, "WARN tool_call_failed"}},
	{"search_notes", "Call", "", answer{result, `{"paths":["todo.md"]}`, ""},
		answer{result, `{"paths":["todo.md"]}`, ""},
		answer{result, `{"paths":["todo.md"]}`, ""}},
	{"search_notes", "nothing", "", answer{result, `{"paths":[]}`, ""},
		answer{result, `{"paths":[]}`, ""},
		answer{result, `{"paths":[]}`, ""}},
	{"search_notes", "broken", "", answer{failed, toolerr.FaultText, "ERROR tool_failed"},
		answer{result, `{"paths":[]}`, ""}, // an outage that looks like nothing found
		answer{result, `[]`, ""}},
	{"search_notes", "slow", "", answer{failed, index, "WARN tool_call_failed"},
		answer{failed, index, "WARN tool_call_failed"},
		answer{failed, index, "WARN tool_call_failed"}},
}

// A session is a client of one of the servers.
type session struct {
	tools func() (names []string, all any)
	call  func(tool string, args map[string]any) answer
}

func TestOutcomes(t *testing.T) {
	log := capture.Default(t)
	lists := map[string]string{}
	for name, s := range map[string]session{
		"before/gosdk": gosdkSession(t, gosdkbefore.NewServer(database{})),
		"before/mcpgo": mcpgoSession(t, mcpgobefore.NewServer(database{})),
		"after/gosdk":  gosdkSession(t, gosdkafter.NewServer(database{})),
		"after/mcpgo":  mcpgoSession(t, mcpgoafter.NewServer(database{})),
	} {
		names, all := s.tools()
		slices.Sort(names)
		if got, want := strings.Join(names, " "), "read_note search_notes write_note"; got != want {
			t.Errorf("%s: tools %s, want %s", name, got, want)
		}
		list, err := json.Marshal(all)
		if err != nil {
			t.Fatal(err)
		}
		lists[name] = string(list)
		for _, c := range calls {
			want := c.after
			switch name {
			case "before/gosdk":
				want = c.gosdk
			case "before/mcpgo":
				want = c.mcpgo
			}
			if want.kind == fatal {
				continue
			}
			args := map[string]any{"path": c.key, "text": "a", "version": c.version}
			switch c.tool {
			case "read_note":
				args = map[string]any{"path": c.key}
			case "search_notes":
				args = map[string]any{"word": c.key}
			}
			log.Take()
			got := s.call(c.tool, args)
			got.log = strings.Join(log.Take(), ", ")
			if got != want {
				t.Errorf("%s: %s %s %s:\ngot  %q\nwant %q", name, c.tool, c.key, c.version, got, want)
			}
		}
	}
	// Descriptions and schemas are what they were.
	for _, sdk := range []string{"gosdk", "mcpgo"} {
		if before, after := lists["before/"+sdk], lists["after/"+sdk]; before != after || !strings.Contains(before, `"path"`) {
			t.Errorf("%s: the tools were\n%s\nand are\n%s", sdk, before, after)
		}
	}
}

func gosdkSession(t *testing.T, s *mcp.Server) session {
	t.Helper()
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
		tools: func() (names []string, all any) {
			list, err := c.ListTools(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, tool := range list.Tools {
				names = append(names, tool.Name)
			}
			return names, list.Tools
		},
		call: func(tool string, args map[string]any) answer {
			res, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
			if err != nil {
				return answer{kind: protocol, text: err.Error()}
			}
			return answer{kind: kind(res.IsError), text: res.Content[0].(*mcp.TextContent).Text}
		},
	}
}

func mcpgoSession(t *testing.T, s *server.MCPServer) session {
	t.Helper()
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
		tools: func() (names []string, all any) {
			list, err := c.ListTools(t.Context(), mcpgo.ListToolsRequest{})
			if err != nil {
				t.Fatal(err)
			}
			for _, tool := range list.Tools {
				names = append(names, tool.Name)
			}
			return names, list.Tools
		},
		call: func(tool string, args map[string]any) answer {
			var req mcpgo.CallToolRequest
			req.Params.Name, req.Params.Arguments = tool, args
			res, err := c.CallTool(t.Context(), req)
			if err != nil {
				return answer{kind: protocol, text: err.Error()}
			}
			return answer{kind: kind(res.IsError), text: res.Content[0].(mcpgo.TextContent).Text}
		},
	}
}

func kind(isError bool) string {
	if isError {
		return failed
	}
	return result
}
