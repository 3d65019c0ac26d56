package right

import (
	"context"
	"embed"
	"io/fs"
	"path/filepath"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/backend"
	"example.com/servers/servers/notes/outcome"
)

//go:embed *.go
var files embed.FS

func serveDetails(s *mcp.Server, t *tools) {
	mcp.AddTool(s, &mcp.Tool{Name: "details"}, outcome.Typed("details", t.details))
	mcp.AddTool(s, &mcp.Tool{Name: "noted"}, outcome.Typed("noted", t.noted))
	mcp.AddTool(s, &mcp.Tool{Name: "compiled_in"}, outcome.Typed("compiled_in", t.compiledIn))
	mcp.AddTool(s, &mcp.Tool{Name: "walked"}, outcome.Typed("walked", t.walked))
}

type detailed struct {
	Item backend.Item `json:"item"`
	Text string       `json:"text,omitempty"`
}

// details has every item; only its text may be missing.
func (t *tools) details(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, []string, error) {
	found, err := t.items.Find(ctx, in.Word)
	if err != nil {
		return nil, nil, err
	}
	lines := []string{}
	for _, item := range found {
		lines = append(lines, item.ID)
		full, err := t.http.Get(ctx, item.ID)
		if err != nil {
			continue
		}
		lines = append(lines, full.Text)
	}
	return nil, lines, nil
}

type notedOut struct {
	Items []backend.Item `json:"items"`
	About string         `json:"about,omitempty"`
}

// noted says that there may be more.
func (t *tools) noted(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, notedOut, error) {
	var out notedOut
	for _, source := range t.more {
		found, err := source.Find(ctx, in.Word)
		if err != nil {
			continue
		}
		out.Items = append(out.Items, found...)
	}
	if len(out.Items) < len(t.more) {
		out.About = "The list is incomplete: a source did not answer. Send noted again in a minute."
	}
	return nil, out, nil
}

// compiledIn has nothing that can fail but absence.
func (t *tools) compiledIn(_ context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, []string, error) {
	text, err := files.ReadFile(in.Word)
	if err != nil {
		return nil, []string{}, nil
	}
	return nil, []string{string(text)}, nil
}

// walked filters by what the walk itself says, and returns what it could not
// read.
func (t *tools) walked(_ context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, []string, error) {
	names := []string{}
	err := filepath.WalkDir("notes", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel("notes", path)
		if err != nil {
			return nil
		}
		names = append(names, rel)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return nil, names, nil
}
