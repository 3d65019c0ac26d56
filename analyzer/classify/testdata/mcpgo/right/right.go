// Package right says that something is missing where it knows that.
package right

import (
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type items interface {
	Item(id string) (string, error)
}

type client interface {
	Get(id string) (*http.Response, error)
}

type tools struct {
	items  items
	client client
}

func (t *tools) get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item, err := t.items.Item(req.GetString("id", ""))
	if err != nil {
		return mcp.NewToolResultError("the item was not found"), nil
	}
	return mcp.NewToolResultText(item), nil
}

func (t *tools) status(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := http.Get("https://items.example.com/" + req.GetString("id", ""))
	if err != nil {
		if res != nil && res.StatusCode == http.StatusNotFound {
			return mcp.NewToolResultError("the item was not found"), nil
		}
		return nil, err
	}
	return mcp.NewToolResultText(res.Status), res.Body.Close()
}

func register(s *server.MCPServer, t *tools) {
	s.AddTool(mcp.NewTool("get"), t.get)
	s.AddTool(mcp.NewTool("status"), t.status)
}
