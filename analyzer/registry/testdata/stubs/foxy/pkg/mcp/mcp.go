package mcp

type (
	Tool struct {
		Name        string
		Description *string
	}
	CallToolResult struct {
		Content []any
		IsError *bool
	}
	TextContent struct{ Text string }
)
