package metoro

import (
	"context"

	mcp "github.com/metoro-io/mcp-golang"
)

type in struct{ ID string }

func get(in in) (*mcp.ToolResponse, error) {
	return mcp.NewToolResponse(mcp.NewTextContent(in.ID)), nil
}

func serve() error {
	s := mcp.NewServer(nil)
	if err := s.RegisterTool("get", "Get one.", get); err != nil { // tool: mcp-golang get -> get on server "Get one."
		return err
	}
	_ = s.RegisterPrompt("brief", "Brief.", get)
	return s.RegisterTool("literal", "", func(_ context.Context, in in) (*mcp.ToolResponse, error) { // tool: mcp-golang literal -> serve$1 on server
		return get(in)
	})
}
