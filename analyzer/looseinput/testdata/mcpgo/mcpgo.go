// Package mcpgo asks for arguments, on mcp-go.
package mcpgo

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/store"
)

func open() {
	s := server.NewMCPServer("pages", "1") // want `this server does not hold tool ping to its schema: arguments that are missing or of another type reach the handlers; add WithInputSchemaValidation and WithStrictInputSchemaDefault`
	s.AddTool(mcp.NewTool("ping", mcp.WithString("text")), ping)
}

// bare has no arguments to check.
func bare() {
	s := server.NewMCPServer("pages", "1")
	s.AddTool(mcp.NewTool("beep"), ping)
}

func half() {
	s := server.NewMCPServer("pages", "1", server.WithInputSchemaValidation()) // want `this server does not hold tool pong to its schema: unknown arguments are dropped without a word; add WithStrictInputSchemaDefault`
	s.AddTool(mcp.NewTool("pong", mcp.WithString("text")), ping)
}

func strict(s *server.MCPServer) {
	s = server.NewMCPServer("pages", "1", server.WithInputSchemaValidation(), server.WithStrictInputSchemaDefault())
	s.AddTool(mcp.NewTool("list_pages",
		mcp.WithString("query"), // want `tool list_pages: the schema lets a call leave query out and the handler refuses such a call`
		mcp.WithString("tag", mcp.Required()),
		mcp.WithString("order", mcp.Required()), // want `tool list_pages: the schema requires order and the handler has a default for it`
		mcp.WithString("format"),                // want `tool list_pages: the handler accepts only "csv", "json" as format and the schema any string`
		mcp.WithString("page_id"),               // want `tool list_pages: page_id is an id and the schema accepts any string`
		mcp.WithString("site_id", mcp.Pattern("^s[0-9]+$")),
		mcp.WithString("kind", mcp.Enum("a", "b")),
	), list)
}

func ping(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("pong"), nil
}

func list(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	query, err := req.RequireString("query")
	if err != nil {
		return nil, err
	}
	tag, err := req.RequireString("tag")
	if err != nil {
		return nil, err
	}
	order := req.GetString("order", "newest")
	switch req.GetString("format", "") {
	case "csv":
	case "json":
	default:
		return nil, errors.New("format is csv or json")
	}
	switch req.GetString("kind", "") {
	case "a", "b":
	default:
		return nil, errors.New("kind is a or b")
	}
	all, err := store.List(ctx, query+tag+order)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultJSON(all)
}
