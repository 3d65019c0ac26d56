// Package faulty ends its server by what a model sends.
package faulty

import (
	"context"
	"regexp"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Pattern string         `json:"pattern"`
	Extra   map[string]any `json:"extra"`
}

type out struct {
	Text string `json:"text"`
}

func search(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, out, error) {
	re := regexp.MustCompile(a.Pattern) // want `tool search: argument pattern that MustCompile refuses panics here`
	mode := a.Extra["mode"].(string)    // want `tool search: argument mode of another type, or none, panics`
	return nil, out{Text: re.String() + mode}, nil
}

func raw(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, nil // want `tool raw: no result and no error end the server`
}

func cleared(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, out, error) {
	res := &mcp.CallToolResult{}
	res.SetError(nil) // want `SetError panics on nil`
	return res, out{}, nil
}

func register() {
	s := mcp.NewServer(&mcp.Implementation{Name: "s"}, nil)
	(&tools{}).register(s)
	mcp.AddTool(s, &mcp.Tool{Name: "search"}, search)
	mcp.AddTool(s, &mcp.Tool{Name: "cleared"}, cleared)
	s.AddTool(&mcp.Tool{Name: "raw", InputSchema: map[string]any{"type": "object"}}, raw)
}
