// Command faulty names tools and parameters that it does not have, on mcp-go.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("pages", "1")
	s.AddTool(mcp.NewTool("get_page", mcp.WithDescription("Get a page. Find its id with the search_page tool."), mcp.WithString("page_id")), get) // want `tool get_page: the description names search_page, but no tool is called so; did you mean search_pages?`
	s.AddTool(mcp.NewTool("search_pages", mcp.WithDescription("Search pages by a word."), mcp.WithString("word")), search)
	server.ServeStdio(s)
}

func get(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id, err := req.RequireString("page_id")
	if err != nil {
		return mcp.NewToolResultError("Argument pages_id is missing. Send get_page again with it."), nil // want `the message names pages_id, but no parameter is called so; did you mean page_id?`
	}
	return mcp.NewToolResultText(id), nil
}

func search(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(req.GetString("word", "")), nil
}
