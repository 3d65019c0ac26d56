package right

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/kit"
	"example.com/servers/fixtures/kit2"
	"example.com/servers/fixtures/kit3"
)

var guard = kit2.New(nil)

// kits has boundaries of other designs.
func kits(t *tools) {
	s := mcp.NewServer(impl, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "seal"}, kit.Seal(t.get))
	mcp.AddTool(s, &mcp.Tool{Name: "guard"}, kit2.Typed(guard, t.get))
	mcp.AddTool(s, &mcp.Tool{Name: "around"}, kit3.Around(t.get))
	s.AddTool(&mcp.Tool{Name: "guard_raw", InputSchema: object}, guard.Raw(t.raw))
}

// served has the boundary as middleware, put on after the tools.
func served(t *tools) {
	s := mcp.NewServer(impl, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "behind_typed"}, t.get)
	s.AddTool(&mcp.Tool{Name: "behind_raw", InputSchema: object}, t.raw)
	s.AddReceivingMiddleware(kit.SealServer)
}
