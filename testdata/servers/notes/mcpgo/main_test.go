package main

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/internal/capture"
	"example.com/servers/servers/notes/mcpgo/tools"
	"example.com/servers/servers/notes/outcome"
	"example.com/servers/servers/notes/store"
)

// connect returns a client that talks to a server in the same process.
func connect(t *testing.T, s *server.MCPServer) *client.Client {
	t.Helper()
	c, err := client.NewInProcessClient(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Initialize(t.Context(), mcp.InitializeRequest{}); err != nil {
		t.Fatal(err)
	}
	return c
}

func notes() *store.Memory {
	return store.NewMemory(map[string]string{
		"inbox/a.md": "milk and [[inbox/b.md]]",
		"inbox/b.md": "bread",
		"inbox/c.md": "milk and [[inbox/a.md]]",
		"inbox/d.md": "tea",
	})
}

// failing is a store in which every call fails, but the first so many of them.
type failing struct {
	store.Store
	err   error
	after int
}

func (f *failing) next() error {
	if f.after--; f.after < 0 {
		return f.err
	}
	return nil
}

func (f *failing) Search(ctx context.Context, query string) ([]string, error) {
	if err := f.next(); err != nil {
		return nil, err
	}
	return f.Store.Search(ctx, query)
}

func (f *failing) List(ctx context.Context, folder, cursor string) (store.Page, error) {
	if err := f.next(); err != nil {
		return store.Page{}, err
	}
	return f.Store.List(ctx, folder, cursor)
}

func (f *failing) Read(ctx context.Context, path string) (store.Note, error) {
	if err := f.next(); err != nil {
		return store.Note{}, err
	}
	return f.Store.Read(ctx, path)
}

func (f *failing) Backlinks(ctx context.Context, path string) ([]string, error) {
	if err := f.next(); err != nil {
		return nil, err
	}
	return f.Store.Backlinks(ctx, path)
}

func (f *failing) Create(ctx context.Context, path, text string) (store.Note, error) {
	return store.Note{}, f.err
}

func (f *failing) Write(ctx context.Context, path, text, version string) (store.Note, error) {
	return store.Note{}, f.err
}

func (f *failing) Delete(ctx context.Context, path, version string) error { return f.err }

// index returns a client for an index that always answers the same.
func index(t *testing.T, status int, body string) *store.Index {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	return store.NewIndex(s.URL, "key", s.Client())
}

// catalog returns a catalog whose every query gives the same.
func catalog(n int, err error) *store.Catalog {
	return &store.Catalog{Row: func(context.Context, string, ...any) (int, error) { return n, err }}
}

func TestList(t *testing.T) {
	for _, c := range []struct {
		server *server.MCPServer
		want   []string
	}{
		{newNotes(&tools.Deps{Store: notes()}), []string{"create_note", "delete_note", "find_backlinks", "list_notes", "read_note", "search_notes", "write_note"}},
		{newMaintenance(&tools.Deps{Store: notes()}), []string{"check_notes", "count_notes", "reindex_notes"}},
	} {
		res, err := connect(t, c.server).ListTools(t.Context(), mcp.ListToolsRequest{})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, tool := range res.Tools {
			names = append(names, tool.Name)
		}
		slices.Sort(names)
		if !slices.Equal(names, c.want) {
			t.Errorf("tools: %v, want %v", names, c.want)
		}
	}
}

type args = map[string]any

// What a call gives today, right or wrong.
type call struct {
	name     string
	on       tools.Deps
	tool     string
	args     args
	text     string // a part of the text that the model or the client gets
	isError  bool
	protocol bool   // an error of the protocol: the model gets no result
	log      string // the records before the request log's
}

var disk = &fs.PathError{Op: "open", Path: "/srv/notes/inbox/a.md", Err: errors.New("input/output error")}

// whole is a store that works; broken works for a number of calls.
func whole() store.Store { return notes() }
func broken(err error, after int) store.Store {
	return &failing{notes(), err, after}
}

func TestNotes(t *testing.T) {
	closed := notes()
	closed.ReadOnly = true
	const version = "985604c2" // of inbox/b.md

	for _, c := range []call{
		{name: "read", on: tools.Deps{Store: whole()}, tool: "read_note", args: args{"path": "inbox/b.md"}, text: `{"path":"inbox/b.md","text":"bread","version":"` + version + `"}`},
		{name: "read no path", on: tools.Deps{Store: whole()}, tool: "read_note", text: "Argument path is missing", isError: true, log: "ERROR no_path, INFO tool_call_failed"},
		{name: "read absent", on: tools.Deps{Store: whole()}, tool: "read_note", args: args{"path": "x.md"}, text: `No note at path "x.md"`, isError: true, log: "ERROR tool_call_failed"},
		{name: "read bad path", on: tools.Deps{Store: whole()}, tool: "read_note", args: args{"path": "../x"}, text: `Argument path is "../x": invalid note path: "../x"`, isError: true, log: "INFO tool_call_failed"},
		{name: "read fault", on: tools.Deps{Store: broken(disk, 0)}, tool: "read_note", args: args{"path": "inbox/b.md"}, text: outcome.FaultText, isError: true, log: "ERROR tool_failed"},
		{name: "read panic", on: tools.Deps{}, tool: "read_note", args: args{"path": "inbox/b.md"}, text: outcome.FaultText, isError: true, log: "ERROR tool_failed"},
		{name: "read timeout", on: tools.Deps{Store: broken(context.DeadlineExceeded, 0)}, tool: "read_note", args: args{"path": "inbox/b.md"}, text: outcome.RetryText, isError: true, log: "WARN tool_call_failed"},

		{name: "search", on: tools.Deps{Store: whole()}, tool: "search_notes", args: args{"query": "milk"}, text: `{"paths":["inbox/a.md","inbox/c.md"]}`},
		{name: "search no query", on: tools.Deps{Store: whole()}, tool: "search_notes", text: "Argument query is missing", isError: true},
		{name: "search fault", on: tools.Deps{Store: broken(disk, 0)}, tool: "search_notes", args: args{"query": "milk"}, text: "The search failed: open /srv/notes/inbox/a.md", isError: true},
		{name: "search index", on: tools.Deps{Store: whole(), Index: index(t, 200, `{"paths":["far/e.md"]}`)}, tool: "search_notes", args: args{"query": "tea"}, text: `{"paths":["inbox/d.md","far/e.md"]}`},
		{name: "search rate limit", on: tools.Deps{Store: whole(), Index: index(t, 429, "")}, tool: "search_notes", args: args{"query": "tea"}, text: "The index is busy", isError: true, log: "INFO tool_call_failed"},
		{name: "search index down", on: tools.Deps{Store: whole(), Index: index(t, 503, "")}, tool: "search_notes", args: args{"query": "tea"}, text: "The index is not available at http://127.0.0.1:", isError: true, log: "WARN tool_call_failed"},
		{name: "search index answer", on: tools.Deps{Store: whole(), Index: index(t, 400, "parser at node7")}, tool: "search_notes", args: args{"query": "tea"}, text: "The index answered: parser at node7", isError: true, log: "ERROR tool_call_failed"},
		{name: "search index key", on: tools.Deps{Store: whole(), Index: index(t, 401, "")}, tool: "search_notes", args: args{"query": "tea"}, text: outcome.FaultText, isError: true, log: "ERROR tool_failed"},

		{name: "list", on: tools.Deps{Store: whole()}, tool: "list_notes", text: `{"paths":["inbox/a.md","inbox/b.md","inbox/c.md","inbox/d.md"]}`},
		{name: "list unknown folder", on: tools.Deps{Store: whole()}, tool: "list_notes", args: args{"folder": "x"}, text: `{"paths":[]}`},
		{name: "list fault", on: tools.Deps{Store: broken(disk, 0)}, tool: "list_notes", text: "The notes could not be listed: open /srv/notes/inbox/a.md", isError: true},
		{name: "list second page fault", on: tools.Deps{Store: broken(disk, 1)}, tool: "list_notes", text: "No notes."},
		{name: "list second page stale", on: tools.Deps{Store: broken(store.ErrCursorExpired, 1)}, tool: "list_notes", text: `"success":false`},
		{name: "list second page timeout", on: tools.Deps{Store: broken(context.DeadlineExceeded, 1)}, tool: "list_notes", text: `Folder "" takes long to list`, isError: true, log: "WARN tool_call_failed"},

		{name: "backlinks", on: tools.Deps{Store: whole()}, tool: "find_backlinks", args: args{"path": "inbox/b.md"}, text: `{"paths":["inbox/a.md","inbox/c.md"]}`},
		{name: "backlinks no path", on: tools.Deps{Store: whole()}, tool: "find_backlinks", text: "Error: argument path is missing"},
		{name: "backlinks fault", on: tools.Deps{Store: broken(disk, 0)}, tool: "find_backlinks", args: args{"path": "inbox/b.md"}, text: disk.Error(), protocol: true},
		{name: "backlinks second fault", on: tools.Deps{Store: broken(disk, 1)}, tool: "find_backlinks", args: args{"path": "inbox/b.md"}, text: `{"paths":["inbox/a.md"]}`},

		{name: "create", on: tools.Deps{Store: whole()}, tool: "create_note", args: args{"path": "n.md", "text": "bread"}, text: `{"path":"n.md","version":"` + version + `"}`},
		{name: "create taken", on: tools.Deps{Store: whole()}, tool: "create_note", args: args{"path": "inbox/a.md", "text": "x"}, text: `There is a note at path "inbox/a.md" already`, isError: true, log: "WARN tool_call_failed"},
		{name: "create read-only", on: tools.Deps{Store: closed}, tool: "create_note", args: args{"path": "n.md", "text": "x"}, text: outcome.FaultText, isError: true, log: "ERROR tool_failed"},
		{name: "create bad path", on: tools.Deps{Store: whole()}, tool: "create_note", args: args{"path": "n", "text": "x"}, text: `Argument path is "n"`, isError: true, log: "INFO tool_call_failed"},
		{name: "create bad arguments", on: tools.Deps{Store: whole()}, tool: "create_note", args: args{"path": 1}, text: "failed to bind arguments: json: cannot unmarshal number into Go struct field createArgs.path of type string", isError: true},
		{name: "create fault", on: tools.Deps{Store: broken(disk, 0)}, tool: "create_note", args: args{"path": "n.md", "text": "x"}, text: outcome.FaultText, isError: true, log: "ERROR tool_failed"},

		{name: "write", on: tools.Deps{Store: whole()}, tool: "write_note", args: args{"path": "inbox/b.md", "text": "x", "version": version}, text: `{"path":"inbox/b.md","version":"2d711642"}`},
		{name: "write stale", on: tools.Deps{Store: whole()}, tool: "write_note", args: args{"path": "inbox/b.md", "text": "x", "version": "old"}, text: `Note "inbox/b.md" has changed since version "old"`, isError: true},
		{name: "write absent", on: tools.Deps{Store: whole()}, tool: "write_note", args: args{"path": "x.md", "text": "x", "version": "old"}, text: `No note at path "x.md"`, protocol: true},
		{name: "write fault", on: tools.Deps{Store: broken(disk, 0)}, tool: "write_note", args: args{"path": "inbox/b.md", "text": "x", "version": version}, text: disk.Error(), protocol: true},
		{name: "write panic", on: tools.Deps{}, tool: "write_note", args: args{"path": "inbox/b.md"}, text: "panic recovered in write_note tool handler: runtime error", protocol: true, log: "none"},

		{name: "delete", on: tools.Deps{Store: whole()}, tool: "delete_note", args: args{"path": "inbox/b.md", "version": version}, text: `{"path":"inbox/b.md","deleted":"` + version + `"}`},
		{name: "delete stale", on: tools.Deps{Store: whole()}, tool: "delete_note", args: args{"path": "inbox/b.md", "version": "old"}, text: `tool execution failed: Note "inbox/b.md" has changed`, isError: true},
		{name: "delete fault", on: tools.Deps{Store: broken(disk, 0)}, tool: "delete_note", args: args{"path": "inbox/b.md", "version": version}, text: "tool execution failed: open /srv/notes/inbox/a.md", isError: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			request := "INFO request_ok"
			if c.isError || c.protocol {
				request = "INFO request_failed"
			}
			check(t, newNotes(&c.on), c, request)
		})
	}
}

