package sdk

// The MCP servers beside the two large ones.

const (
	trpcPath  = "trpc.group/trpc-go/trpc-mcp-go"
	metoroMCP = "github.com/metoro-io/mcp-golang"
	thinkSrv  = "github.com/ThinkInAIXYZ/go-mcp/server"
	thinkProt = "github.com/ThinkInAIXYZ/go-mcp/protocol"
	viantSrv  = "github.com/viant/mcp-protocol/server"
	viantSch  = "github.com/viant/mcp-protocol/schema"
	viantRPC  = "github.com/viant/jsonrpc"
	gomcpSrv  = "github.com/localrivet/gomcp/server"
	foxyCtx   = "github.com/strowk/foxy-contexts/pkg/fxctx"
	foxyMCP   = "github.com/strowk/foxy-contexts/pkg/mcp"
	rizaMCP   = "github.com/riza-io/mcp-go"
)

var trpcPlain = &Binding{
	SDK: "trpc-mcp-go", Name: "plain",
	Params: []Role{Context, Request}, Results: []Role{Tool, Err},
	Error: Verbatim, Panic: PanicTransport, KeepsResult: true,
}

var trpcTyped = &Binding{
	SDK: "trpc-mcp-go", Name: "typed",
	Params: []Role{Context, Request, Args}, Results: []Role{Output, Err},
	Error: Flattened, Panic: PanicTransport, Prefix: "Tool execution failed: ",
}

var trpcStructured = &Binding{
	SDK: "trpc-mcp-go", Name: "structured",
	Params: []Role{Context, Request}, Results: []Role{Output, Err},
	Error: Flattened, Panic: PanicTransport, Prefix: "Tool execution failed: ",
}

func trpcRegister(typ string) Registrar {
	return Registrar{Func: method(trpcPath, typ, "RegisterTool"), Server: 0, Tool: 1, Name: none, Desc: none, Handler: 2, Bundles: none, Binding: trpcPlain}
}

func trpcProperty(name, typ string) ToolOption {
	return ToolOption{Func: trpcPath + "." + name, Kind: OptProperty, Arg: 0, Type: typ}
}

var trpcMCP = &SDK{
	Name:       "trpc-mcp-go",
	Packages:   []string{trpcPath},
	Registrars: []Registrar{trpcRegister("Server"), trpcRegister("SSEServer"), trpcRegister("StdioServer")},
	Adapters: []Adapter{
		{Func: trpcPath + ".NewTypedToolHandler", Handler: 0, Inner: trpcTyped},
		{Func: trpcPath + ".NewStructuredToolHandler", Handler: 0, Inner: trpcStructured},
	},
	Tools:     []ToolType{{Type: trpcPath + ".Tool", Name: "Name", Desc: "Description", Input: "InputSchema", Output: "OutputSchema", Annotations: "Annotations"}},
	ToolFuncs: []ToolFunc{{Func: trpcPath + ".NewTool", Name: 0, Desc: none, Schema: none, Options: 1}},
	ToolOptions: []ToolOption{
		{Func: trpcPath + ".WithDescription", Kind: OptDescription, Arg: 0},
		trpcProperty("WithString", "string"), trpcProperty("WithNumber", "number"), trpcProperty("WithInteger", "integer"),
		trpcProperty("WithBoolean", "boolean"), trpcProperty("WithObject", "object"), trpcProperty("WithArray", "array"),
		{Func: trpcPath + ".WithInputStruct", Kind: OptInputType, Arg: none},
		{Func: trpcPath + ".WithOutputStruct", Kind: OptOutputType, Arg: none},
	},
	Servers: []Server{
		{Func: trpcPath + ".NewServer", Options: 2}, {Func: trpcPath + ".NewSSEServer", Options: 2}, {Func: trpcPath + ".NewStdioServer", Options: 2},
	},
	ResultType: trpcPath + ".CallToolResult",
	ErrorField: "IsError",
	Results: []ResultFunc{
		{Func: trpcPath + ".NewErrorResult", IsError: true, Text: 0, Err: none, Value: none},
		{Func: trpcPath + ".NewTextResult", Text: 0, Err: none, Value: none},
	},
	Texts: []TextFunc{
		{Type: trpcPath + ".TextContent", Field: "Text"},
		{Func: trpcPath + ".NewTextContent", Arg: 0},
	},
	RequestTypes:  []string{trpcPath + ".CallToolRequest"},
	ArgumentPaths: []string{"Params.Arguments"},
	Stdio:         []string{trpcPath + ".NewStdioServer"},
}

var metoro = &SDK{
	Name:     "mcp-golang",
	Packages: []string{metoroMCP, metoroMCP + "/transport", metoroMCP + "/transport/stdio", metoroMCP + "/transport/http"},
	Registrars: []Registrar{{
		Func: method(metoroMCP, "Server", "RegisterTool"), Server: 0, Tool: none, Name: 1, Desc: 2, Handler: 3, Bundles: none, Fails: true,
		Binding: &Binding{
			SDK: "mcp-golang", Name: "reflected",
			Params: []Role{Args}, Results: []Role{Tool, Err},
			Error: Verbatim, Panic: PanicCrash, NilIsCrash: true, Prefix: "handler returned an error: ",
		},
	}},
	Servers:    []Server{{Func: metoroMCP + ".NewServer", Options: 1}},
	ResultType: metoroMCP + ".ToolResponse",
	Results:    []ResultFunc{{Func: metoroMCP + ".NewToolResponse", Text: 0, Err: none, Value: none}},
	Texts:      []TextFunc{{Func: metoroMCP + ".NewTextContent", Arg: 0}},
	Stdio:      []string{metoroMCP + "/transport/stdio.NewStdioServerTransport"},
}

