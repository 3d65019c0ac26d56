package faulty

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"

	charm "github.com/charmbracelet/log"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rs/zerolog"
	zlog "github.com/rs/zerolog/log"
	"github.com/sirupsen/logrus"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"example.com/servers/fixtures/backend"
	"example.com/servers/servers/notes/outcome"
)

// plain returns plain errors for what the model can act on, under a boundary
// that replaces them.
func (t *tools) plain(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	if in.ID == "" {
		return nil, itemOut{}, errors.New("argument id is missing") // want `tool plain_item: the model can act on this .*boundary replaces a plain error.*INFO`
	}
	if in.Revision < 1 || in.Revision > 99 {
		return nil, itemOut{}, fmt.Errorf("argument revision is %d, not between 1 and 99", in.Revision) // want `tool plain_item: the model can act on this`
	}
	item, err := t.items.Put(ctx, in.ID, in.Text, in.Revision)
	if errors.Is(err, backend.ErrStale) {
		return nil, itemOut{}, fmt.Errorf("item %s has changed, get it again", in.ID) // want `tool plain_item: the model can act on this`
	}
	return nil, itemOut{Text: item.Text}, err
}

// logged has the right errors, but log records that call an operator.
func (t *tools) logged(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	n, err := strconv.Atoi(in.ID)
	if err != nil {
		slog.ErrorContext(ctx, "bad_id", "id", in.ID) // want `tool logged_item: only the model has to act here .*logged at ERROR; log it at INFO`
		return nil, itemOut{}, outcome.Correct("Argument id is %q. Send a number that find_items returned.", in.ID)
	}
	item, err := t.items.Get(ctx, strconv.Itoa(n))
	switch {
	case errors.Is(err, backend.ErrNotFound):
		t.logger.Warn("no_item", "id", n) // want `logged at WARN; log it at INFO`
		return nil, itemOut{}, outcome.Correct("No item %d. Find it with find_items.", n)
	case errors.Is(err, backend.ErrThrottled):
		slog.Log(ctx, slog.LevelError, "throttled") // want `heals itself .*logged at ERROR; log it at WARN`
		return nil, itemOut{}, outcome.Retry("The items are busy. Send the same call again in a minute.")
	}
	return nil, itemOut{Text: item.Text}, err
}

// canceled treats a caller that went away as a failure of the server.
func (t *tools) canceled(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.items.Get(ctx, in.ID)
	if errors.Is(err, context.Canceled) {
		slog.ErrorContext(ctx, "get_canceled", "id", in.ID) // want `tool cancel_item: a cancelled call`
		return nil, itemOut{}, err
	}
	if err := t.items.Wait(ctx); errors.Is(err, context.Canceled) {
		return nil, itemOut{}, outcome.Fault("The wait was canceled.") // want `tool cancel_item: a cancelled call`
	}
	return nil, itemOut{Text: item.Text}, err
}

// twice logs what the boundary is going to log.
func (t *tools) twice(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	item, err := t.items.Get(ctx, in.ID)
	if err != nil {
		slog.ErrorContext(ctx, "get_failed", "id", in.ID, "cause", err) // want `tool twice_item: the boundary logs this failure too`
		return nil, itemOut{}, fmt.Errorf("get %s: %w", in.ID, err)
	}
	return nil, itemOut{Text: item.Text}, nil
}

var zl zerolog.Logger

// libraries logs what only the model has to act on, with every library.
func (t *tools) libraries(ctx context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	refused := outcome.Correct("Argument kind is %q. Send a, b or c.", in.Kind)
	switch {
	case in.Kind == "zap":
		zap.L().Error("bad_kind", zap.String("kind", in.Kind)) // want `logged at ERROR; log it at INFO`
		return nil, itemOut{}, refused
	case in.Kind == "sugar":
		zap.L().Sugar().Warnf("bad kind %s", in.Kind) // want `logged at WARN; log it at INFO`
		return nil, itemOut{}, refused
	case in.Kind == "zapcore":
		zap.L().Log(zapcore.WarnLevel, "bad_kind") // want `logged at WARN; log it at INFO`
		return nil, itemOut{}, refused
	case in.Kind == "logrus":
		logrus.WithFields(logrus.Fields{"kind": in.Kind}).WithField("tool", "libs_item").Error("bad_kind") // want `logged at ERROR; log it at INFO`
		return nil, itemOut{}, refused
	case in.Kind == "logrus_level":
		logrus.WithError(refused).Log(logrus.WarnLevel, "bad_kind") // want `logged at WARN; log it at INFO`
		return nil, itemOut{}, refused
	case in.Kind == "zerolog":
		zlog.Error().Str("kind", in.Kind).Msg("bad_kind") // want `logged at ERROR; log it at INFO`
		return nil, itemOut{}, refused
	case in.Kind == "zerolog_level":
		zl.WithLevel(zerolog.WarnLevel).Msg("bad_kind") // want `logged at WARN; log it at INFO`
		return nil, itemOut{}, refused
	case in.Kind == "charm":
		charm.Error("bad_kind", "kind", in.Kind) // want `logged at ERROR; log it at INFO`
		return nil, itemOut{}, refused
	}
	item, err := t.items.Get(ctx, in.ID)
	return nil, itemOut{Text: item.Text}, err
}
