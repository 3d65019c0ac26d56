module trpc.group/trpc-go/trpc-mcp-go

go 1.26