var thinkInAI = &SDK{
	Name:     "go-mcp",
	Packages: []string{thinkSrv, thinkProt},
	Registrars: []Registrar{{
		Func: method(thinkSrv, "Server", "RegisterTool"), Server: 0, Tool: 1, Name: none, Desc: none, Handler: 2, Bundles: none, Binding: thinkPlain,
	}},
	HandlerTypes: map[string]*Binding{thinkSrv + ".ToolHandlerFunc": thinkPlain},
	Tools:        []ToolType{{Type: thinkProt + ".Tool", Name: "Name", Desc: "Description", Input: "InputSchema"}},
	ToolFuncs: []ToolFunc{
		{Func: thinkProt + ".NewTool", Name: 0, Desc: 1, Schema: 2, Options: none},
		{Func: thinkProt + ".NewToolWithRawSchema", Name: 0, Desc: 1, Schema: 2, Options: none},
	},
	Servers:       []Server{{Func: thinkSrv + ".NewServer", Options: 1}},
	Middlewares:   []Middleware{{Func: method(thinkSrv, "Server", "Use"), Server: 0, Arg: 1}},
	ResultType:    thinkProt + ".CallToolResult",
	ErrorField:    "IsError",
	Texts:         []TextFunc{{Type: thinkProt + ".TextContent", Field: "Text"}},
	RequestTypes:  []string{thinkProt + ".CallToolRequest"},
	ArgumentPaths: []string{"RawArguments", "Arguments"},
}

var thinkPlain = &Binding{
	SDK: "go-mcp", Name: "plain",
	Params: []Role{Context, Request}, Results: []Role{Tool, Err},
	Error: Protocol, Panic: PanicRecovered,
}

var viantPlain = &Binding{
	SDK: "viant-mcp", Name: "plain",
	Params: []Role{Context, Request}, Results: []Role{Tool, Other},
	Error: NoError, Panic: PanicUnknown,
}

var viantTyped = &Binding{
	SDK: "viant-mcp", Name: "typed",
	Params: []Role{Context, Args}, Results: []Role{Tool, Other},
	Error: NoError, Panic: PanicUnknown,
}

var viant = &SDK{
	Name:     "viant-mcp",
	Packages: []string{viantSrv, viantSch, viantRPC},
	Registrars: []Registrar{
		{Func: viantSrv + ".RegisterTool", Server: 0, Tool: none, Name: 1, Desc: 2, Handler: 3, Bundles: none, Binding: viantTyped, Fails: true},
		{Func: method(viantSrv, "Registry", "RegisterToolWithSchema"), Server: 0, Tool: none, Name: 1, Desc: 2, Handler: 5, Bundles: none, Binding: viantPlain},
		{Func: method(viantSrv, "Registry", "RegisterTool"), Server: 0, Tool: none, Name: none, Desc: none, Handler: none, Bundles: 1, Binding: viantPlain},
	},
	Bundles:        []Bundle{{Type: viantSrv + ".ToolEntry", Tool: "Metadata", Handler: "Handler", Binding: viantPlain}},
	HandlerTypes:   map[string]*Binding{viantSrv + ".ToolHandlerFunc": viantPlain},
	Tools:          []ToolType{{Type: viantSch + ".Tool", Name: "Name", Desc: "Description", Input: "InputSchema", Output: "OutputSchema"}},
	ResultType:     viantSch + ".CallToolResult",
	ErrorField:     "IsError",
	RequestTypes:   []string{viantSch + ".CallToolRequest"},
	ArgumentPaths:  []string{"Params.Arguments"},
	ProtocolErrors: []string{viantRPC + ".Error", viantRPC + ".NewError"},
}

var gomcp = &SDK{
	Name:     "gomcp",
	Packages: []string{gomcpSrv},
	Registrars: []Registrar{{
		Func: valueMethod(gomcpSrv, "Server", "Tool"), Server: 0, Tool: none, Name: 1, Desc: 2, Handler: 3, Bundles: none,
		Binding: &Binding{
			SDK: "gomcp", Name: "reflected",
			Params: []Role{Request, Args}, Results: []Role{Output, Err},
			Error: Verbatim, Panic: PanicCrash, Prefix: "tool execution failed: ",
		},
	}},
	Servers: []Server{{Func: gomcpSrv + ".NewServer", Options: 1}},
}

var foxy = &SDK{
	Name:     "foxy-contexts",
	Packages: []string{foxyCtx, foxyMCP, "github.com/strowk/foxy-contexts/pkg/toolinput", "github.com/strowk/foxy-contexts/pkg/app"},
	Registrars: []Registrar{{
		Func: foxyCtx + ".NewTool", Server: none, Tool: 0, Name: none, Desc: none, Handler: 1, Bundles: none,
		Binding: &Binding{
			SDK: "foxy-contexts", Name: "callback",
			Params: []Role{Context, Args}, Results: []Role{Tool},
			Error: NoError, Panic: PanicCrash, NilIsCrash: true,
		},
	}},
	Tools:      []ToolType{{Type: foxyMCP + ".Tool", Name: "Name", Desc: "Description", Input: "InputSchema"}},
	ResultType: foxyMCP + ".CallToolResult",
	ErrorField: "IsError",
	Texts:      []TextFunc{{Type: foxyMCP + ".TextContent", Field: "Text"}},
}

var riza = &SDK{
	Name:       "riza-mcp-go",
	Packages:   []string{rizaMCP},
	ResultType: rizaMCP + ".CallToolResponse",
	ErrorField: "IsError",
}
