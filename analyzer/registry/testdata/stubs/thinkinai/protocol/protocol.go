package protocol

type (
	Tool            struct{ Name, Description string }
	CallToolRequest struct {
		Name         string
		RawArguments []byte
	}
	Content        interface{}
	CallToolResult struct {
		Content []Content
		IsError bool
	}
)

func NewTool(name, description string, input any) (*Tool, error) {
	return &Tool{name, description}, nil
}
func NewCallToolResult(content []Content, isError bool) *CallToolResult {
	return &CallToolResult{content, isError}
}
