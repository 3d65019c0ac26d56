package faulty

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/internals/gosdk/store"
	"example.com/servers/servers/notes/outcome"
)

type manyIn struct {
	IDs []string `json:"ids"`
}

type line struct {
	ID    string `json:"id"`
	Error string `json:"error,omitempty"`
}

type manyOut struct {
	Lines  []line            `json:"lines"`
	Failed map[string]string `json:"failed"`
	Note   string            `json:"note,omitempty"`
}

// What these tools answer with is a success, and holds the text of errors.
func serveAnswers(t *tools) {
	s := mcp.NewServer(&mcp.Implementation{Name: "answers"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "listed"}, outcome.Typed("listed", t.listed))
	mcp.AddTool(s, &mcp.Tool{Name: "mapped"}, outcome.Typed("mapped", t.mapped))
	mcp.AddTool(s, &mcp.Tool{Name: "noted"}, outcome.Typed("noted", t.noted))
	mcp.AddTool(s, &mcp.Tool{Name: "sent_back"}, outcome.Typed("sent_back", t.sentBack))
	mcp.AddTool(s, &mcp.Tool{Name: "written"}, outcome.Typed("written", t.written))
	mcp.AddTool(s, &mcp.Tool{Name: "encoded"}, outcome.Typed("encoded", t.encoded))
	mcp.AddTool(s, &mcp.Tool{Name: "stored"}, outcome.Typed("stored", t.stored))
	mcp.AddTool(s, &mcp.Tool{Name: "plain"}, outcome.Typed("plain", t.plain))
}

func (t *tools) listed(ctx context.Context, _ *mcp.CallToolRequest, in manyIn) (*mcp.CallToolResult, manyOut, error) {
	var out manyOut
	for _, id := range in.IDs {
		if _, err := t.http.Get(ctx, id); err != nil {
			out.Lines = append(out.Lines, line{ID: id, Error: err.Error()}) // want `tool listed: the model reads the raw error text of .*Get`
		}
	}
	return nil, out, nil
}

func (t *tools) mapped(ctx context.Context, _ *mcp.CallToolRequest, in manyIn) (*mcp.CallToolResult, manyOut, error) {
	out := manyOut{Failed: map[string]string{}}
	for _, id := range in.IDs {
		if _, err := t.http.Get(ctx, id); err != nil {
			out.Failed[id] = fmt.Sprintf("not read: %v", err) // want `tool mapped: the model reads the raw error text of .*Get`
		}
	}
	return nil, out, nil
}

// note completes an answer that it is given.
func (t *tools) note(ctx context.Context, id string, out *manyOut) {
	if _, err := t.rpc.Get(ctx, id); err != nil {
		out.Note = "not up to date: " + err.Error() // want `tool noted: the model reads the raw error text of .*Get`
	}
}

func (t *tools) noted(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, *manyOut, error) {
	out := &manyOut{}
	t.note(ctx, in.ID, out)
	return nil, out, nil
}

func (t *tools) sentBack(ctx context.Context, _ *mcp.CallToolRequest, in manyIn) (*mcp.CallToolResult, manyOut, error) {
	lines := make(chan line, len(in.IDs))
	for _, id := range in.IDs {
		go func() {
			l := line{ID: id}
			if _, err := t.http.Get(ctx, id); err != nil {
				l.Error = err.Error() // want `tool sent_back: the model reads the raw error text of .*Get`
			}
			lines <- l
		}()
	}
	var out manyOut
	for range in.IDs {
		out.Lines = append(out.Lines, <-lines)
	}
	return nil, out, nil
}

// report adds to a text that is put together elsewhere.
func (t *tools) report(ctx context.Context, b *strings.Builder, id string) {
	if _, err := t.http.Get(ctx, id); err != nil {
		fmt.Fprintf(b, "- %s: %v\n", id, err) // want `tool written: the model reads the raw error text of .*Get`
	}
}

func (t *tools) written(ctx context.Context, _ *mcp.CallToolRequest, in manyIn) (*mcp.CallToolResult, any, error) {
	var b strings.Builder
	b.WriteString("# Items\n")
	for _, id := range in.IDs {
		t.report(ctx, &b, id)
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: b.String()}}}, nil, nil
}

func (t *tools) encoded(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, any, error) {
	answer := map[string]any{"id": in.ID}
	if _, err := t.rpc.Get(ctx, in.ID); err != nil {
		answer["health"] = err.Error() // want `tool encoded: the model reads the raw error text of .*Get`
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}}, nil, nil
}

// stored shows what a package of the program says about its files.
func (t *tools) stored(_ context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	text, err := store.Read(t.dir)
	if err != nil {
		return nil, itemOut{}, outcome.Fault("The items cannot be read: %v. Tell the user.", err) // want `tool stored: the model reads the raw error text of store.Read`
	}
	return nil, itemOut{Text: text}, nil
}

func (t *tools) plain(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, string, error) {
	item, err := t.http.Get(ctx, in.ID)
	if err != nil {
		return nil, fmt.Sprintf("Item %s cannot be read: %v", in.ID, err), nil // want `tool plain: the model reads the raw error text of .*Get`
	}
	return nil, item.Text, nil
}
