package viant

import (
	"context"

	"github.com/viant/jsonrpc"
	"github.com/viant/mcp-protocol/schema"
	"github.com/viant/mcp-protocol/server"
)

type in struct{ ID string }

func typed(_ context.Context, in in) (*schema.CallToolResult, *jsonrpc.Error) {
	return nil, jsonrpc.NewError(1, in.ID, nil)
}

func get(context.Context, *schema.CallToolRequest) (*schema.CallToolResult, *jsonrpc.Error) {
	return nil, nil
}

func serve(r *server.Registry, d *server.DefaultHandler) error {
	r.RegisterToolWithSchema("schema", "With a schema.", nil, nil, get)                   // tool: viant-mcp schema -> get "With a schema."
	r.RegisterTool(&server.ToolEntry{Handler: get, Metadata: schema.Tool{Name: "entry"}}) // tool: viant-mcp entry -> get
	d.RegisterToolWithSchema("promoted", "", nil, nil, get)                               // tool: viant-mcp promoted -> get
	return server.RegisterTool[in, string](r, "typed", "Typed.", typed)                   // tool: viant-mcp typed -> typed "Typed."
}
