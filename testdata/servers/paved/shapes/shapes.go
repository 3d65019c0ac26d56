// Package shapes has every kind of boundary within the SDK that it is for.
package shapes

import (
	"context"
	"errors"
	"fmt"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/toolvet/toolvet/toolerr"
)

type args struct {
	Way string `json:"way"`
}

type output struct {
	OK bool `json:"ok"`
}

// end is how a handler ends that is asked to end in some way.
func end(way string) error {
	switch way {
	case "correct":
		return toolerr.Correct("send another way").Because(errors.New("secret"))
	case "slow":
		return fmt.Errorf("secret: %w", context.DeadlineExceeded)
	case "broken":
		return errors.New("secret")
	case "panic":
		panic("secret")
	case "rpc":
		return fmt.Errorf("secret: %w", &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "bad params"})
	case "elicit":
		return fmt.Errorf("secret: %w", mcpgo.URLElicitationRequiredError{})
	}
	return nil
}

func typed(_ context.Context, _ *mcp.CallToolRequest, in args) (*mcp.CallToolResult, output, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "ok"}}}, output{true}, end(in.Way)
}

func raw(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "ok"}}}, end(way(req.Params.Arguments))
}

func way(arguments []byte) string {
	_, rest, _ := strings.Cut(string(arguments), `":"`)
	word, _, _ := strings.Cut(rest, `"`)
	return word
}

func plain(_ context.Context, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
	return mcpgo.NewToolResultText("ok"), end(req.GetString("way", ""))
}

func withArgs(_ context.Context, _ mcpgo.CallToolRequest, in args) (*mcpgo.CallToolResult, error) {
	return mcpgo.NewToolResultText("ok"), end(in.Way)
}

func structured(_ context.Context, _ mcpgo.CallToolRequest, in args) (output, error) {
	return output{true}, end(in.Way)
}

var schema = map[string]any{"type": "object"}

// goSDK adds a tool to a server in each way.
var goSDK = map[string]func(*mcp.Server){
	"typed": func(s *mcp.Server) { mcp.AddTool(s, &mcp.Tool{Name: "t"}, toolerr.Typed(typed)) },
	"raw":   func(s *mcp.Server) { s.AddTool(&mcp.Tool{Name: "t", InputSchema: schema}, toolerr.Raw(raw)) },
	"middleware, typed": func(s *mcp.Server) {
		s.AddReceivingMiddleware(toolerr.ReceivingMiddleware[mcp.CallToolResult])
		mcp.AddTool(s, &mcp.Tool{Name: "t"}, typed)
	},
	"middleware, raw": func(s *mcp.Server) {
		s.AddReceivingMiddleware(toolerr.ReceivingMiddleware[mcp.CallToolResult])
		s.AddTool(&mcp.Tool{Name: "t", InputSchema: schema}, raw)
	},
	"both": func(s *mcp.Server) {
		s.AddReceivingMiddleware(toolerr.ReceivingMiddleware[mcp.CallToolResult])
		mcp.AddTool(s, &mcp.Tool{Name: "t"}, toolerr.Typed(typed))
	},
}

// mcpGo makes a server with a tool in each way.
var mcpGo = map[string]func(...server.ServerOption) *server.MCPServer{
	"plain": func(options ...server.ServerOption) *server.MCPServer {
		s := server.NewMCPServer("shapes", "1", options...)
		s.AddTool(mcpgo.NewTool("t"), toolerr.Plain(plain, mcpgo.NewToolResultError))
		return s
	},
	"typed": func(options ...server.ServerOption) *server.MCPServer {
		s := server.NewMCPServer("shapes", "1", options...)
		s.AddTool(mcpgo.NewTool("t"), toolerr.Plain(mcpgo.NewTypedToolHandler(withArgs), mcpgo.NewToolResultError))
		return s
	},
	"typed, below": func(options ...server.ServerOption) *server.MCPServer {
		s := server.NewMCPServer("shapes", "1", options...)
		s.AddTool(mcpgo.NewTool("t"), mcpgo.NewTypedToolHandler(toolerr.PlainArgs(withArgs, mcpgo.NewToolResultError)))
		return s
	},
	"structured": func(options ...server.ServerOption) *server.MCPServer {
		s := server.NewMCPServer("shapes", "1", options...)
		s.AddTool(mcpgo.NewTool("t"), mcpgo.NewStructuredToolHandler(toolerr.Structured(structured)))
		return s
	},
	"middleware": func(options ...server.ServerOption) *server.MCPServer {
		s := server.NewMCPServer("shapes", "1", options...)
		s.Use(toolerr.ToolHandlerMiddleware[server.ToolHandlerFunc](mcpgo.NewToolResultError))
		s.AddTool(mcpgo.NewTool("t"), plain)
		return s
	},
}
