package trpcmcp

import (
	"context"

	mcp "trpc.group/trpc-go/trpc-mcp-go"
)

type in struct{ ID string }

func get(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewTextResult("x"), nil
}

func typed(_ context.Context, _ *mcp.CallToolRequest, in in) (string, error) { return in.ID, nil }

func structured(context.Context, *mcp.CallToolRequest) (in, error) { return in{}, nil }

func serve() {
	s := mcp.NewServer("items", "1.0.0")
	s.RegisterTool(mcp.NewTool("get", mcp.WithDescription("Get one.")), get)            // tool: trpc-mcp-go get -> get on server "Get one."
	s.RegisterTool(mcp.NewTool("typed"), mcp.NewTypedToolHandler(typed))                // tool: trpc-mcp-go typed -> typed via trpc-mcp-go.NewTypedToolHandler on server
	s.RegisterTool(mcp.NewTool("structured"), mcp.NewStructuredToolHandler(structured)) // tool: trpc-mcp-go structured -> structured via trpc-mcp-go.NewStructuredToolHandler on server
	mcp.NewStdioServer("items", "1.0.0").RegisterTool(&mcp.Tool{Name: "stdio"}, get)    // tool: trpc-mcp-go stdio -> get on server
	new(mcp.SSEServer).RegisterTool(&mcp.Tool{Name: "sse"}, get)                        // tool: trpc-mcp-go sse -> get
}
