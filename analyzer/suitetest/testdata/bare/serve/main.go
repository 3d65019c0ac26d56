package main

import (
	"context"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/suite/bare/tools"
)

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "bare"}, nil)
	tools.Register(s)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
