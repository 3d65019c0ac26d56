// Package faulty tells failures apart by their words.
package faulty

import (
	"context"
	"errors"
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
	if err != nil && (strings.Contains(err.Error(), "no such file") || strings.Contains(err.Error(), "cannot find")) { // want `tool read: the outcome hangs on the words of an error of os.ReadFile`
		return nil, out{}, errGone
	}
	return nil, out{Text: string(b)}, err
}

func list(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, out, error) {
	_, err := os.ReadDir(a.Path)
	if gone(err) {
		return nil, out{}, errGone
	}
	return nil, out{}, err
}

func gone(err error) bool {
	return err != nil && strings.Contains(err.Error(), "no such file") // want `tool list: the outcome hangs on the words`
}

func register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "read"}, read)
	mcp.AddTool(s, &mcp.Tool{Name: "list"}, list)
}
