// Package right answers whatever a model sends.
package right

import (
	"context"
	"errors"
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
	re, err := regexp.Compile(a.Pattern)
	if err != nil {
		return nil, out{}, errors.New("pattern is no regular expression")
	}
	mode, _ := a.Extra["mode"].(string)
	return nil, out{Text: re.String() + mode}, nil
}

func raw(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, nil
}

func register() {
	s := mcp.NewServer(&mcp.Implementation{Name: "s"}, nil)
	(&tools{}).register(s)
	mcp.AddTool(s, &mcp.Tool{Name: "search"}, search)
	s.AddTool(&mcp.Tool{Name: "raw", InputSchema: map[string]any{"type": "object"}}, raw)
}
