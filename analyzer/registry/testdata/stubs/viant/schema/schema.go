package schema

type (
	Tool struct {
		Name        string
		Description *string
	}
	CallToolRequest struct {
		Params struct{ Arguments map[string]any }
	}
	CallToolResult struct{ IsError *bool }
)
