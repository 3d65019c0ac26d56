// Program forms has comments to toolvet in all forms.
package main

import (
	"context"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	ID string `json:"id"`
}

//toolvet:ignore bondary typed in a hurry // want `this ignores nothing: unknown rule bondary; did you mean boundary\?`
func get(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	return nil, nil, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "items"}, nil)
	//toolvet:ignor boundary typed in a hurry // want `there is no directive toolvet:ignor; write //toolvet:ignore`
	mcp.AddTool(s, &mcp.Tool{Name: "a"}, get)
	// toolvet:ignore boundary with a space // want `no space before its name; write //toolvet:ignore`
	mcp.AddTool(s, &mcp.Tool{Name: "b"}, get)
	mcp.AddTool(s, &mcp.Tool{Name: "c"}, get) //toolvet:ignore boundary,,crash a reason // want `the list of rules has an empty name`
	mcp.AddTool(s, &mcp.Tool{Name: "d"}, get) //toolvet:ignore boundary,errlevel a reason
	mcp.AddTool(s, &mcp.Tool{Name: "e"}, get) //nolint:bondary
	log.Fatal(s.Run(context.Background(), &mcp.StdioTransport{}))
}
