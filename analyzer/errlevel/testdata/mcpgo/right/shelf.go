package right

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/backend"
)

func serveShelf(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("load"), load)
	s.AddTool(mcp.NewTool("unset"), unset)
}

var shelf backend.Items

// loadCount fails for what the model sent, and for what the server cannot do.
func loadCount(ctx context.Context, req mcp.CallToolRequest) (int, error) {
	id := req.GetString("id", "")
	if id == "" {
		return 0, errors.New("id is missing")
	}
	found, err := shelf.Find(ctx, id)
	if err != nil {
		return 0, fmt.Errorf("find: %w", err)
	}
	return len(found), nil
}

func load(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n, err := loadCount(ctx, req)
	if err != nil {
		slog.ErrorContext(ctx, "load_failed", "cause", err)
		return nil, err
	}
	return mcp.NewToolResultText(fmt.Sprint(n)), nil
}

// unset is for an operator to mend.
func unset(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if os.Getenv("SHELF_ADDRESS") == "" {
		slog.ErrorContext(ctx, "no_address")
		return nil, errors.New("SHELF_ADDRESS is not set")
	}
	return mcp.NewToolResultText("set"), nil
}
