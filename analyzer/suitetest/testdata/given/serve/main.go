package main

import (
	"log"

	"github.com/mark3labs/mcp-go/server"

	"example.com/servers/servers/notes/outcome"
	"example.com/suite/given/tools"
)

func main() {
	guarded := server.NewMCPServer("guarded", "1.0.0", server.WithToolHandlerMiddleware(outcome.Middleware))
	bare := server.NewMCPServer("bare", "1.0.0")
	tools.Register(guarded)
	tools.RegisterMore(bare)
	tools.RegisterBoth(guarded)
	tools.RegisterBoth(bare)
	go func() { log.Print(server.ServeStdio(bare)) }()
	log.Fatal(server.ServeStdio(guarded))
}
