package main

import (
	"log"

	"github.com/mark3labs/mcp-go/server"

	"example.com/suite/bundled/kit"
	"example.com/suite/bundled/tools"
)

func main() {
	s := server.NewMCPServer("items", "1.0.0")
	kit.Guarded(s, tools.All())
	for _, t := range tools.Bare() {
		s.AddTool(t.Def, t.Handler) // want `boundary: tool put has no boundary`
	}
	log.Fatal(server.ServeStdio(s))
}
