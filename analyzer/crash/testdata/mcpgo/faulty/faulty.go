// Package faulty panics on what a model sends.
package faulty

import (
	"context"
	"regexp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetArguments()["id"].(string) // want `tool get: argument id of another type, or none, panics here`
	return mcp.NewToolResultText(id), nil
}

func search(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	re := regexp.MustCompile(req.GetArguments()["pattern"].(string)) // want `argument pattern of another type` `tool search: argument pattern that MustCompile refuses panics here`
	return mcp.NewToolResultText(re.String()), nil
}

func register() {
	s := server.NewMCPServer("s", "1.0.0")
	t := &tools{server: s}
	s.AddTool(mcp.NewTool("filtered"), t.filtered)
	s.AddTool(mcp.NewTool("later"), t.later)
	s.AddTool(mcp.NewTool("options"), t.options)
	s.AddTool(mcp.NewTool("progress"), t.progress)
	s.AddTool(mcp.NewTool("get"), get)
	s.AddTool(mcp.NewTool("search"), search)
}
