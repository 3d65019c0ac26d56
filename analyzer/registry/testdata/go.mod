module example.com/registry

go 1.26

require (
	example.com/helperlib v0.0.0
	example.com/servers v0.0.0
	github.com/ThinkInAIXYZ/go-mcp v0.0.0
	github.com/anthropics/anthropic-sdk-go v0.0.0
	github.com/cloudwego/eino v0.0.0
	github.com/firebase/genkit/go v0.0.0
	github.com/localrivet/gomcp v0.0.0
	github.com/mark3labs/mcp-go v1.2.1
	github.com/metoro-io/mcp-golang v0.0.0
	github.com/modelcontextprotocol/go-sdk v1.8.0
	github.com/nlpodyssey/openai-agents-go v0.0.0
	github.com/riza-io/mcp-go v0.0.0
	github.com/strowk/foxy-contexts v0.0.0
	github.com/tmc/langchaingo v0.0.0
	github.com/viant/jsonrpc v0.0.0
	github.com/viant/mcp-protocol v0.0.0
	google.golang.org/adk v0.0.0
	google.golang.org/adk/v2 v2.0.0
	trpc.group/trpc-go/trpc-agent-go v0.0.0
	trpc.group/trpc-go/trpc-mcp-go v0.0.0
)

require (
	github.com/google/jsonschema-go v0.4.3 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.2 // indirect
	github.com/segmentio/asm v1.1.3 // indirect
	github.com/segmentio/encoding v0.5.4 // indirect
	github.com/spf13/cast v1.7.1 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	golang.org/x/oauth2 v0.35.0 // indirect
	golang.org/x/sync v0.20.0 // indirect
	golang.org/x/sys v0.41.0 // indirect
	golang.org/x/text v0.14.0 // indirect
	golang.org/x/time v0.15.0 // indirect
)

replace (
	example.com/helperlib => ./stubs/helperlib
	example.com/servers => ../../../testdata
)

replace (
	github.com/ThinkInAIXYZ/go-mcp => ./stubs/thinkinai
	github.com/anthropics/anthropic-sdk-go => ./stubs/anthropic
	github.com/cloudwego/eino => ./stubs/eino
	github.com/firebase/genkit/go => ./stubs/genkit
	github.com/localrivet/gomcp => ./stubs/gomcp
	github.com/metoro-io/mcp-golang => ./stubs/metoro
	github.com/nlpodyssey/openai-agents-go => ./stubs/openai
	github.com/riza-io/mcp-go => ./stubs/riza
	github.com/strowk/foxy-contexts => ./stubs/foxy
	github.com/tmc/langchaingo => ./stubs/langchain
	github.com/viant/jsonrpc => ./stubs/viantrpc
	github.com/viant/mcp-protocol => ./stubs/viant
	google.golang.org/adk => ./stubs/adk
	google.golang.org/adk/v2 => ./stubs/adk2
	trpc.group/trpc-go/trpc-agent-go => ./stubs/trpcagent
	trpc.group/trpc-go/trpc-mcp-go => ./stubs/trpcmcp
)
