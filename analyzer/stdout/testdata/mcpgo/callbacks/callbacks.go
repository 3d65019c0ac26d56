// Command callbacks serves over stdio with mcp-go, and prints in what the SDK
// runs besides tools.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func changed(ctx context.Context, n mcp.JSONRPCNotification) {
	fmt.Println("changed:", n.Method) // want `the server runs this while it speaks its protocol`
}

func main() {
	hooks := &server.Hooks{}
	hooks.AddBeforeAny(func(ctx context.Context, id any, method mcp.MCPMethod, message any) {
		fmt.Println(method) // want `the server runs this while it speaks its protocol`
	})
	hooks.AddOnError(func(ctx context.Context, id any, method mcp.MCPMethod, message any, err error) {
		log.Println(method, err)
	})
	s := server.NewMCPServer("s", "1.0.0", server.WithHooks(hooks))
	s.AddNotificationHandler("notifications/roots/list_changed", changed)
	if len(os.Args) > 1 {
		http := server.NewStreamableHTTPServer(s, server.WithHTTPContextFunc(func(ctx context.Context, r *http.Request) context.Context {
			fmt.Println(r.URL)
			return ctx
		}))
		log.Fatal(http.Start(os.Args[1]))
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
