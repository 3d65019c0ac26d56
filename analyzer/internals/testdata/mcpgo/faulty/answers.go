package faulty

import (
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/backend"
)

// What these tools answer with is a success, and holds the text of errors.
func serveAnswers(t *tools) {
	s := server.NewMCPServer("answers", "1.0.0")
	s.AddTool(mcp.NewTool("lines"), t.lines)
	s.AddTool(mcp.NewTool("contents"), t.contents)
	s.AddTool(mcp.NewTool("json"), t.json)
}

func (t *tools) lines(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var lines []string
	for _, id := range req.GetStringSlice("ids", nil) {
		item, err := t.http.Get(ctx, id)
		if err != nil {
			lines = append(lines, fmt.Sprintf("%s: %v", id, err)) // want `tool lines: the model reads the raw error text of .*Get`
			continue
		}
		lines = append(lines, item.Text)
	}
	return mcp.NewToolResultText(strings.Join(lines, "\n")), nil
}

func (t *tools) contents(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res := &mcp.CallToolResult{}
	for _, id := range req.GetStringSlice("ids", nil) {
		item, err := t.http.Get(ctx, id)
		if err != nil {
			text := "cannot be read: " + err.Error() // want `tool contents: the model reads the raw error text of .*Get`
			res.Content = append(res.Content, mcp.NewTextContent(text))
			continue
		}
		res.Content = append(res.Content, mcp.NewTextContent(item.Text))
	}
	return res, nil
}

type status struct {
	backend.Item
	Warning string `json:"warning,omitempty"`
}

func (t *tools) json(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var s status
	item, err := t.rpc.Get(ctx, req.GetString("id", ""))
	if err != nil {
		s.Warning = err.Error() // want `tool json: the model reads the raw error text of .*Get`
	}
	s.Item = item
	return mcp.NewToolResultJSON(s)
}
