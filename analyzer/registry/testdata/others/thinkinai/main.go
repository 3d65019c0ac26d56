package thinkinai

import (
	"context"

	"github.com/ThinkInAIXYZ/go-mcp/protocol"
	"github.com/ThinkInAIXYZ/go-mcp/server"
)

type in struct{ ID string }

func get(context.Context, *protocol.CallToolRequest) (*protocol.CallToolResult, error) {
	return protocol.NewCallToolResult(nil, false), nil
}

func noting(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req *protocol.CallToolRequest) (*protocol.CallToolResult, error) {
		return next(ctx, req)
	}
}

func serve() error {
	s, err := server.NewServer(nil)
	if err != nil {
		return err
	}
	s.Use(noting)
	tool, err := protocol.NewTool("get", "Get one.", in{})
	if err != nil {
		return err
	}
	s.RegisterTool(tool, get)                                 // tool: go-mcp get -> get on server[noting$1] "Get one."
	s.RegisterTool(&protocol.Tool{Name: "with"}, get, noting) // known: missing go-mcp with -> get via noting$1 on server[noting$1] | wrong go-mcp with -> get on server[noting$1]
	return nil
}
