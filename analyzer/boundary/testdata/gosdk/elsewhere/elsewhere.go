// Package elsewhere registers tools on a server, or through a wrapper, that
// cannot be seen from here.
package elsewhere

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	ID string `json:"id"`
}

func get(_ context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, string, error) {
	return nil, in.ID, nil
}

func raw(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, nil
}

// Register is for other programs: their servers may have a boundary.
func Register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "get"}, get)
}

// A Host decides what is around handlers.
type Host interface {
	Wrap(mcp.ToolHandler) mcp.ToolHandler
}

// Wrapped has its boundary from a host.
func Wrapped(h Host) {
	s := mcp.NewServer(&mcp.Implementation{Name: "hosted"}, nil)
	s.AddTool(&mcp.Tool{Name: "raw", InputSchema: map[string]any{"type": "object"}}, h.Wrap(raw))
}

// Chained has wrappers from its caller.
func Chained(wrappers ...func(mcp.ToolHandler) mcp.ToolHandler) {
	s := mcp.NewServer(&mcp.Implementation{Name: "chained"}, nil)
	h := mcp.ToolHandler(raw)
	for _, w := range wrappers {
		h = w(h)
	}
	s.AddTool(&mcp.Tool{Name: "chained", InputSchema: map[string]any{"type": "object"}}, h)
}

// Configured has middleware from its caller.
func Configured(middleware ...mcp.Middleware) {
	s := mcp.NewServer(&mcp.Implementation{Name: "configured"}, nil)
	s.AddReceivingMiddleware(middleware...)
	mcp.AddTool(s, &mcp.Tool{Name: "configured"}, get)
}
