// Command callbacks serves over stdio with go-sdk, and prints in what the SDK
// runs besides tools.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func initialized(context.Context, *mcp.InitializedRequest) {
	fmt.Println("a client is here") // want `the server runs this while it speaks its protocol`
}

func prompt(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	return describe()
}

func describe() (*mcp.GetPromptResult, error) {
	fmt.Println("describing") // want `the server runs this while it speaks its protocol`
	return &mcp.GetPromptResult{}, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "s"}, &mcp.ServerOptions{InitializedHandler: initialized})
	s.AddPrompt(&mcp.Prompt{Name: "about"}, prompt)
	s.AddResource(&mcp.Resource{URI: "x://y"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		fmt.Fprintln(os.Stderr, "reading")
		return &mcp.ReadResourceResult{}, nil
	})
	if len(os.Args) > 1 {
		h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server {
			fmt.Println("a request is here")
			return s
		}, nil)
		log.Fatal(http.ListenAndServe(os.Args[1], h))
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
