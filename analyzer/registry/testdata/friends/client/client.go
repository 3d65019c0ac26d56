// Package client calls the tools of others.
package client

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Call has the results of a handler, but nothing registers it.
func Call(ctx context.Context, c *client.Client, name string) (*mcp.CallToolResult, error) {
	var req mcp.CallToolRequest
	req.Params.Name = name
	res, err := c.CallTool(ctx, req)
	if err != nil {
		return nil, err
	}
	if res.IsError {
		return nil, errors.New("the tool failed")
	}
	return res, nil
}

// Session calls a tool with the other SDK.
func Session(ctx context.Context, s *gosdk.ClientSession) (*gosdk.CallToolResult, error) {
	return s.CallTool(ctx, &gosdk.CallToolParams{Name: "get"})
}
