package sdk

const (
	mgMCP    = "github.com/mark3labs/mcp-go/mcp"
	mgServer = "github.com/mark3labs/mcp-go/server"
)

// mgPlain: a returned error is a protocol error, so is nil, nil.
var mgPlain = &Binding{
	SDK: "mcp-go", Name: "plain",
	Params:  []Role{Context, Request},
	Results: []Role{Tool, Err},
	Error:   Protocol, Panic: PanicTransport, NilIsProtocol: true,
}

// mgTyped: the adapter decodes the arguments and passes errors on.
var mgTyped = &Binding{
	SDK: "mcp-go", Name: "typed",
	Params:  []Role{Context, Request, Args},
	Results: []Role{Tool, Err},
	Error:   Protocol, Panic: PanicTransport, NilIsProtocol: true,
}

// mgStructured: the adapter turns errors into error results itself.
var mgStructured = &Binding{
	SDK: "mcp-go", Name: "structured",
	Params:  []Role{Context, Request, Args},
	Results: []Role{Output, Err},
	Error:   Flattened, Panic: PanicTransport, Prefix: "tool execution failed: ",
}

// mgTask: task tools bypass middleware and are recovered by the SDK.
var mgTask = &Binding{
	SDK: "mcp-go", Name: "task",
	Params:  []Role{Context, Request},
	Results: []Role{Tool, Err},
	Error:   Protocol, Panic: PanicRecovered, NoMiddleware: true,
}

func mgAdd(typ, name string, b *Binding) Registrar {
	return Registrar{Func: method(mgServer, typ, name), Server: 0, Tool: 1, Name: none, Desc: none, Handler: 2, Bundles: none, Binding: b}
}

func mgAddAll(typ, name string, b *Binding) Registrar {
	return Registrar{Func: method(mgServer, typ, name), Server: 0, Tool: none, Name: none, Desc: none, Handler: none, Bundles: 1, Binding: b}
}

func mgProperty(name, typ string) ToolOption {
	return ToolOption{Func: mgMCP + "." + name, Kind: OptProperty, Arg: 0, Type: typ}
}

func mgAccess(kind AccessKind, names ...string) []Accessor {
	var out []Accessor
	for _, n := range names {
		out = append(out, Accessor{Func: valueMethod(mgMCP, "CallToolRequest", n), Kind: kind, Key: 1})
	}
	return out
}

func mgParse(names ...string) []Accessor {
	var out []Accessor
	for _, n := range names {
		out = append(out, Accessor{Func: mgMCP + "." + n, Kind: Default, Key: 1})
	}
	return out
}

