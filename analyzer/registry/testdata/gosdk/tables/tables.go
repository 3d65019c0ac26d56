// Package tables keeps tools of go-sdk in data.
package tables

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func first(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, nil
}

func second(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, nil
}

var (
	impl   = &mcp.Implementation{Name: "items"}
	object = map[string]any{"type": "object"}
)

// An entry is a tool of the program's own.
type entry struct {
	tool    *mcp.Tool
	handler mcp.ToolHandler
}

var global = []entry{
	{tool: &mcp.Tool{Name: "keyed", Description: "Keyed.", InputSchema: object}, handler: first}, // tool: go-sdk keyed -> first on server "Keyed."
	{&mcp.Tool{Name: "positional", InputSchema: object}, second},                                 // tool: go-sdk positional -> second on server
}

func looped() {
	s := mcp.NewServer(impl, nil)
	for _, e := range global {
		s.AddTool(e.tool, e.handler)
	}
}

func indexed() {
	s := mcp.NewServer(impl, nil)
	entries := []*entry{
		{tool: &mcp.Tool{Name: "pointer", InputSchema: object}, handler: first}, // tool: go-sdk pointer -> first on server
	}
	entries = append(entries, &entry{tool: &mcp.Tool{Name: "appended", InputSchema: object}, handler: second}) // tool: go-sdk appended -> second on server
	for i := range entries {
		s.AddTool(entries[i].tool, entries[i].handler)
	}
}

func assigned() {
	s := mcp.NewServer(impl, nil)
	var e entry // tool: go-sdk assigned -> first on server
	e.tool = &mcp.Tool{Name: "assigned", InputSchema: object}
	e.handler = first
	s.AddTool(e.tool, e.handler)
}

// rows have a name where entries have a definition.
func rows() {
	s := mcp.NewServer(impl, nil)
	for _, r := range []struct {
		name, desc string
		run        func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error)
	}{
		{"row_first", "The first.", first},
		{"row_second", "The second.", second},
	} {
		s.AddTool(&mcp.Tool{Name: r.name, Description: r.desc, InputSchema: object}, r.run) // tool: go-sdk row_first -> first on server "The first." | go-sdk row_second -> second on server "The second."
	}
}

// handlers is a map from names.
var handlers = map[string]mcp.ToolHandler{
	"mapped_first":  first,
	"mapped_second": second,
}

func mapped() {
	s := mcp.NewServer(impl, nil)
	for name, h := range handlers {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: object}, h) // known: missing go-sdk mapped_first -> first on server | missing go-sdk mapped_second -> second on server | wrong go-sdk dynamic -> first on server | wrong go-sdk dynamic -> second on server
	}
}

// toolset returns its tools in groups.
type toolset struct{ read, write []entry }

func groups() map[string]toolset {
	return map[string]toolset{
		"items": {
			read:  []entry{{tool: &mcp.Tool{Name: "grouped_read", InputSchema: object}, handler: first}},   // tool: go-sdk grouped_read -> first on server
			write: []entry{{tool: &mcp.Tool{Name: "grouped_write", InputSchema: object}, handler: second}}, // tool: go-sdk grouped_write -> second on server
		},
	}
}

func grouped(readOnly bool) {
	s := mcp.NewServer(impl, nil)
	for _, g := range groups() {
		for _, e := range g.read {
			s.AddTool(e.tool, e.handler)
		}
		if !readOnly {
			for _, e := range g.write {
				s.AddTool(e.tool, e.handler)
			}
		}
	}
}

// A dispatcher has one handler for a list of tools, and a switch on their name.
type dispatcher struct{}

var listed = []*mcp.Tool{
	{Name: "switched_get", Description: "Get.", InputSchema: object},
	{Name: "switched_put", Description: "Put.", InputSchema: object},
}

func (d *dispatcher) call(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	switch req.Params.Name {
	case "switched_get":
		return d.get(req.Params.Arguments)
	case "switched_put":
		return &mcp.CallToolResult{}, nil
	}
	return nil, fmt.Errorf("no tool %s", req.Params.Name)
}

func (d *dispatcher) get(json.RawMessage) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, nil
}

func dispatched() {
	s := mcp.NewServer(impl, nil)
	d := &dispatcher{}
	for _, t := range listed {
		s.AddTool(t, d.call) // tool: go-sdk switched_get -> (*dispatcher).call on server "Get." // known: missing go-sdk switched_put -> (*dispatcher).call on server "Put."
	}
}
