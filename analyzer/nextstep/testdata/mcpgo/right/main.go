// Command right names what it has, on mcp-go.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// What a constant is called says nothing of what its value is.
const pageCallToolArgumentName = "page_id"

func main() {
	s := server.NewMCPServer("pages", "1")
	s.AddTool(mcp.NewTool("get_page", mcp.WithDescription("Get a page, as SELECT * FROM page_stats() has it. Find its id with the search_pages tool."), mcp.WithString(pageCallToolArgumentName)), get)
	s.AddTool(mcp.NewTool("search_pages", mcp.WithDescription("Search pages by a word."), mcp.WithString("word")), search)
	server.ServeStdio(s)
}

func get(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id, err := req.RequireString(pageCallToolArgumentName)
	if err != nil {
		return mcp.NewToolResultError("Argument page_id is missing. Send get_page again with page_id from search_pages."), nil
	}
	return mcp.NewToolResultText(id), nil
}

func search(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(req.GetString("word", "")), nil
}
