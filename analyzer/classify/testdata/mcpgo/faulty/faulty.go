// Package faulty gives every failure of a look-up the same cause.
package faulty

import (
	"context"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := http.Get("https://items.example.com/" + req.GetString("id", ""))
	if err != nil {
		return mcp.NewToolResultError("the item was not found"), nil // want `tool get: any error of http.Get is answered with "not found"`
	}
	return mcp.NewToolResultText(res.Status), res.Body.Close()
}

func find(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := http.Get("https://items.example.com/" + req.GetString("id", ""))
	if err != nil {
		switch {
		case strings.Contains(err.Error(), "no such host"): // want `tool find: the outcome hangs on the words`
			return mcp.NewToolResultError("Ask for an item of this site."), nil
		case strings.Contains(err.Error(), "timeout"):
			return mcp.NewToolResultError("Try again later."), nil
		}
		return nil, err
	}
	return mcp.NewToolResultText(res.Status), res.Body.Close()
}

func register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("get"), get)
	s.AddTool(mcp.NewTool("find"), find)
}
