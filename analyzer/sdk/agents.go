package sdk

// Agent frameworks, in which the program itself runs the model's loop.

const (
	adkTool    = "google.golang.org/adk/tool/functiontool"
	adkToolV2  = "google.golang.org/adk/v2/tool/functiontool"
	genkitPath = "github.com/firebase/genkit/go/genkit"
	genkitAI   = "github.com/firebase/genkit/go/ai"
	einoUtils  = "github.com/cloudwego/eino/components/tool/utils"
	einoTool   = "github.com/cloudwego/eino/components/tool"
	einoSchema = "github.com/cloudwego/eino/schema"
	langTools  = "github.com/tmc/langchaingo/tools"
	anthRunner = "github.com/anthropics/anthropic-sdk-go/toolrunner"
	trpcAgentF = "trpc.group/trpc-go/trpc-agent-go/tool/function"
	openAgents = "github.com/nlpodyssey/openai-agents-go/agents"
)

func adkEntry(path string) *SDK {
	b := &Binding{
		SDK: "adk", Name: "function",
		Params: []Role{Context, Args}, Results: []Role{Output, Err},
		Error: Verbatim, Panic: PanicRecovered,
	}
	return &SDK{
		Name:     "adk",
		Packages: []string{path},
		Registrars: []Registrar{
			{Func: path + ".New", Server: none, Tool: 0, Name: none, Desc: none, Handler: 1, Bundles: none, Binding: b, Fails: true},
			{Func: path + ".NewStreaming", Server: none, Tool: 0, Name: none, Desc: none, Handler: 1, Bundles: none, Binding: b, Fails: true},
		},
		HandlerTypes: map[string]*Binding{path + ".Func": b},
		Tools:        []ToolType{{Type: path + ".Config", Name: "Name", Desc: "Description", Input: "InputSchema", Output: "OutputSchema"}},
	}
}

var adk, adkV2 = adkEntry(adkTool), adkEntry(adkToolV2)

// named is a registrar whose first arguments are the name and description.
func named(id string, first, handler int, b *Binding, fails bool) Registrar {
	return Registrar{Func: id, Server: none, Tool: none, Name: first, Desc: first + 1, Handler: handler, Bundles: none, Binding: b, Fails: fails}
}

var genkitBinding = &Binding{
	SDK: "genkit", Name: "function",
	Params: []Role{Context, Args}, Results: []Role{Output, Err},
	Error: Abort, Panic: PanicCrash,
}

var genkit = &SDK{
	Name:     "genkit",
	Packages: []string{genkitPath, genkitAI},
	Registrars: []Registrar{
		named(genkitPath+".DefineTool", 1, 3, genkitBinding, false),
		named(genkitPath+".DefineToolWithInputSchema", 1, 4, genkitBinding, false),
		named(genkitPath+".DefineMultipartTool", 1, 3, genkitBinding, false),
		named(genkitAI+".DefineTool", 1, 3, genkitBinding, false),
		named(genkitAI+".DefineToolWithInputSchema", 1, 4, genkitBinding, false),
		named(genkitAI+".DefineMultipartTool", 1, 3, genkitBinding, false),
		named(genkitAI+".NewTool", 0, 2, genkitBinding, false),
		named(genkitAI+".NewToolWithInputSchema", 0, 3, genkitBinding, false),
		named(genkitAI+".NewMultipartTool", 0, 2, genkitBinding, false),
	},
}

var einoBinding = &Binding{
	SDK: "eino", Name: "function",
	Params: []Role{Context, Args}, Results: []Role{Output, Err},
	Error: Abort, Panic: PanicRecovered,
}

var einoMethod = &Binding{
	SDK: "eino", Name: "method",
	Params: []Role{Other, Context, Args}, Results: []Role{Output, Err},
	Error: Abort, Panic: PanicRecovered,
}

func einoInfer(names ...string) []Registrar {
	var out []Registrar
	for _, n := range names {
		out = append(out, named(einoUtils+"."+n, 0, 2, einoBinding, true))
	}
	return out
}

func einoNew(names ...string) []Registrar {
	var out []Registrar
	for _, n := range names {
		out = append(out, Registrar{Func: einoUtils + "." + n, Server: none, Tool: 0, Name: none, Desc: none, Handler: 1, Bundles: none, Binding: einoBinding})
	}
	return out
}

