package riza

import (
	"context"
	"errors"

	"github.com/riza-io/mcp-go"
)

type handler struct{ mcp.UnimplementedServer }

func (h *handler) CallTool(_ context.Context, req *mcp.Request[mcp.CallToolRequest]) (*mcp.Response[mcp.CallToolResponse], error) {
	switch req.Params.Name {
	case "get": // known: missing riza-mcp-go get -> (*handler).CallTool
		return mcp.NewResponse(&mcp.CallToolResponse{}), nil
	case "put": // known: missing riza-mcp-go put -> (*handler).CallTool
		return mcp.NewResponse(&mcp.CallToolResponse{IsError: true}), nil
	}
	return nil, errors.New("no such tool")
}

func serve() any { return mcp.NewServer(nil, &handler{}) }
