package main

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/internal/capture"
	"example.com/servers/servers/notes/gosdk/tools"
	"example.com/servers/servers/notes/outcome"
	"example.com/servers/servers/notes/store"
)

// connect starts a server over t and returns a client that talks to it.
func connect(t *testing.T, on *tools.Tools) *mcp.ClientSession {
	t.Helper()
	ctx := t.Context()
	there, here := mcp.NewInMemoryTransports()
	server, err := newServer(on).Connect(ctx, there, nil)
	if err != nil {
		t.Fatal(err)
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(ctx, here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		client.Close()
		server.Wait()
	})
	return client
}

func notes() *store.Memory {
	return store.NewMemory(map[string]string{
		"inbox/a.md": "milk and [[inbox/b.md]]",
		"inbox/b.md": "bread",
		"inbox/c.md": "milk",
		"inbox/d.md": "tea",
	})
}

// failing is a store in which every call but List and Read fails; those two
// fail if their fields say so.
type failing struct {
	*store.Memory
	err        error
	list, read bool
}

func (f failing) Search(context.Context, string) ([]string, error)    { return nil, f.err }
func (f failing) Backlinks(context.Context, string) ([]string, error) { return nil, f.err }
func (f failing) Create(context.Context, string, string) (store.Note, error) {
	return store.Note{}, f.err
}
func (f failing) Write(context.Context, string, string, string) (store.Note, error) {
	return store.Note{}, f.err
}
func (f failing) Delete(context.Context, string, string) error { return f.err }
func (f failing) List(ctx context.Context, folder, cursor string) (store.Page, error) {
	if f.list {
		return store.Page{}, f.err
	}
	return f.Memory.List(ctx, folder, cursor)
}
func (f failing) Read(ctx context.Context, path string) (store.Note, error) {
	if f.read {
		return store.Note{}, f.err
	}
	return f.Memory.Read(ctx, path)
}

// panicking is a store that panics when it is asked for one note.
type panicking struct{ *store.Memory }

func (panicking) Read(context.Context, string) (store.Note, error) { panic("secret") }

func (panicking) Delete(context.Context, string, string) error { panic("secret") }

// index returns a client for an index that always answers the same.
func index(t *testing.T, status int, body string) *store.Index {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	return store.NewIndex(s.URL, "key", s.Client())
}

func TestList(t *testing.T) {
	capture.Default(t)
	res, err := connect(t, &tools.Tools{Store: notes()}).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range res.Tools {
		names = append(names, tool.Name)
	}
	want := []string{"count_words", "create_note", "delete_note", "export_notes", "find_backlinks",
		"list_notes", "read_note", "search_notes", "sync_index", "write_note"}
	if !slices.Equal(names, want) {
		t.Errorf("tools: %v, want %v", names, want)
	}
}

type args = map[string]any

// What a call gives today, right or wrong. Each call also writes the request
// log's line, which is INFO request_ok unless protocol is set.
type call struct {
	name     string
	on       tools.Tools
	tool     string
	args     args
	text     string // a part of the text that the model or the client gets
	isError  bool
	protocol bool   // an error of the protocol: the model gets no result
	log      string // the records but the request log's
}

