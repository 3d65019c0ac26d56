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
	s.AddTool(mcp.NewTool("seal"), kit.SealCall(t.get))                      // known: wrong `tool seal has no boundary`
	s.AddTool(mcp.NewTool("guard"), guard.Call(t.get))                       // known: wrong `tool guard has no boundary`
	s.AddTool(mcp.NewTool("mask"), kit3.Mask(t.get))                         // known: wrong `tool mask has no boundary`
	s.AddTool(mcp.NewTool("adapted"), kit3.Adapt(t.text))                    // known: wrong `tool adapted has no boundary`
	s.AddTool(mcp.NewTool("open_outside"), almost.Open(kit.SealCall(t.get))) // no error gets there // known: wrong `tool open_outside has no boundary`
}

func sealed(t *tools) {
	s := server.NewMCPServer("items", "1.0.0", server.WithToolHandlerMiddleware(kit.SealAll(slog.Default())))
	s.AddTool(mcp.NewTool("sealed"), t.get) // known: wrong `tool sealed has no boundary`
}

func masked(t *tools) {
	s := server.NewMCPServer("items", "1.0.0")
	s.Use(kit3.Mask)
	s.AddTool(mcp.NewTool("masked"), t.get) // known: wrong `tool masked has no boundary`
}

func guarded(t *tools) {
	s := server.NewMCPServer("items", "1.0.0", server.WithToolHandlerMiddleware(kit2.New(nil).Call))
	s.AddTool(mcp.NewTool("guarded"), t.get) // known: wrong `tool guarded has no boundary`
}
