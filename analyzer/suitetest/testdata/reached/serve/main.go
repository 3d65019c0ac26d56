package main

import (
	"context"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/suite/reached/store"
	"example.com/suite/reached/tools"
)

func main() {
	st := &store.Store{Base: "http://items"}
	st.Check()
	s := mcp.NewServer(&mcp.Implementation{Name: "items"}, nil)
	tools.Register(s, st)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
