package right

import (
	"context"
	"log/slog"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/fixtures/almost"
	"example.com/servers/fixtures/kit"
	"example.com/servers/fixtures/kit2"
	"example.com/servers/fixtures/kit3"
)

func (t *tools) text(ctx context.Context, in itemIn) (string, error) {
	item, err := t.items.Get(ctx, in.ID)
	return item.Text, err
}

// kits has boundaries of other designs.
func kits(t *tools) {
	s := server.NewMCPServer("items", "1.0.0")
	guard := kit2.New(slog.Default())
	s.AddTool(mcp.NewTool("seal"), kit.SealCall(t.get))
	s.AddTool(mcp.NewTool("guard"), guard.Call(t.get))
	s.AddTool(mcp.NewTool("mask"), kit3.Mask(t.get))
	s.AddTool(mcp.NewTool("adapted"), kit3.Adapt(t.text))
	s.AddTool(mcp.NewTool("open_outside"), almost.Open(kit.SealCall(t.get))) // no error gets there
}

func sealed(t *tools) {
	s := server.NewMCPServer("items", "1.0.0", server.WithToolHandlerMiddleware(kit.SealAll(slog.Default())))
	s.AddTool(mcp.NewTool("sealed"), t.get)
}

func masked(t *tools) {
	s := server.NewMCPServer("items", "1.0.0")
	s.Use(kit3.Mask)
	s.AddTool(mcp.NewTool("masked"), t.get)
}

func guarded(t *tools) {
	s := server.NewMCPServer("items", "1.0.0", server.WithToolHandlerMiddleware(kit2.New(nil).Call))
	s.AddTool(mcp.NewTool("guarded"), t.get)
}
