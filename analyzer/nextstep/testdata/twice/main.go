// Command twice registers what another package declares.
package main

import (
	"github.com/mark3labs/mcp-go/server"

	"example.com/nextstep/twice/tools"
)

func main() {
	s := server.NewMCPServer("pages", "1")
	s.AddTools(tools.All()...)
	_ = server.ServeStdio(s)
}
