package faulty

import (
	"context"
	"fmt"
	"log"
	"os"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/servers/notes/outcome"
)

// reach has handlers that no boundary can save.
func reach(t *tools) {
	s := mcp.NewServer(impl, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "prefetch"}, outcome.Typed("prefetch", t.prefetch))
	mcp.AddTool(s, &mcp.Tool{Name: "refresh"}, outcome.Typed("refresh", t.refresh))
	mcp.AddTool(s, &mcp.Tool{Name: "gather"}, outcome.Typed("gather", t.gather))
	mcp.AddTool(s, &mcp.Tool{Name: "later"}, outcome.Typed("later", t.later))
	mcp.AddTool(s, &mcp.Tool{Name: "strict"}, outcome.Typed("strict", t.strict))
	mcp.AddTool(s, &mcp.Tool{Name: "quit"}, outcome.Typed("quit", t.quit))
}

func (t *tools) prefetch(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	go func() { // want `tool prefetch: a panic in this goroutine ends the server`
		_, _ = t.items.Get(context.WithoutCancel(ctx), in.ID)
	}()
	return t.get(ctx, nil, in)
}

func (t *tools) refresh(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	t.warm(context.WithoutCancel(ctx), in.ID)
	return t.get(ctx, nil, in)
}

// warm is not a handler, but runs in one.
func (t *tools) warm(ctx context.Context, id string) {
	go t.load(ctx, id) // want `tool refresh: a panic in this goroutine ends the server`
}

func (t *tools) load(ctx context.Context, id string) { _, _ = t.items.Get(ctx, id) }

func (t *tools) gather(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, []string, error) {
	var wg sync.WaitGroup
	texts := make([]string, 2)
	for i := range texts {
		wg.Go(func() { // want `tool gather: a panic in this goroutine ends the server`
			item, err := t.items.Get(ctx, fmt.Sprint(in.ID, i))
			if err == nil {
				texts[i] = item.Text
			}
		})
	}
	wg.Wait()
	return nil, texts, nil
}

func (t *tools) later(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, bool, error) {
	time.AfterFunc(time.Second, func() { // want `tool later: a panic in this goroutine ends the server`
		t.load(context.Background(), in.ID)
	})
	return nil, true, nil
}

func (t *tools) strict(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.items.Get(ctx, in.ID)
	if err != nil {
		log.Fatalf("the items are gone: %v", err) // want `tool strict: Fatalf ends the server`
	}
	return nil, itemOut{Text: item.Text}, nil
}

func (t *tools) quit(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, bool, error) {
	must(t.items.Wait(ctx))
	return nil, true, nil
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) // want `tool quit: Exit ends the server`
	}
}