func concat(lists ...[]Accessor) []Accessor {
	var out []Accessor
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

var mcpGo = &SDK{
	Name: "mcp-go",
	Packages: []string{mgMCP, mgServer, "github.com/mark3labs/mcp-go/mcptest", "github.com/mark3labs/mcp-go/client",
		"github.com/mark3labs/mcp-go/util", "github.com/mark3labs/mcp-go/client/transport"},
	Registrars: []Registrar{
		mgAdd("MCPServer", "AddTool", mgPlain),
		mgAddAll("MCPServer", "AddTools", mgPlain),
		mgAddAll("MCPServer", "SetTools", mgPlain),
		mgAdd("MCPServer", "AddTaskTool", mgTask),
		mgAddAll("MCPServer", "AddTaskTools", mgTask),
		{Func: method(mgServer, "MCPServer", "AddSessionTool"), Server: 0, Tool: 2, Name: none, Desc: none, Handler: 3, Bundles: none, Binding: mgPlain, Fails: true},
		{Func: method(mgServer, "MCPServer", "AddSessionTools"), Server: 0, Tool: none, Name: none, Desc: none, Handler: none, Bundles: 2, Binding: mgPlain, Fails: true},
		{Func: valueMethod(mgServer, "SessionWithTools", "SetSessionTools"), Server: none, Tool: none, Name: none, Desc: none, Handler: none, Bundles: 1, Binding: mgPlain},
	},
	Bundles: []Bundle{
		{Type: mgServer + ".ServerTool", Tool: "Tool", Handler: "Handler", Binding: mgPlain},
		{Type: mgServer + ".ServerTaskTool", Tool: "Tool", Handler: "Handler", Binding: mgTask},
	},
	HandlerTypes: map[string]*Binding{
		mgServer + ".ToolHandlerFunc":        mgPlain,
		mgServer + ".TaskToolHandlerFunc":    mgTask,
		mgMCP + ".TypedToolHandlerFunc":      mgTyped,
		mgMCP + ".StructuredToolHandlerFunc": mgStructured,
	},
	Adapters: []Adapter{
		{Func: mgMCP + ".NewTypedToolHandler", Handler: 0, Inner: mgTyped},
		{Func: mgMCP + ".NewStructuredToolHandler", Handler: 0, Inner: mgStructured},
	},
	Tools: []ToolType{{Type: mgMCP + ".Tool", Name: "Name", Desc: "Description", Input: "InputSchema", Output: "OutputSchema", Annotations: "Annotations"}},
	ToolFuncs: []ToolFunc{
		{Func: mgMCP + ".NewTool", Name: 0, Desc: none, Schema: none, Options: 1},
		{Func: mgMCP + ".NewToolWithRawSchema", Name: 0, Desc: 1, Schema: 2, Options: none},
	},
	ToolOptions: []ToolOption{
		{Func: mgMCP + ".WithDescription", Kind: OptDescription, Arg: 0},
		mgProperty("WithString", "string"), mgProperty("WithInteger", "integer"), mgProperty("WithNumber", "number"),
		mgProperty("WithBoolean", "boolean"), mgProperty("WithObject", "object"), mgProperty("WithArray", "array"), mgProperty("WithAny", ""),
		{Func: mgMCP + ".WithReadOnlyHintAnnotation", Kind: OptReadOnly, Arg: 0},
		{Func: mgMCP + ".WithDestructiveHintAnnotation", Kind: OptDestructive, Arg: 0},
		{Func: mgMCP + ".WithIdempotentHintAnnotation", Kind: OptIdempotent, Arg: 0},
		{Func: mgMCP + ".WithOpenWorldHintAnnotation", Kind: OptOpenWorld, Arg: 0},
		{Func: mgMCP + ".WithToolAnnotation", Kind: OptAnnotations, Arg: 0},
		{Func: mgMCP + ".WithInputSchema", Kind: OptInputType, Arg: none},
		{Func: mgMCP + ".WithOutputSchema", Kind: OptOutputType, Arg: none},
		{Func: mgMCP + ".WithRawInputSchema", Kind: OptRawSchema, Arg: 0},
	},
	Servers: []Server{{Func: mgServer + ".NewMCPServer", Options: 2, Validates: mgServer + ".WithInputSchemaValidation", Strict: mgServer + ".WithStrictInputSchemaDefault"}},
	Middlewares: []Middleware{
		{Func: mgServer + ".WithToolHandlerMiddleware", Server: none, Arg: 0},
		{Func: method(mgServer, "MCPServer", "Use"), Server: 0, Arg: 1},
		{Func: mgServer + ".WithRecovery", Server: none, Arg: none, PanicOnly: true},
	},
	ResultType: mgMCP + ".CallToolResult",
	ErrorField: "IsError",
	Results: []ResultFunc{
		{Func: mgMCP + ".NewToolResultError", IsError: true, Text: 0, Err: none, Value: none},
		{Func: mgMCP + ".NewToolResultErrorFromErr", IsError: true, Text: 0, Err: 1, Value: none},
		{Func: mgMCP + ".NewToolResultErrorf", IsError: true, Text: 0, Format: true, Err: none, Value: none},
		{Func: mgMCP + ".NewToolResultText", Text: 0, Err: none, Value: none},
		{Func: mgMCP + ".FormatNumberResult", Text: none, Err: none, Value: 0},
		{Func: mgMCP + ".NewToolResultJSON", Text: none, Err: none, Value: 0},
		{Func: mgMCP + ".NewToolResultStructured", Text: 1, Err: none, Value: 0},
		{Func: mgMCP + ".NewToolResultStructuredOnly", Text: none, Err: none, Value: 0},
		{Func: mgMCP + ".NewToolResultImage", Text: 0, Err: none, Value: none},
		{Func: mgMCP + ".NewToolResultAudio", Text: 0, Err: none, Value: none},
		{Func: mgMCP + ".NewToolResultResource", Text: 0, Err: none, Value: none},
	},
	Texts: []TextFunc{
		{Type: mgMCP + ".TextContent", Field: "Text"},
		{Func: mgMCP + ".NewTextContent", Arg: 0},
	},
	RequestTypes:  []string{mgMCP + ".CallToolRequest"},
	ArgumentPaths: []string{"Params.Arguments"},
	Optional:      []string{"Params.Meta"},
	Replies:       []string{method(mgServer, "MCPServer", "RequestElicitation"), method(mgServer, "MCPServer", "RequestSampling")},
	Accessors: concat(
		mgAccess(Require, "RequireString", "RequireInt", "RequireFloat", "RequireBool", "RequireStringSlice", "RequireIntSlice", "RequireFloatSlice", "RequireBoolSlice"),
		mgAccess(Default, "GetString", "GetInt", "GetFloat", "GetBool", "GetStringSlice", "GetIntSlice", "GetFloatSlice", "GetBoolSlice"),
		[]Accessor{
			{Func: valueMethod(mgMCP, "CallToolRequest", "BindArguments"), Kind: Bind, Key: none},
			{Func: valueMethod(mgMCP, "CallToolRequest", "GetArguments"), Kind: Raw, Key: none},
			{Func: valueMethod(mgMCP, "CallToolRequest", "GetRawArguments"), Kind: Raw, Key: none},
		},
		mgParse("ParseString", "ParseBoolean", "ParseInt", "ParseInt8", "ParseInt16", "ParseInt32", "ParseInt64", "ParseUInt",
			"ParseUInt8", "ParseUInt16", "ParseUInt32", "ParseUInt64", "ParseFloat32", "ParseFloat64", "ParseStringMap", "ParseArgument"),
	),
	ProtocolErrors: []string{mgMCP + ".URLElicitationRequiredError"},
	Stdio:          []string{mgServer + ".ServeStdio", mgServer + ".NewStdioServer", "(*" + mgServer + ".StdioServer).Listen"},
}

// mgProperties are the options of a declared argument that rules ask about.
var mgProperties = map[string]PropertyKind{
	mgMCP + ".Required": PropRequired, mgMCP + ".Enum": PropEnum, mgMCP + ".Pattern": PropShape, mgMCP + ".Description": PropDescription,
}
