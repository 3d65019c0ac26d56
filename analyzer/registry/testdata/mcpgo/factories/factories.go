// Package factories makes tools and handlers of mcp-go in functions.
package factories

import (
	"context"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type client struct{ base string }

func (c *client) list(context.Context, string) (string, error) { return c.base, nil }

// handler returns a handler, with what it needs.
func handler(c *client) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		text, err := c.list(ctx, req.GetString("id", ""))
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(text), nil
	}
}

// pair returns a tool and its handler.
func pair(c *client) (tool mcp.Tool, h server.ToolHandlerFunc) {
	tool = mcp.NewTool("pair", mcp.WithDescription("A pair."))
	h = func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(c.base), nil
	}
	return
}

// triple returns the scopes that are needed too.
func triple(c *client) (mcp.Tool, server.ToolHandlerFunc, []string) {
	return mcp.NewTool("triple"), handler(c), []string{"read"}
}

// chosen returns one of two, or nothing.
func chosen(c *client, fast bool) (server.ToolHandlerFunc, error) {
	if c == nil {
		return nil, http.ErrServerClosed
	}
	if fast {
		return handler(c), nil
	}
	return plain, nil
}

func plain(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("plain"), nil
}

// withClient is given a function that is no handler.
func withClient(get func(ctx context.Context, email string) (*http.Client, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		c, err := get(ctx, req.GetString("email", ""))
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(c.Timeout.String()), nil
	}
}

func clientOf(context.Context, string) (*http.Client, error) { return http.DefaultClient, nil }

// withFormat is given one that only changes text.
func withFormat(format func(string) string) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(format(req.GetString("text", ""))), nil
	}
}

func serve(c *client) error {
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTool(mcp.NewTool("handler"), handler(c)) // tool: mcp-go handler -> handler$1 on server
	s.AddTool(pair(c))                            // tool: mcp-go pair -> pair$1 on server "A pair."
	tool, h, _ := triple(c)
	s.AddTool(tool, h) // tool: mcp-go triple -> handler$1 on server
	either, err := chosen(c, true)
	if err != nil {
		return err
	}
	s.AddTool(mcp.NewTool("chosen"), either)                           // tool: mcp-go chosen -> handler$1 on server | mcp-go chosen -> plain on server
	s.AddTool(mcp.NewTool("with_client"), withClient(clientOf))        // tool: mcp-go with_client -> withClient$1 on server
	s.AddTool(mcp.NewTool("with_format"), withFormat(strings.ToUpper)) // tool: mcp-go with_format -> withFormat$1 on server
	return nil
}

// makers are functions that return pairs, in a list.
func makers(c *client) {
	s := server.NewMCPServer("items", "1.0.0")
	for _, m := range []func(*client) (mcp.Tool, server.ToolHandlerFunc){
		pairOf("list_first"),
		pairOf("list_second"),
	} {
		s.AddTool(m(c)) // tool: mcp-go list_first -> pairOf$1$1 on server | mcp-go list_second -> pairOf$1$1 on server
	}
}

func pairOf(name string) func(*client) (mcp.Tool, server.ToolHandlerFunc) {
	return func(c *client) (mcp.Tool, server.ToolHandlerFunc) {
		return mcp.NewTool(name), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultText(c.base), nil
		}
	}
}

// delegating closures add what a method needs.
type store struct{}

func (*store) put(_ context.Context, _ mcp.CallToolRequest, user string) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(user), nil
}

func delegating(st *store, user string) {
	s := server.NewMCPServer("items", "1.0.0")
	s.AddTool(mcp.NewTool("delegated"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // tool: mcp-go delegated -> delegating$1 on server
		return st.put(ctx, req, user)
	})
}
