// Package tools registers tools in a program without any boundary.
package tools

import (
	"context"
	"fmt"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name"`
}

func read(_ context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, string, error) {
	text, err := os.ReadFile(in.Name)
	if err != nil {
		return nil, "", fmt.Errorf("read: %w", err) // want `internals: tool read: the model reads the raw error text of os.ReadFile`
	}
	return nil, string(text), nil
}

// Register is given a server of which nothing is known here, but it has no
// boundary: there is none in the whole program.
func Register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "read"}, read) // want `boundary: tool read has no boundary`
}