func TestCalls(t *testing.T) {
	disk := &fs.PathError{Op: "open", Path: "/srv/notes/inbox/a.md", Err: errors.New("input/output error")}
	whole := func() store.Store { return notes() }
	broken := func() store.Store { return failing{notes(), disk, false, false} }
	t.Setenv("NOTES_TENANT", "tests")
	closed := notes()
	closed.ReadOnly = true
	const version = "985604c2" // of inbox/b.md

	for _, c := range []call{
		{name: "read", on: tools.Tools{Store: whole()}, tool: "read_note", args: args{"path": "inbox/b.md"}, text: `"backlinks":["inbox/a.md"]`},
		{name: "read without backlinks", on: tools.Tools{Store: broken()}, tool: "read_note", args: args{"path": "inbox/b.md"}, text: `"text":"bread","version":"` + version + `"}`},
		{name: "read absent", on: tools.Tools{Store: whole()}, tool: "read_note", args: args{"path": "x.md"}, text: `No note at path "x.md"`, isError: true, log: "INFO tool_call_failed"},
		{name: "read bad path", on: tools.Tools{Store: whole()}, tool: "read_note", args: args{"path": "../x"}, text: `Argument path is "../x"`, isError: true, log: "INFO tool_call_failed"},
		{name: "read fault", on: tools.Tools{Store: failing{notes(), disk, false, true}}, tool: "read_note", args: args{"path": "inbox/b.md"}, text: outcome.FaultText, isError: true, log: "ERROR tool_failed"},
		{name: "read panic", on: tools.Tools{Store: panicking{notes()}}, tool: "read_note", args: args{"path": "inbox/b.md"}, text: outcome.FaultText, isError: true, log: "ERROR tool_failed"},
		{name: "read timeout", on: tools.Tools{Store: failing{notes(), context.DeadlineExceeded, false, true}}, tool: "read_note", args: args{"path": "inbox/b.md"}, text: outcome.RetryText, isError: true, log: "WARN tool_call_failed"},

		{name: "search", on: tools.Tools{Store: whole()}, tool: "search_notes", args: args{"query": "milk"}, text: `{"paths":["inbox/a.md","inbox/c.md"]}`},
		{name: "search nothing", on: tools.Tools{Store: whole()}, tool: "search_notes", args: args{"query": "wine"}, text: `{"paths":[]}`},
		{name: "search fault", on: tools.Tools{Store: broken()}, tool: "search_notes", args: args{"query": "milk"}, text: outcome.FaultText, isError: true, log: "ERROR tool_failed"},
		{name: "search no query", on: tools.Tools{Store: whole()}, tool: "search_notes", args: args{"query": " "}, text: `Argument query is " "`, isError: true, log: "WARN search_without_query, INFO tool_call_failed"},
		{name: "search no index", on: tools.Tools{Store: whole()}, tool: "search_notes", args: args{"query": "milk", "shared": true}, text: "There is no shared index here", isError: true, log: "INFO tool_call_failed"},
		{name: "search shared", on: tools.Tools{Store: whole(), Index: index(t, 200, `{"paths":["far/e.md"]}`)}, tool: "search_notes", args: args{"query": "tea", "shared": true}, text: `{"paths":["inbox/d.md","far/e.md"]}`},
		{name: "search rate limit", on: tools.Tools{Store: whole(), Index: index(t, 429, "")}, tool: "search_notes", args: args{"query": "tea", "shared": true}, text: "The index is busy", isError: true, log: "WARN tool_call_failed"},
		{name: "search index down", on: tools.Tools{Store: whole(), Index: index(t, 503, "node7")}, tool: "search_notes", args: args{"query": "tea", "shared": true}, text: outcome.RetryText, isError: true, log: "WARN tool_call_failed"},
		{name: "search quotation", on: tools.Tools{Store: whole(), Index: index(t, 503, "")}, tool: "search_notes", args: args{"query": strings.Repeat("tea ", 60), "shared": true}, text: `{"paths":[]}`, log: "WARN quotation_lookup_failed"},

		{name: "list", on: tools.Tools{Store: whole()}, tool: "list_notes", args: args{"folder": "inbox"}, text: `{"next":"0:3","paths":["inbox/a.md","inbox/b.md","inbox/c.md"]}`},
		{name: "list unknown folder", on: tools.Tools{Store: whole()}, tool: "list_notes", args: args{"folder": "x"}, text: `{"paths":[]}`},
		{name: "list bad arguments", on: tools.Tools{Store: whole()}, tool: "list_notes", args: args{"folder": 1}, text: "Arguments folder and cursor must be strings", isError: true},
		{name: "list stale", on: tools.Tools{Store: whole()}, tool: "list_notes", args: args{"cursor": "7:3"}, text: `Argument cursor "7:3"`, isError: true, log: "INFO tool_call_failed"},
		{name: "list canceled", on: tools.Tools{Store: failing{notes(), context.Canceled, true, false}}, tool: "list_notes", text: "context canceled", isError: true, log: "ERROR list_stopped"},
		{name: "list fault", on: tools.Tools{Store: failing{notes(), disk, true, false}}, tool: "list_notes", text: outcome.FaultText, isError: true, log: "ERROR tool_failed"},

		{name: "backlinks", on: tools.Tools{Store: whole()}, tool: "find_backlinks", args: args{"path": "inbox/b.md"}, text: `{"paths":["inbox/a.md"]}`},
		{name: "backlinks absent", on: tools.Tools{Store: whole()}, tool: "find_backlinks", args: args{"path": "x.md"}, text: `No note at path "x.md"`, isError: true, log: "ERROR tool_call_failed"},
		{name: "backlinks fault", on: tools.Tools{Store: broken()}, tool: "find_backlinks", args: args{"path": "inbox/b.md"}, text: outcome.FaultText, isError: true, log: "ERROR backlinks_failed, ERROR tool_failed"},

		{name: "create", on: tools.Tools{Store: whole()}, tool: "create_note", args: args{"path": "n.md", "text": "bread"}, text: `{"path":"n.md","version":"` + version + `"}`},
		{name: "create taken", on: tools.Tools{Store: whole()}, tool: "create_note", args: args{"path": "inbox/a.md", "text": "x"}, text: `There is a note at path "inbox/a.md" already`, isError: true},
		{name: "create fault", on: tools.Tools{Store: broken()}, tool: "create_note", args: args{"path": "n.md", "text": "x"}, text: "create n.md: open /srv/notes/inbox/a.md: input/output error", isError: true},

		{name: "write", on: tools.Tools{Store: whole()}, tool: "write_note", args: args{"path": "inbox/b.md", "text": "x", "version": version}, text: `{"path":"inbox/b.md","version":"2d711642"}`},
		{name: "write stale", on: tools.Tools{Store: whole()}, tool: "write_note", args: args{"path": "inbox/b.md", "text": "x", "version": "old"}, text: `Note "inbox/b.md" has changed since version "old"`, isError: true, log: "INFO tool_call_failed"},
		{name: "write empty", on: tools.Tools{Store: whole()}, tool: "write_note", args: args{"path": "inbox/b.md", "text": "", "version": version}, text: "Argument text is empty", isError: true, log: "INFO tool_call_failed"},
		{name: "write too long", on: tools.Tools{Store: whole()}, tool: "write_note", args: args{"path": "inbox/b.md", "text": strings.Repeat("x", 100_001), "version": version}, text: outcome.FaultText, isError: true, log: "ERROR tool_failed"},
		{name: "write read-only", on: tools.Tools{Store: closed}, tool: "write_note", args: args{"path": "inbox/b.md", "text": "x", "version": version}, text: "The notes cannot be changed here", isError: true, log: "ERROR tool_call_failed"},
		{name: "write disk", on: tools.Tools{Store: broken(), Dir: "/srv/notes"}, tool: "write_note", args: args{"path": "inbox/b.md", "text": "x", "version": version}, text: "could not save /srv/notes/inbox/b.md", isError: true, log: "ERROR tool_call_failed"},

		{name: "delete", on: tools.Tools{Store: whole()}, tool: "delete_note", args: args{"path": "inbox/b.md", "version": version}, text: `{"deleted":"` + version + `","path":"inbox/b.md"}`},
		{name: "delete stale", on: tools.Tools{Store: whole()}, tool: "delete_note", args: args{"path": "inbox/b.md", "version": "old"}, text: "The note has changed", isError: true},
		{name: "delete fault", on: tools.Tools{Store: broken()}, tool: "delete_note", args: args{"path": "inbox/b.md", "version": version}, text: disk.Error(), isError: true},
		{name: "delete panic", on: tools.Tools{Store: panicking{notes()}}, tool: "delete_note", args: args{"path": "inbox/b.md", "version": version}, text: `{"deleted":"","path":""}`, log: "ERROR handler_panicked"},

		{name: "sync", on: tools.Tools{Store: whole(), Index: index(t, 200, `{}`)}, tool: "sync_index", args: args{"folder": "inbox"}, text: `{"sent":4}`},
		{name: "sync no index", on: tools.Tools{Store: whole()}, tool: "sync_index", args: args{"folder": "inbox"}, text: "NOTES_INDEX_URL is not set", isError: true, log: "INFO tool_call_failed"},
		{name: "sync unknown folder", on: tools.Tools{Store: whole(), Index: index(t, 200, `{}`)}, tool: "sync_index", args: args{"folder": "x"}, text: `No folder "x"`, isError: true, log: "INFO tool_call_failed"},
		{name: "sync rate limit", on: tools.Tools{Store: whole(), Index: index(t, 429, "")}, tool: "sync_index", args: args{"folder": "inbox"}, text: "The index is busy", isError: true, log: "ERROR tool_call_failed"},
		{name: "sync refused", on: tools.Tools{Store: whole(), Index: index(t, 401, "")}, tool: "sync_index", args: args{"folder": "inbox"}, text: "The index at http://127.0.0.1:", isError: true, log: "ERROR tool_call_failed"},

		{name: "words", on: tools.Tools{Store: whole()}, tool: "count_words", args: args{"folder": "inbox"}, text: `{"words":6}`},
		{name: "words no folder", on: tools.Tools{Store: whole()}, tool: "count_words", text: "Argument folder is missing", protocol: true},
		{name: "words unlisted", on: tools.Tools{Store: failing{notes(), disk, true, false}}, tool: "count_words", args: args{"folder": "inbox"}, text: `{"words":0}`},
		{name: "words unread", on: tools.Tools{Store: failing{notes(), disk, false, true}}, tool: "count_words", args: args{"folder": "inbox"}, text: `{"words":0}`, log: "WARN note_left_out, WARN note_left_out, WARN note_left_out, WARN note_left_out"},

		{name: "export", on: tools.Tools{Store: whole()}, tool: "export_notes", args: args{"folder": "inbox"}, text: `"failed":[],"more":true}`},
		{name: "export in part", on: tools.Tools{Store: failing{notes(), disk, false, true}}, tool: "export_notes", args: args{"folder": "inbox"}, text: `{"notes":{},"failed":["inbox/a.md","inbox/b.md","inbox/c.md"],"more":true}`, log: "WARN note_not_exported, WARN note_not_exported, WARN note_not_exported"},
		{name: "export fault", on: tools.Tools{Store: failing{notes(), disk, true, false}}, tool: "export_notes", args: args{"folder": "inbox"}, text: "Error: the folder could not be exported"},
	} {
		t.Run(c.name, func(t *testing.T) { check(t, c) })
	}
}

func check(t *testing.T, c call) {
	log := capture.Default(t)
	client := connect(t, &c.on)
	log.Take()
	res, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: c.tool, Arguments: c.args})
	request := "INFO request_ok"
	if c.protocol {
		request = "INFO request_failed"
		if err == nil || !strings.Contains(err.Error(), c.text) {
			t.Errorf("got %v, %v; want a protocol error with %q", res, err, c.text)
		}
	} else if err != nil {
		t.Fatal(err)
	} else {
		text := res.Content[0].(*mcp.TextContent).Text
		if !strings.Contains(text, c.text) || res.IsError != c.isError {
			t.Errorf("got %q, error %v; want %q, error %v", text, res.IsError, c.text, c.isError)
		}
	}
	want := request
	if c.log != "" {
		want = c.log + ", " + request
	}
	if got := strings.Join(log.Take(), ", "); got != want {
		t.Errorf("log: %s, want %s", got, want)
	}
}
