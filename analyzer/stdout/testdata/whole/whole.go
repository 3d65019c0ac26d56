// Command whole prints in a package that is analysed before the one that
// serves: only with all of the program in sight can that be told.
package main

import (
	"context"
	"log"
	"os"

	"example.com/stdout/whole/config"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	if len(os.Args) > 1 {
		config.Show()
		return
	}
	c, err := config.Load()
	if err != nil {
		log.Fatal(err)
	}
	s := mcp.NewServer(&mcp.Implementation{Name: string(c)}, nil)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
