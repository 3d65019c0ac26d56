package sdk

const (
	goMCP     = "github.com/modelcontextprotocol/go-sdk/mcp"
	goRPC     = "github.com/modelcontextprotocol/go-sdk/jsonrpc"
	goRPCImpl = "github.com/modelcontextprotocol/go-sdk/internal/jsonrpc2"
)

// goTyped: the SDK decodes the arguments and turns a returned error into a
// tool error with its text, whatever the error is.
var goTyped = &Binding{
	SDK: "go-sdk", Name: "typed",
	Params:  []Role{Context, Request, Args},
	Results: []Role{Tool, Output, Err},
	Error:   Verbatim, Panic: PanicCrash, OutputOnError: true, BareProtocol: true, Validates: true,
}

// goRaw: a returned error is a protocol error, and nil, nil is fatal.
var goRaw = &Binding{
	SDK: "go-sdk", Name: "raw",
	Params:  []Role{Context, Request},
	Results: []Role{Tool, Err},
	Error:   Protocol, Panic: PanicCrash, NilIsCrash: true,
}

var goSDK = &SDK{
	Name: "go-sdk",
	Packages: []string{goMCP, goRPC, goRPCImpl,
		"github.com/modelcontextprotocol/go-sdk/auth", "github.com/modelcontextprotocol/go-sdk/oauthex"},
	Registrars: []Registrar{
		{Func: goMCP + ".AddTool", Server: 0, Tool: 1, Name: none, Desc: none, Handler: 2, Bundles: none, Binding: goTyped},
		{Func: method(goMCP, "Server", "AddTool"), Server: 0, Tool: 1, Name: none, Desc: none, Handler: 2, Bundles: none, Binding: goRaw},
	},
	HandlerTypes: map[string]*Binding{
		goMCP + ".ToolHandler":    goRaw,
		goMCP + ".ToolHandlerFor": goTyped,
	},
	Tools:   []ToolType{{Type: goMCP + ".Tool", Name: "Name", Desc: "Description", Input: "InputSchema", Output: "OutputSchema", Annotations: "Annotations"}},
	Servers: []Server{{Func: goMCP + ".NewServer", Options: none}},
	Middlewares: []Middleware{
		{Func: method(goMCP, "Server", "AddReceivingMiddleware"), Server: 0, Arg: 1},
	},
	ResultType: goMCP + ".CallToolResult",
	ErrorField: "IsError",
	Setters: []ResultFunc{
		{Func: method(goMCP, "CallToolResult", "SetError"), IsError: true, Text: none, Err: 1, Value: none, Result: 0},
	},
	Texts:         []TextFunc{{Type: goMCP + ".TextContent", Field: "Text"}},
	ErrorOf:       []string{method(goMCP, "CallToolResult", "GetError")},
	CallMethod:    "tools/call",
	CallTypes:     ids("*"+goMCP, "CallToolRequest", "CallToolParams", "CallToolParamsRaw"),
	RequestTypes:  []string{goMCP + ".ServerRequest", goMCP + ".CallToolRequest"},
	ArgumentPaths: []string{"Params.Arguments"},
	Replies: []string{
		method(goMCP, "ServerSession", "Elicit"), method(goMCP, "ServerSession", "CreateMessage"), method(goMCP, "ServerSession", "CreateMessageWithTools"),
	},
	ProtocolErrors: []string{
		goRPCImpl + ".WireError", goRPC + ".Error", goMCP + ".URLElicitationRequiredError",
	},
	StdioTypes: []string{goMCP + ".StdioTransport"},
}
