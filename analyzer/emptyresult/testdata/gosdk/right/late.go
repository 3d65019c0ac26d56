package right

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/backend"
	"example.com/servers/servers/notes/outcome"
)

func serveLate(s *mcp.Server, t *tools) {
	mcp.AddTool(s, &mcp.Tool{Name: "shown"}, outcome.Typed("shown", t.shown))
	mcp.AddTool(s, &mcp.Tool{Name: "flagged"}, outcome.Typed("flagged", t.flagged))
	mcp.AddTool(s, &mcp.Tool{Name: "second"}, outcome.Typed("second", t.second))
	mcp.AddTool(s, &mcp.Tool{Name: "asked"}, outcome.Typed("asked", t.asked))
	mcp.AddTool(s, &mcp.Tool{Name: "lines"}, outcome.Typed("lines", t.lines))
	mcp.AddTool(s, &mcp.Tool{Name: "filtered"}, outcome.Typed("filtered", t.filtered))
	mcp.AddTool(s, &mcp.Tool{Name: "optional"}, outcome.Typed("optional", t.optional))
}

// shown lists what failed in the answer.
func (t *tools) shown(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, string, error) {
	var all []backend.Item
	var failed []string
	for _, source := range t.more {
		found, err := source.Find(ctx, in.Word)
		if err != nil {
			failed = append(failed, fmt.Sprint(err))
			continue
		}
		all = append(all, found...)
	}
	if len(all) == 0 && len(failed) == 0 {
		return nil, "There is nothing.", nil
	}
	var b strings.Builder
	for _, f := range failed {
		b.WriteString("A source did not answer: " + f + "\n")
	}
	for _, item := range all {
		b.WriteString(item.Text + "\n")
	}
	return nil, b.String(), nil
}

// flagged remembers that something failed, and says so.
func (t *tools) flagged(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, findOut, error) {
	found, err := t.items.Find(ctx, in.Word)
	failed := false
	if err != nil {
		slog.WarnContext(ctx, "find_failed", "cause", err)
		failed = true
	}
	if failed {
		return nil, findOut{}, outcome.Fault("The items cannot be reached. Tell the user.")
	}
	return nil, findOut{Items: found}, nil
}

// second asks somewhere else.
func (t *tools) second(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, []backend.Item, error) {
	found, err := t.items.Find(ctx, in.Word)
	if err != nil {
		found, err = t.more[0].Find(ctx, in.Word)
		if err != nil {
			return nil, nil, err
		}
	}
	return nil, found, nil
}

type askedOut struct {
	Latest  string `json:"latest,omitempty"`
	Message string `json:"message"`
}

// asked says what it could not find out.
func (t *tools) asked(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, *askedOut, error) {
	item, err := t.items.Get(ctx, in.ID)
	out := &askedOut{}
	if err == nil && item.Text != "" {
		out.Latest = item.Text
		out.Message = "Ask the user whether this is the one."
	} else {
		out.Message = "It could not be found out which is the latest. Ask the user."
	}
	return nil, out, nil
}

// lines takes the lines of a text that are of a form.
func (t *tools) lines(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, []findIn, error) {
	item, err := t.items.Get(ctx, in.ID)
	if err != nil {
		return nil, nil, err
	}
	all := []findIn{}
	scanner := bufio.NewScanner(strings.NewReader(item.Text))
	for scanner.Scan() {
		var one findIn
		if err := json.Unmarshal(scanner.Bytes(), &one); err != nil {
			continue
		}
		all = append(all, one)
	}
	return nil, all, scanner.Err()
}

// filtered takes what a check of its own lets through.
func (t *tools) filtered(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, []backend.Item, error) {
	found, err := t.items.Find(ctx, in.Word)
	if err != nil {
		return nil, nil, err
	}
	all := []backend.Item{}
	for _, item := range found {
		rule, err := t.http.Get(ctx, item.ID)
		if err != nil {
			continue
		}
		if rule.Revision > item.Revision {
			all = append(all, item)
		}
	}
	return nil, all, nil
}

// optional adds to the item what a helper brings, if it brings anything.
func (t *tools) optional(ctx context.Context, _ *mcp.CallToolRequest, in findIn) (*mcp.CallToolResult, detail, error) {
	item, err := t.items.Get(ctx, in.ID)
	if err != nil {
		return nil, detail{}, err
	}
	out := detail{Item: item}
	if texts, err := t.extras(ctx, item); err == nil {
		out.Owner = strings.Join(texts, ", ")
	}
	return nil, out, nil
}

func (t *tools) extras(ctx context.Context, item backend.Item) ([]string, error) {
	texts := []string{}
	for _, source := range t.more {
		found, err := source.Get(ctx, item.ID)
		if err != nil {
			continue
		}
		texts = append(texts, found.Text)
	}
	if len(texts) == 0 {
		return nil, outcome.Fault("There is nothing.")
	}
	return texts, nil
}