var eino = &SDK{
	Name:     "eino",
	Packages: []string{einoUtils, einoTool},
	Registrars: append(
		einoInfer("InferTool", "InferOptionableTool", "InferStreamTool", "InferOptionableStreamTool",
			"InferEnhancedTool", "InferOptionableEnhancedTool", "InferEnhancedStreamTool", "InferOptionableEnhancedStreamTool"),
		einoNew("NewTool", "NewStreamTool", "NewEnhancedTool", "NewEnhancedStreamTool")...),
	Tools: []ToolType{{Type: einoSchema + ".ToolInfo", Name: "Name", Desc: "Desc"}},
	Interfaces: []ToolInterface{
		{Package: einoTool, Name: "InvokableTool", Handler: "InvokableRun", NameMethod: "Info", Binding: einoMethod},
		{Package: einoTool, Name: "EnhancedInvokableTool", Handler: "InvokableRun", NameMethod: "Info", Binding: einoMethod},
		{Package: einoTool, Name: "StreamableTool", Handler: "StreamableRun", NameMethod: "Info", Binding: einoMethod},
		{Package: einoTool, Name: "EnhancedStreamableTool", Handler: "StreamableRun", NameMethod: "Info", Binding: einoMethod},
	},
}

var langMethod = &Binding{
	SDK: "langchaingo", Name: "method",
	Params: []Role{Other, Context, Args}, Results: []Role{Output, Err},
	Error: Abort, Panic: PanicCrash,
}

var langchain = &SDK{
	Name:      "langchaingo",
	Packages:  []string{langTools},
	FreeNames: true,
	Interfaces: []ToolInterface{
		{Package: langTools, Name: "Tool", NameMethod: "Name", DescMethod: "Description", Handler: "Call", Binding: langMethod},
	},
}

var anthropicBinding = &Binding{
	SDK: "anthropic-sdk-go", Name: "function",
	Params: []Role{Context, Args}, Results: []Role{Output, Err},
	Error: Verbatim, Panic: PanicCrash, Prefix: "Error: ",
}

var anthropic = &SDK{
	Name:     "anthropic-sdk-go",
	Packages: []string{anthRunner},
	Registrars: []Registrar{
		named(anthRunner+".NewBetaTool", 0, 3, anthropicBinding, false),
		named(anthRunner+".NewBetaToolFromBytes", 0, 3, anthropicBinding, true),
		named(anthRunner+".NewBetaToolFromJSONSchema", 0, 2, anthropicBinding, true),
	},
}

var trpcAgentBinding = &Binding{
	SDK: "trpc-agent-go", Name: "function",
	Params: []Role{Context, Args}, Results: []Role{Output, Err},
	Error: Verbatim, Panic: PanicRecovered, Prefix: "Error: callable tool execution failed: ",
}

var trpcAgent = &SDK{
	Name:     "trpc-agent-go",
	Packages: []string{trpcAgentF},
	Registrars: []Registrar{
		{Func: trpcAgentF + ".NewFunctionTool", Server: none, Tool: 1, Name: none, Desc: none, Handler: 0, Bundles: none, Binding: trpcAgentBinding},
	},
}

var openAIBinding = &Binding{
	SDK: "openai-agents-go", Name: "function",
	Params: []Role{Context, Args}, Results: []Role{Output, Err},
	Error: Verbatim, Panic: PanicCrash,
	Prefix: "An error occurred while running the tool. Please try again. Error: ",
}

var openAIAgents = &SDK{
	Name:     "openai-agents-go",
	Packages: []string{openAgents},
	Registrars: []Registrar{
		named(openAgents+".NewFunctionTool", 0, 2, openAIBinding, false),
		named(openAgents+".SafeNewFunctionTool", 0, 2, openAIBinding, true),
		named(openAgents+".NewFunctionToolAny", 0, 2, openAIBinding, true),
	},
	Bundles: []Bundle{{Type: openAgents + ".FunctionTool", Name: "Name", Desc: "Description", Handler: "OnInvokeTool", Binding: openAIBinding}},
}

const fantasyPath = "charm.land/fantasy"

var fantasyBinding = &Binding{
	SDK: "fantasy", Name: "function",
	Params: []Role{Context, Args, Request}, Results: []Role{Tool, Err},
	Error: Abort, Panic: PanicCrash,
}

// fantasy: an error result is the only answer that the model sees; a returned
// error ends the run.
var fantasy = &SDK{
	Name:     "fantasy",
	Packages: []string{fantasyPath},
	Registrars: []Registrar{
		named(fantasyPath+".NewAgentTool", 0, 2, fantasyBinding, false),
		named(fantasyPath+".NewParallelAgentTool", 0, 2, fantasyBinding, false),
	},
	ResultOnly:   true,
	ResultType:   fantasyPath + ".ToolResponse",
	ErrorField:   "IsError",
	RequestTypes: []string{fantasyPath + ".ToolCall"},
	Results: []ResultFunc{
		{Func: fantasyPath + ".NewTextErrorResponse", IsError: true, Text: 0, Err: none, Value: none},
		{Func: fantasyPath + ".NewTextResponse", Text: 0, Err: none, Value: none},
	},
}
