// Package serve puts the tools of other packages on a server.
package serve

import (
	"github.com/mark3labs/mcp-go/mcp"

	"example.com/registry/cross/kit"
	"example.com/registry/cross/tools"
)

func serve() {
	s := kit.New("items")
	tools.Register(s)
	kit.Register(s, tools.All()...) // tool: mcp-go bundled -> tools.get on server[kit.Logged$1] "In a bundle." | mcp-go adapted -> tools.words via kit.Text$1 on server[kit.Logged$1]
	for _, m := range []kit.Maker{tools.Clock{}} {
		s.AddTool(m.Tool()) // tool: mcp-go clock -> tools.get on server[kit.Logged$1]
	}
	kit.Register(s, kit.Tool{Def: mcp.NewTool("local"), Handler: kit.Text(nothing)}) // tool: mcp-go local -> nothing via kit.Text$1 on server[kit.Logged$1]
}
