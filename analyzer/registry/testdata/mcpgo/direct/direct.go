// Package direct gives handlers to mcp-go without a detour.
package direct

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/kit"
	"example.com/servers/fixtures/kit3"
)

type in struct {
	ID string `json:"id"`
}

func get(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("x"), nil
}

func typed(_ context.Context, _ mcp.CallToolRequest, in in) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(in.ID), nil
}

func structured(_ context.Context, _ mcp.CallToolRequest, in in) (in, error) { return in, nil }

func task(context.Context, mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
	return &mcp.CreateTaskResult{}, nil
}

func words(_ context.Context, in in) (string, error) { return in.ID, nil }

type tools struct{ name string }

func (t *tools) get(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(t.name), nil
}

const description = "Get " + "one."

func serve(t *tools) {
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTool(mcp.NewTool("function"), get)                                                                     // tool: mcp-go function -> get on server
	s.AddTool(mcp.NewTool("method", mcp.WithDescription(description)), t.get)                                   // tool: mcp-go method -> (*tools).get on server "Get one."
	s.AddTool(mcp.NewTool("literal"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { // tool: mcp-go literal -> serve$1 on server
		return mcp.NewToolResultText(t.name), nil
	})
	s.AddTool(mcp.NewTool("typed"), mcp.NewTypedToolHandler(typed))                                 // tool: mcp-go typed -> typed via mcp.NewTypedToolHandler on server
	s.AddTool(mcp.NewTool("structured"), mcp.NewStructuredToolHandler(structured))                  // tool: mcp-go structured -> structured via mcp.NewStructuredToolHandler on server
	s.AddTool(mcp.NewTool("wrapped"), kit.SealCall(mcp.NewTypedToolHandler(typed)))                 // tool: mcp-go wrapped -> typed via kit.SealAll$1$1, mcp.NewTypedToolHandler on server
	s.AddTool(mcp.NewTool("adapted"), kit3.Adapt(words))                                            // tool: mcp-go adapted -> words via kit3.Adapt$1 on server
	s.AddTool(mcp.NewToolWithRawSchema("raw_schema", "With a schema.", json.RawMessage("{}")), get) // tool: mcp-go raw_schema -> get on server "With a schema."
	s.AddTool(mcp.Tool{Name: "struct", Description: "A struct."}, get)                              // tool: mcp-go struct -> get on server "A struct."
	s.AddTool(mcp.NewTool("converted"), server.ToolHandlerFunc(get))                                // tool: mcp-go converted -> get on server

	tool := mcp.NewTool("variable", mcp.WithString("id", mcp.Required()), mcp.WithDescription("In a variable."))
	s.AddTool(tool, get) // tool: mcp-go variable -> get on server "In a variable."

	s.AddTaskTool(mcp.NewTool("task"), task)                                                    // tool: mcp-go task -> task on server
	s.AddTaskTools(server.ServerTaskTool{Tool: mcp.NewTool("tasks"), Handler: task})            // tool: mcp-go tasks -> task on server
	_ = s.AddSessionTool("id", mcp.NewTool("session"), get)                                     // tool: mcp-go session -> get on server
	_ = s.AddSessionTools("id", server.ServerTool{Tool: mcp.NewTool("sessions"), Handler: get}) // tool: mcp-go sessions -> get on server
	s.SetTools(server.ServerTool{Tool: mcp.NewTool("set"), Handler: get})                       // tool: mcp-go set -> get on server
}

// options are built in pieces.
func options(readOnly bool) {
	s := server.NewMCPServer("items", "1.0.0")
	opts := []mcp.ToolOption{mcp.WithDescription("In pieces.")}
	if readOnly {
		opts = append(opts, mcp.WithReadOnlyHintAnnotation(true))
	}
	s.AddTool(mcp.NewTool("pieces", opts...), get)                                   // tool: mcp-go pieces -> get on server "In pieces."
	s.AddTool(mcp.NewTool("common", append(common(), mcp.WithString("id"))...), get) // tool: mcp-go common -> get on server "Common."
}

func common() []mcp.ToolOption {
	return []mcp.ToolOption{mcp.WithDescription("Common."), mcp.WithNumber("limit")}
}

// proxied re-registers what another server has.
func proxied(remote []mcp.Tool, call func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error)) {
	s := server.NewMCPServer("proxy", "1.0.0")
	for _, tool := range remote {
		s.AddTool(tool, func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // tool: mcp-go dynamic -> proxied$1 on server ?
			req.Params.Name = tool.Name
			return forward(ctx, req)
		})
	}
}

func forward(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(req.Params.Name), nil
}
