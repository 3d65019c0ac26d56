// Command gosdk serves notes over standard input and output, on
// modelcontextprotocol's SDK.
package main

import (
	"context"
	"flag"
	"log"
	"log/slog"
	"os"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/servers/notes/gosdk/tools"
	"example.com/servers/servers/notes/store"
)

// failed counts the calls that failed since the start.
var failed atomic.Int64

func main() {
	dir := flag.String("dir", "", "folder with the notes; in memory if empty")
	flag.Parse()
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, nil)))

	t := &tools.Tools{Store: store.NewMemory(nil), Dir: *dir}
	if *dir != "" {
		files, err := store.OpenFile(*dir)
		if err != nil {
			log.Fatal(err)
		}
		t.Store = files
	}
	if url := os.Getenv("NOTES_INDEX_URL"); url != "" {
		t.Index = store.NewIndex(url, os.Getenv("NOTES_INDEX_KEY"), nil)
	}
	if err := newServer(t).Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}

// newServer returns a server with all tools.
func newServer(t *tools.Tools) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "notes", Version: "1.0.0"}, nil)
	s.AddReceivingMiddleware(countCalls, requestLog)
	t.Register(s)
	return s
}

// requestLog writes one line per call. It asks only for the Go error, which a
// failed tool does not have here, so each failure is logged as a success.
func requestLog(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		if method != "tools/call" {
			return res, err
		}
		if err != nil { // fault: iserror
			slog.InfoContext(ctx, "request_failed", "method", method)
		} else {
			slog.InfoContext(ctx, "request_ok", "method", method)
		}
		return res, err
	}
}

// countCalls counts failed calls the right way: by the error and the result.
func countCalls(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		if err != nil {
			failed.Add(1)
		} else if called, ok := res.(*mcp.CallToolResult); ok && called.IsError {
			failed.Add(1)
		}
		return res, err
	}
}
