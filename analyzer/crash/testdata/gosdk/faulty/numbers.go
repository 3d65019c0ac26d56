package faulty

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type page struct {
	Limit  int               `json:"limit,omitempty"`
	Offset int               `json:"offset,omitempty"`
	Size   int               `json:"size,omitempty"`
	ID     string            `json:"id"`
	IDs    []string          `json:"ids"`
	Since  *string           `json:"since,omitempty"`
	Order  *order            `json:"order,omitempty"`
	Labels map[string]string `json:"labels,omitempty"`
}

type order struct {
	By string `json:"by"`
}

type list struct {
	Items []string `json:"items"`
	Pages int      `json:"pages"`
}

type tools struct{ items []string }

func (t *tools) first(ctx context.Context, _ *mcp.CallToolRequest, a page) (*mcp.CallToolResult, list, error) {
	items := t.items
	limit := a.Limit
	if limit == 0 {
		limit = 10
	}
	if len(items) > limit {
		items = items[:limit] // want `tool first: argument limit below zero panics here`
	}
	return nil, list{Items: items}, nil
}

func (t *tools) rest(ctx context.Context, _ *mcp.CallToolRequest, a page) (*mcp.CallToolResult, list, error) {
	if a.Offset < 0 {
		a.Offset = 0
	}
	n := a.Limit
	if n < 1 {
		n = 1
	}
	return nil, list{Items: t.items[:n]}, nil // want `tool rest: argument limit beyond the end panics here`
}

func (t *tools) paged(ctx context.Context, _ *mcp.CallToolRequest, a page) (*mcp.CallToolResult, list, error) {
	items := cut(t.items, a.Offset, a.Limit)
	return nil, list{Items: items, Pages: len(t.items) / a.Size}, nil // want `tool paged: argument size that is zero, or missing, panics here`
}

func cut(items []string, offset, limit int) []string {
	end := offset + limit
	if end > len(items) {
		end = len(items)
	}
	return items[offset:end] // want `tool paged: argument offset below zero panics here`
}

func (t *tools) nth(ctx context.Context, _ *mcp.CallToolRequest, a page) (*mcp.CallToolResult, list, error) {
	if a.Offset >= len(t.items) {
		return nil, list{}, nil
	}
	blank := make([]string, a.Size)                                // want `tool nth: argument size below zero panics here`
	return nil, list{Items: append(blank, t.items[a.Offset])}, nil // want `tool nth: argument offset below zero panics here`
}

func (t *tools) short(ctx context.Context, _ *mcp.CallToolRequest, a page) (*mcp.CallToolResult, list, error) {
	prefix := a.ID[:8]                                                                     // want `tool short: argument id that is too short panics here`
	return nil, list{Items: []string{prefix, a.IDs[0], strings.Repeat("-", a.Limit)}}, nil // want `argument ids that is too short panics here` `argument limit below zero panics here`
}

func (t *tools) split(ctx context.Context, _ *mcp.CallToolRequest, a page) (*mcp.CallToolResult, list, error) {
	parts := strings.Split(a.ID, "/")
	return nil, list{Items: []string{parts[0], parts[1]}}, nil // want `tool split: argument id that is too short panics here`
}

func (t *tools) since(ctx context.Context, _ *mcp.CallToolRequest, a page) (*mcp.CallToolResult, list, error) {
	a.Labels["tool"] = "since"                                   // want `tool since: argument labels may be left out, and this panics then`
	return nil, list{Items: []string{*a.Since, a.Order.By}}, nil // want `argument since may be left out` `argument order may be left out`
}

func (t *tools) asked(ctx context.Context, req *mcp.CallToolRequest, _ page) (*mcp.CallToolResult, list, error) {
	res, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: "Which one?"})
	if err != nil {
		return nil, list{}, err
	}
	return nil, list{Items: []string{res.Content["id"].(string)}}, nil // want `tool asked: a client that answers Elicit with something else, or with nothing, panics here`
}

func (t *tools) register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "first"}, t.first)
	mcp.AddTool(s, &mcp.Tool{Name: "rest"}, t.rest)
	mcp.AddTool(s, &mcp.Tool{Name: "paged"}, t.paged)
	mcp.AddTool(s, &mcp.Tool{Name: "nth"}, t.nth)
	mcp.AddTool(s, &mcp.Tool{Name: "short"}, t.short)
	mcp.AddTool(s, &mcp.Tool{Name: "split"}, t.split)
	mcp.AddTool(s, &mcp.Tool{Name: "since"}, t.since)
	mcp.AddTool(s, &mcp.Tool{Name: "asked"}, t.asked)
}