func TestMaintenance(t *testing.T) {
	for _, c := range []call{
		{name: "reindex", on: tools.Deps{Store: whole(), Index: index(t, 200, `{}`)}, tool: "reindex_notes", args: args{"folder": "inbox"}, text: `{"notes":3}`},
		{name: "reindex no folder", on: tools.Deps{Store: whole()}, tool: "reindex_notes", text: "Argument folder is missing", isError: true, log: "INFO tool_call_failed"},
		{name: "reindex unknown folder", on: tools.Deps{Store: whole()}, tool: "reindex_notes", args: args{"folder": "x"}, text: `No folder "x"`, isError: true, log: "INFO tool_call_failed"},
		{name: "reindex fault", on: tools.Deps{Store: broken(disk, 0)}, tool: "reindex_notes", args: args{"folder": "inbox"}, text: outcome.FaultText, isError: true, log: "ERROR tool_failed"},

		{name: "check", on: tools.Deps{Store: whole(), Index: index(t, 200, `{"paths":["inbox/a.md","x.md"]}`)}, tool: "check_notes", args: args{"query": "milk"}, text: `{"paths":["x.md"]}`},
		{name: "check no query", on: tools.Deps{Store: whole()}, tool: "check_notes", text: "Argument query is missing", isError: true, log: "INFO tool_call_failed"},
		{name: "check index down", on: tools.Deps{Store: whole(), Index: index(t, 503, "")}, tool: "check_notes", args: args{"query": "milk"}, text: `{"paths":[]}`, log: "WARN lookup_failed"},
		{name: "check fault", on: tools.Deps{Store: broken(disk, 0), Index: index(t, 200, `{"paths":["x.md"]}`)}, tool: "check_notes", args: args{"query": "milk"}, text: outcome.FaultText, isError: true, log: "ERROR tool_failed"},

		{name: "count", on: tools.Deps{Catalog: catalog(4, nil)}, tool: "count_notes", args: args{"folder": "inbox"}, text: `{"notes":4}`},
		{name: "count none", on: tools.Deps{Catalog: catalog(0, sql.ErrNoRows)}, tool: "count_notes", args: args{"folder": "x"}, text: `{"notes":0}`},
		{name: "count no folder", on: tools.Deps{}, tool: "count_notes", text: "Argument folder is missing", isError: true, log: "INFO tool_call_failed"},
		{name: "count timeout", on: tools.Deps{Catalog: catalog(0, context.DeadlineExceeded)}, tool: "count_notes", args: args{"folder": "inbox"}, text: outcome.RetryText, isError: true, log: "WARN tool_call_failed"},
		{name: "count fault", on: tools.Deps{Catalog: catalog(0, disk)}, tool: "count_notes", args: args{"folder": "inbox"}, text: "This query failed: SELECT count(*)", isError: true, log: "ERROR tool_call_failed"},
		{name: "count panic", on: tools.Deps{}, tool: "count_notes", args: args{"folder": "inbox"}, text: outcome.FaultText, isError: true, log: "ERROR tool_failed"},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, newMaintenance(&c.on), c, "INFO request") })
	}
}

// check makes a call and compares what it gives and logs; request is the line
// of the server's request log, which a panic keeps from being written.
func check(t *testing.T, s *server.MCPServer, c call, request string) {
	log := capture.Default(t)
	client := connect(t, s)
	log.Take()
	var req mcp.CallToolRequest
	req.Params.Name = c.tool
	req.Params.Arguments = c.args
	res, err := client.CallTool(t.Context(), req)
	if c.protocol {
		if err == nil || !strings.Contains(err.Error(), c.text) {
			t.Errorf("got %v, %v; want a protocol error with %q", res, err, c.text)
		}
	} else if err != nil {
		t.Fatal(err)
	} else {
		text := res.Content[0].(mcp.TextContent).Text
		if !strings.Contains(text, c.text) || res.IsError != c.isError {
			t.Errorf("got %q, error %v; want %q, error %v", text, res.IsError, c.text, c.isError)
		}
	}
	want := request
	switch c.log {
	case "":
	case "none":
		want = ""
	default:
		want = c.log + ", " + request
	}
	if got := strings.Join(log.Take(), ", "); got != want {
		t.Errorf("log: %s, want %s", got, want)
	}
}
