package faulty

import (
	"context"

	"example.com/servers/fixtures/kit"
	"github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var _ server.MCPServer
var _ = kit.Unknown

type in struct {
	ID string `json:"id"`
}

func get(_ context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return nil, in.ID, nil
}

func serve() {
	s := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "get"}, get) // want "tool get has no boundary"
}
