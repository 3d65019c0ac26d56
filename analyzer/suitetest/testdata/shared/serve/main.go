package main

import (
	"context"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/suite/shared/agent"
	"example.com/suite/shared/tools"
)

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "items"}, nil)
	tools.Add(s)
	os.Stderr.WriteString(agent.Start(context.Background(), tools.Own(), "list_own", "{}"))
	s.Run(context.Background(), &mcp.StdioTransport{})
}
