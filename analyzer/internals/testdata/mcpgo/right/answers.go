package right

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/backend"
)

func serveAnswers(t *tools) {
	s := server.NewMCPServer("answers", "1.0.0")
	s.AddTool(mcp.NewTool("lines"), t.lines)
	s.AddTool(mcp.NewTool("tried"), t.tried)
}

// lines has the text of errors in its log, and its own in the answer.
func (t *tools) lines(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var lines, causes []string
	for _, id := range req.GetStringSlice("ids", nil) {
		item, err := t.http.Get(ctx, id)
		if err != nil {
			causes = append(causes, fmt.Sprintf("%s: %v", id, err))
			lines = append(lines, id+": cannot be read now")
			continue
		}
		lines = append(lines, item.Text)
	}
	slog.Warn("lines", "causes", causes)
	return mcp.NewToolResultText(strings.Join(lines, "\n")), nil
}

// An attempt keeps its error for the log, beside the text for the model.
type attempt struct {
	text  string
	cause string
}

func (t *tools) try(ctx context.Context, id string) *attempt {
	item, err := t.http.Get(ctx, id)
	if err != nil {
		return &attempt{text: "The item cannot be read now.", cause: err.Error()}
	}
	return &attempt{text: item.Text}
}

func (t *tools) tried(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	a := t.try(ctx, req.GetString("id", ""))
	if a.cause != "" {
		slog.Error("try", "cause", a.cause, "items", backend.Item{})
	}
	return mcp.NewToolResultText(a.text), nil
}
