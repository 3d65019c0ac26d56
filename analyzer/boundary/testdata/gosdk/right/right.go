// Package right registers tools of go-sdk behind boundaries.
package right

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"os"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/almost"
	"example.com/servers/fixtures/backend"
	"example.com/servers/servers/notes/outcome"
)

type itemIn struct {
	ID string `json:"id" jsonschema:"ID that find_items returned"`
}

type itemOut struct {
	Text string `json:"text"`
}

type tools struct{ items *backend.Items }

func (t *tools) get(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.items.Get(ctx, in.ID)
	if err != nil {
		return nil, itemOut{}, err
	}
	return nil, itemOut{Text: item.Text}, nil
}

func (t *tools) raw(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in itemIn
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return nil, err
	}
	item, err := t.items.Get(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: item.Text}}}, nil
}

var (
	object = map[string]any{"type": "object"}
)

var impl = &mcp.Implementation{Name: "items", Version: "1.0.0"}

func perHandler(t *tools) {
	s := mcp.NewServer(impl, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "typed"}, outcome.Typed("typed", t.get))
	s.AddTool(&mcp.Tool{Name: "raw", InputSchema: object}, outcome.Raw("raw", t.raw))
}

// order has a mapper beneath the boundary and harmless wrappers outside of it.
func order(t *tools) {
	s := mcp.NewServer(impl, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "mapped"}, outcome.Typed("it", mapped(t.get)))
	mcp.AddTool(s, &mcp.Tool{Name: "logged"}, almost.Logged(outcome.Typed("it", t.get)))
	mcp.AddTool(s, &mcp.Tool{Name: "timed"}, almost.Timed(time.Second, outcome.Typed("it", almost.Timed(time.Second, t.get))))
	mcp.AddTool(s, &mcp.Tool{Name: "masked"}, outcome.Typed("it", almost.Masked(t.get)))
}

func mapped[In, Out any](next mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		res, out, err := next(ctx, req, in)
		if errors.Is(err, backend.ErrNotFound) {
			return nil, out, outcome.Correct("There is no such item. Find its id with find_items.")
		}
		return res, out, err
	}
}

// add wraps whatever it is given.
func add[In, Out any](s *mcp.Server, name string, h mcp.ToolHandlerFor[In, Out]) {
	mcp.AddTool(s, &mcp.Tool{Name: name}, outcome.Typed(name, h))
}

func helped(t *tools) {
	s := mcp.NewServer(impl, nil)
	add(s, "helped_get", t.get)
	add(s, "helped_again", t.get)
}

func looped(t *tools) {
	s := mcp.NewServer(impl, nil)
	rows := []struct {
		name    string
		handler mcp.ToolHandler
	}{
		{"first_row", t.raw},
		{"second_row", t.raw},
	}
	for _, r := range rows {
		s.AddTool(&mcp.Tool{Name: r.name, InputSchema: object}, outcome.Raw(r.name, r.handler))
	}
}

// others are no tools.
func others() {
	s := mcp.NewServer(impl, nil)
	s.AddPrompt(&mcp.Prompt{Name: "brief"}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{}, nil
	})
	s.AddResource(&mcp.Resource{Name: "state", URI: "items://state"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return nil, errors.New("no state")
	})
}

// background has goroutines and exits that are fine.
func background(t *tools) {
	s := mcp.NewServer(impl, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "prefetch"}, outcome.Typed("it", t.prefetch))
	mcp.AddTool(s, &mcp.Tool{Name: "watch"}, outcome.Typed("it", t.watch))
	go t.sweep() // before there are any calls
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
	os.Exit(0)
}

func (t *tools) sweep() {
	for range time.Tick(time.Minute) {
		_, _ = t.items.Find(context.Background(), "")
	}
}

func (t *tools) prefetch(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	go func() {
		defer func() {
			if value := recover(); value != nil {
				log.Print("prefetch: ", value)
			}
		}()
		_, _ = t.items.Get(context.WithoutCancel(ctx), in.ID)
	}()
	var wg sync.WaitGroup
	wg.Add(1)
	go t.guarded(&wg, in.ID)
	wg.Wait()
	return t.get(ctx, nil, in)
}

func (t *tools) guarded(wg *sync.WaitGroup, id string) {
	defer wg.Done()
	defer caught()
	_, _ = t.items.Get(context.Background(), id)
}

func caught() {
	if value := recover(); value != nil {
		log.Print("background: ", value)
	}
}

// watch starts a goroutine that does nothing but wait and signal.
func (t *tools) watch(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, bool, error) {
	done := make(chan struct{})
	go func() {
		<-ctx.Done()
		close(done)
	}()
	select {
	case <-done:
		return nil, false, nil
	case <-time.After(time.Second):
		return nil, true, nil
	}
}
