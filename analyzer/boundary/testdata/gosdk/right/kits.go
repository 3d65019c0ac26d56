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
	mcp.AddTool(s, &mcp.Tool{Name: "seal"}, kit.Seal(t.get))                       // known: wrong `tool seal has no boundary`
	mcp.AddTool(s, &mcp.Tool{Name: "guard"}, kit2.Typed(guard, t.get))             // known: wrong `tool guard has no boundary`
	mcp.AddTool(s, &mcp.Tool{Name: "around"}, kit3.Around(t.get))                  // known: wrong `tool around has no boundary`
	s.AddTool(&mcp.Tool{Name: "guard_raw", InputSchema: object}, guard.Raw(t.raw)) // known: wrong `tool guard_raw has no boundary`
}

// served has the boundary as middleware, put on after the tools.
func served(t *tools) {
	s := mcp.NewServer(impl, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "behind_typed"}, t.get)               // known: wrong `tool behind_typed has no boundary`
	s.AddTool(&mcp.Tool{Name: "behind_raw", InputSchema: object}, t.raw) // known: wrong `tool behind_raw has no boundary`
	s.AddReceivingMiddleware(kit.SealServer)
}
