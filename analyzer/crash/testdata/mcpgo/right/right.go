// Package right looks at what a model sends before it uses it.
package right

import (
	"context"
	"regexp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var word = regexp.MustCompile(`\w+`)

func get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id, ok := req.GetArguments()["id"].(string)
	if !ok {
		return mcp.NewToolResultError("id is not a text"), nil
	}
	return mcp.NewToolResultText(word.FindString(id)), nil
}

func search(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	re, err := regexp.Compile(req.GetString("pattern", ""))
	if err != nil {
		return mcp.NewToolResultError("pattern is no regular expression"), nil
	}
	quoted := regexp.MustCompile("^" + regexp.QuoteMeta(req.GetString("prefix", "")))
	return mcp.NewToolResultText(re.String() + quoted.String()), nil
}

func register() {
	s := server.NewMCPServer("s", "1.0.0")
	t := &tools{server: s}
	s.AddTool(mcp.NewTool("later"), t.later)
	s.AddTool(mcp.NewTool("progress"), t.progress)
	s.AddTool(mcp.NewTool("options"), t.options)
	s.AddTool(mcp.NewTool("get"), get)
	s.AddTool(mcp.NewTool("search"), search)
}
