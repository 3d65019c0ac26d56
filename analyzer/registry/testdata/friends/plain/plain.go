// Package plain uses what looks like an SDK, and an SDK for what is no tool.
package plain

import (
	"context"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/registry/friends/mcp"
)

func get(context.Context, string) (string, error) { return "", nil }

func lookalike() {
	s := mcp.NewServer("items")
	s.AddTool(&mcp.Tool{Name: "not_one"}, get)
	s.AddTool(mcp.NewTool("nor_this"), get)
	mcp.AddTool(s, &mcp.Tool{Name: "nor_that"}, get)
}

// A command has a name, a description and a function, and is no tool.
type command struct {
	Name, Description string
	Run               func(ctx context.Context, args []string) error
}

var commands = []command{
	{Name: "serve", Description: "Serve.", Run: func(context.Context, []string) error { return nil }},
}

func others() {
	s := gosdk.NewServer(&gosdk.Implementation{}, nil)
	s.AddPrompt(&gosdk.Prompt{Name: "brief"}, func(context.Context, *gosdk.GetPromptRequest) (*gosdk.GetPromptResult, error) {
		return nil, nil
	})
	s.AddResource(&gosdk.Resource{Name: "state", URI: "items://state"}, func(context.Context, *gosdk.ReadResourceRequest) (*gosdk.ReadResourceResult, error) {
		return nil, nil
	})
	s.AddReceivingMiddleware(func(next gosdk.MethodHandler) gosdk.MethodHandler { return next })
	m := server.NewMCPServer("items", "1.0.0")
	m.AddPrompt(mcpgo.NewPrompt("brief"), func(context.Context, mcpgo.GetPromptRequest) (*mcpgo.GetPromptResult, error) {
		return nil, nil
	})
	m.AddResourceTemplate(mcpgo.NewResourceTemplate("items://{id}", "item"), func(context.Context, mcpgo.ReadResourceRequest) ([]mcpgo.ResourceContents, error) {
		return nil, nil
	})
	m.AddNotificationHandler("ping", func(context.Context, mcpgo.JSONRPCNotification) {})
	m.DeleteTools("gone")
}
