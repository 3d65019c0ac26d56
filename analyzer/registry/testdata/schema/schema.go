// Package schema describes the arguments of tools.
package schema

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// In is what the model sends.
type In struct {
	ID string `json:"id"`
}

// Out is what it gets.
type Out struct {
	Text string `json:"text"`
}

func get(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("x"), nil
}

func typed(_ context.Context, _ *gosdk.CallToolRequest, in In) (*gosdk.CallToolResult, Out, error) {
	return nil, Out{in.ID}, nil
}

func raw(context.Context, *gosdk.CallToolRequest) (*gosdk.CallToolResult, error) { return nil, nil }

func no() *bool { v := false; return &v }

func serve() {
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTool(mcp.NewTool("options", mcp.WithString("id", mcp.Required()), mcp.WithNumber("limit"), mcp.WithBoolean("all"),
		mcp.WithReadOnlyHintAnnotation(true), mcp.WithDestructiveHintAnnotation(false)), get)
	s.AddTool(mcp.NewTool("types", mcp.WithInputSchema[In](), mcp.WithOutputSchema[Out](), mcp.WithIdempotentHintAnnotation(true)), get)
	s.AddTool(mcp.NewToolWithRawSchema("raw_schema", "", json.RawMessage(`{"type":"object"}`)), get)
	g := gosdk.NewServer(&gosdk.Implementation{}, nil)
	gosdk.AddTool(g, &gosdk.Tool{Name: "typed", Annotations: &gosdk.ToolAnnotations{ReadOnlyHint: true, DestructiveHint: no(), OpenWorldHint: ptr(true)}}, typed)
	g.AddTool(&gosdk.Tool{Name: "raw", InputSchema: map[string]any{"type": "object"}}, raw)
}

func ptr[T any](v T) *T { return &v }
