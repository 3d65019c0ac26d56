package faulty

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

// shelf may not be there yet.
type shelf struct{ loaded bool }

var errNotReady = errors.New("the shelf is still being loaded")

func (s *shelf) ready() (bool, error) {
	if !s.loaded {
		return false, errNotReady
	}
	return true, nil
}

var front shelf

func serveShelf(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("wait"), waits)
	s.AddTool(mcp.NewTool("parse"), parses)
	s.AddTool(mcp.NewTool("switched"), switched)
	s.AddTool(mcp.NewTool("twice_asked"), twiceAsked)
}

func waits(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if ok, err := front.ready(); !ok {
		slog.ErrorContext(ctx, "not_ready", "cause", err) // want `tool wait: this heals itself .*logged at ERROR; log it at WARN`
		return nil, err
	}
	return mcp.NewToolResultText("ready"), nil
}

// parseCount fails in more than one way, each of which the model can mend.
func parseCount(req mcp.CallToolRequest) (int, error) {
	n := req.GetInt("count", 0)
	if n == 0 {
		return 0, errors.New("count is missing")
	}
	if n > 10 {
		return 0, fmt.Errorf("count is %d, and more than 10", n)
	}
	return n, nil
}

func parses(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n, err := parseCount(req)
	if err != nil {
		slog.ErrorContext(ctx, "bad_count", "cause", err) // want `tool parse: only the model has to act here .*logged at ERROR; log it at INFO`
		return nil, err
	}
	return mcp.NewToolResultText(fmt.Sprint(n)), nil
}

// switched is off until whoever runs the server says otherwise.
func switched(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if os.Getenv("ITEMS_WRITE") == "" {
		slog.ErrorContext(ctx, "off") // want `tool switched: only the model has to act here .the feature is off: ITEMS_WRITE.*log it at INFO`
		return nil, errors.New("changing items is disabled on this server")
	}
	return mcp.NewToolResultText("done"), nil
}

// twiceAsked tests one answer twice.
func twiceAsked(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("id", "")
	err := refresh(ctx)
	busy := errors.Is(err, backend.ErrThrottled)
	if err != nil && !busy {
		return nil, err
	}
	if busy {
		return nil, errors.New("the shelf is busy")
	}
	if _, ok := places[id]; !ok {
		slog.ErrorContext(ctx, "no_place", "id", id) // want `tool twice_asked: only the model has to act here .a look-up by argument id found nothing.*log it at INFO`
		return nil, fmt.Errorf("no place %s", id)
	}
	return mcp.NewToolResultText("there"), nil
}

var places map[string]string

func refresh(ctx context.Context) error { return ctx.Err() }
