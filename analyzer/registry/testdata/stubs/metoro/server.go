// Package mcp_golang stands in for the SDK of the same path.
package mcp_golang

type (
	Server       struct{}
	ToolResponse struct{ Content []*Content }
	Content      struct{ Text string }
)

func NewServer(transport any, opts ...func(*Server)) *Server                    { return &Server{} }
func (*Server) RegisterTool(name string, description string, handler any) error { return nil }
func (*Server) RegisterPrompt(name string, description string, handler any) error {
	return nil
}
func NewToolResponse(content ...*Content) *ToolResponse { return &ToolResponse{content} }
func NewTextContent(text string) *Content               { return &Content{text} }
