// Command mcpgo serves notes over standard input and output, on
// mark3labs/mcp-go. With -maintenance it serves the tools for operators instead.
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"log/slog"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/servers/notes/mcpgo/tools"
	"example.com/servers/servers/notes/outcome"
	"example.com/servers/servers/notes/store"
)

func main() {
	dir := flag.String("dir", "", "folder with the notes; in memory if empty")
	maintenance := flag.Bool("maintenance", false, "serve the tools for operators")
	flag.Parse()
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, nil)))

	d := &tools.Deps{Store: store.NewMemory(nil), Catalog: &store.Catalog{Row: noDatabase}}
	if *dir != "" {
		files, err := store.OpenFile(*dir)
		if err != nil {
			log.Fatal(err)
		}
		d.Store = files
	}
	if url := os.Getenv("NOTES_INDEX_URL"); url != "" {
		d.Index = store.NewIndex(url, os.Getenv("NOTES_INDEX_KEY"), nil)
	}
	s := newNotes(d)
	if *maintenance {
		s = newMaintenance(d)
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

// newNotes returns the server for notes. WithRecovery keeps it alive, but is no
// boundary: it sends the panic to the client and lets every error through.
func newNotes(d *tools.Deps) *server.MCPServer {
	s := server.NewMCPServer("notes", "1.0.0",
		server.WithRecovery(),
		server.WithToolHandlerMiddleware(requestLog),
	)
	tools.AddNotes(s, d)
	return s
}

// newMaintenance returns the server for operators, with one boundary for all.
func newMaintenance(d *tools.Deps) *server.MCPServer {
	s := server.NewMCPServer("notes-maintenance", "1.0.0",
		server.WithToolHandlerMiddleware(shortLog),
		server.WithToolHandlerMiddleware(outcome.Middleware),
	)
	tools.AddMaintenance(s, d)
	return s
}

// requestLog writes one line per call, and looks at the result as well.
func requestLog(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := next(ctx, req)
		if err != nil || (res != nil && res.IsError) {
			slog.InfoContext(ctx, "request_failed", "tool", req.Params.Name)
		} else {
			slog.InfoContext(ctx, "request_ok", "tool", req.Params.Name)
		}
		return res, err
	}
}

// shortLog is the same in short, and wrong: outside the boundary, no call has a
// Go error.
func shortLog(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := next(ctx, req)
		slog.InfoContext(ctx, "request", "tool", req.Params.Name, "ok", err == nil) // fault: iserror
		return res, err
	}
}

// noDatabase stands in until a database is connected.
func noDatabase(context.Context, string, ...any) (int, error) {
	return 0, errors.New("no database")
}
