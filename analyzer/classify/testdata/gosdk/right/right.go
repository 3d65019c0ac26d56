// Package right tells failures apart by what they are.
package right

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Path string `json:"path"`
}

type out struct {
	Text string `json:"text"`
}

var errGone = errors.New("no note at that path; find the path with search_notes")

func read(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, out, error) {
	b, err := os.ReadFile(a.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, out{}, errGone
	}
	if err != nil && strings.Contains(err.Error(), "stale handle") {
		slog.InfoContext(ctx, "the file system is remounted")
	}
	return nil, out{Text: string(b)}, err
}

// Words of the arguments are the model's own.
func list(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, out, error) {
	if strings.Contains(a.Path, "..") {
		return nil, out{}, errGone
	}
	_, err := os.ReadDir(a.Path)
	return nil, out{}, err
}

func register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "read"}, read)
	mcp.AddTool(s, &mcp.Tool{Name: "list"}, list)
}
