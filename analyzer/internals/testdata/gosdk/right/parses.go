package right

import (
	"context"
	"go/parser"
	"os"
	"text/template"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func serveParses(s *mcp.Server, t *tools) {
	mcp.AddTool(s, &mcp.Tool{Name: "parses"}, t.parses)
	mcp.AddTool(s, &mcp.Tool{Name: "templates"}, t.templates)
	mcp.AddTool(s, &mcp.Tool{Name: "gone"}, t.gone)
	mcp.AddTool(s, &mcp.Tool{Name: "folder"}, t.folder)
}

// What a parser says of the text that the model sent is what the model needs.
func (t *tools) parses(_ context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	if _, err := parser.ParseExpr(in.ID); err != nil {
		return nil, itemOut{}, err
	}
	return nil, itemOut{Text: "ok"}, nil
}

func (t *tools) templates(_ context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	if _, err := template.New("row").Parse(in.ID); err != nil {
		return nil, itemOut{}, err
	}
	return nil, itemOut{Text: "ok"}, nil
}

// A cancelled call says so in one of two constant texts.
func (t *tools) gone(ctx context.Context, _ *mcp.CallToolRequest, _ itemIn) (*mcp.CallToolResult, itemOut, error) {
	if ctx.Err() != nil {
		return nil, itemOut{}, ctx.Err()
	}
	return nil, itemOut{Text: "ok"}, nil
}

// A default stands in for what the model may send: it is shown as that is.
func (t *tools) folder(_ context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	dir := in.ID
	if dir == "." {
		wd, err := os.Getwd()
		if err != nil {
			return nil, itemOut{}, errNoFolder
		}
		dir = wd
	}
	if len(dir) > 100 {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "The folder " + dir + " is too long. Send folder with a shorter id."}}}, itemOut{}, nil
	}
	return nil, itemOut{Text: dir}, nil
}

type folderError string

func (e folderError) Error() string { return string(e) }

const errNoFolder = folderError("There is no such folder. Send folder with another id.")
