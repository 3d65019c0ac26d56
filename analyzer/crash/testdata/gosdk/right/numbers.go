package right

import (
	"context"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type page struct {
	Limit  int               `json:"limit,omitempty"`
	Offset int               `json:"offset,omitempty"`
	Count  uint8             `json:"count,omitempty"`
	ID     string            `json:"id"`
	IDs    []string          `json:"ids"`
	Since  *string           `json:"since,omitempty"`
	Until  *string           `json:"until"`
	Labels map[string]string `json:"labels,omitempty"`
}

type list struct {
	Items []string `json:"items"`
	Pages int      `json:"pages"`
}

type tools struct{ items []string }

func (t *tools) first(ctx context.Context, _ *mcp.CallToolRequest, a page) (*mcp.CallToolResult, list, error) {
	items := t.items
	limit := a.Limit
	if limit <= 0 {
		limit = 10
	}
	if len(items) > limit {
		items = items[:limit]
	}
	return nil, list{Items: items, Pages: len(t.items) / limit}, nil
}

func (t *tools) paged(ctx context.Context, _ *mcp.CallToolRequest, a page) (*mcp.CallToolResult, list, error) {
	if a.Offset < 0 || a.Limit < 0 {
		return nil, list{}, errors.New("offset and limit must not be negative")
	}
	return nil, list{Items: cut(t.items, a.Offset, a.Limit)}, nil
}

func cut(items []string, offset, limit int) []string {
	if offset > len(items) {
		return nil
	}
	end := min(offset+limit, len(items))
	return items[offset:end]
}

func (t *tools) clamped(ctx context.Context, _ *mcp.CallToolRequest, a page) (*mcp.CallToolResult, list, error) {
	n := clamp(a.Limit, 1, len(t.items))
	some := make([]string, max(a.Offset, 0))
	more := make([]string, a.Count)
	return nil, list{Items: append(append(some, more...), t.items[:n]...), Pages: len(t.items) % n}, nil
}

func clamp(n, low, high int) int {
	if n < low {
		return low
	}
	if n > high {
		return high
	}
	return n
}

func (t *tools) validated(ctx context.Context, _ *mcp.CallToolRequest, a page) (*mcp.CallToolResult, list, error) {
	if err := a.validate(); err != nil {
		return nil, list{}, err
	}
	return nil, list{Items: append(t.items[a.Offset:a.Limit], *a.Since)}, nil
}

func (p page) validate() error {
	if p.Offset < 0 || p.Limit < p.Offset || p.Since == nil {
		return errors.New("offset, limit and since do not fit")
	}
	return nil
}

func (t *tools) short(ctx context.Context, _ *mcp.CallToolRequest, a page) (*mcp.CallToolResult, list, error) {
	if len(a.ID) < 8 || len(a.IDs) == 0 {
		return nil, list{}, errors.New("id has eight letters at least")
	}
	colon := strings.Index(a.ID, ":")
	if colon < 0 {
		return nil, list{}, errors.New("id has a colon")
	}
	return nil, list{Items: []string{a.ID[:8], a.ID[:colon], a.IDs[0]}}, nil
}

func (t *tools) split(ctx context.Context, _ *mcp.CallToolRequest, a page) (*mcp.CallToolResult, list, error) {
	parts := strings.SplitN(a.ID, "/", 2)
	if len(parts) != 2 {
		return nil, list{}, errors.New("id has a slash")
	}
	if strings.Contains(a.ID, "#") {
		return nil, list{Items: []string{strings.Split(a.ID, "#")[1]}}, nil
	}
	return nil, list{Items: []string{parts[0], parts[1]}}, nil
}

func (t *tools) since(ctx context.Context, _ *mcp.CallToolRequest, a page) (*mcp.CallToolResult, list, error) {
	if a.Labels == nil {
		a.Labels = map[string]string{}
	}
	a.Labels["tool"] = "since"
	since := ""
	if a.Since != nil {
		since = *a.Since
	}
	return nil, list{Items: []string{since, *a.Until}}, nil
}

func (t *tools) asked(ctx context.Context, req *mcp.CallToolRequest, _ page) (*mcp.CallToolResult, list, error) {
	res, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: "Which one?"})
	if err != nil {
		return nil, list{}, err
	}
	id, ok := res.Content["id"].(string)
	if !ok {
		return nil, list{}, errors.New("nobody said which one")
	}
	return nil, list{Items: []string{id}}, nil
}

func (t *tools) register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "first"}, t.first)
	mcp.AddTool(s, &mcp.Tool{Name: "paged"}, t.paged)
	mcp.AddTool(s, &mcp.Tool{Name: "clamped"}, t.clamped)
	mcp.AddTool(s, &mcp.Tool{Name: "validated"}, t.validated)
	mcp.AddTool(s, &mcp.Tool{Name: "short"}, t.short)
	mcp.AddTool(s, &mcp.Tool{Name: "split"}, t.split)
	mcp.AddTool(s, &mcp.Tool{Name: "since"}, t.since)
	mcp.AddTool(s, &mcp.Tool{Name: "asked"}, t.asked)
}
