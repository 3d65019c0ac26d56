// Package faulty ends calls at levels that call the wrong person, on go-sdk.
package faulty

import (
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/servers/fixtures/backend"
	"example.com/servers/fixtures/kit"
	"example.com/servers/fixtures/kit2"
	"example.com/servers/fixtures/kit3"
	"example.com/servers/servers/notes/outcome"
)

type itemIn struct {
	ID       string `json:"id"`
	Text     string `json:"text"`
	Revision int    `json:"revision"`
	Kind     string `json:"kind"`
}

type itemOut struct {
	Text string `json:"text"`
}

type tools struct {
	items  *backend.Items
	http   *backend.HTTP
	rpc    *backend.RPC
	logger *slog.Logger
}

func serve(t *tools) {
	s := mcp.NewServer(&mcp.Implementation{Name: "items"}, nil)
	guard := kit2.New(nil)
	mcp.AddTool(s, &mcp.Tool{Name: "get_item"}, kit.Seal(t.get))
	mcp.AddTool(s, &mcp.Tool{Name: "put_item"}, kit2.Typed(guard, t.put))
	mcp.AddTool(s, &mcp.Tool{Name: "lookup_item"}, kit3.Around(t.lookup))
	mcp.AddTool(s, &mcp.Tool{Name: "name_item"}, outcome.Typed("name_item", t.name))
	mcp.AddTool(s, &mcp.Tool{Name: "plain_item"}, outcome.Typed("plain_item", t.plain))
	mcp.AddTool(s, &mcp.Tool{Name: "logged_item"}, outcome.Typed("logged_item", t.logged))
	mcp.AddTool(s, &mcp.Tool{Name: "cancel_item"}, outcome.Typed("cancel_item", t.canceled))
	mcp.AddTool(s, &mcp.Tool{Name: "twice_item"}, outcome.Typed("twice_item", t.twice))
	mcp.AddTool(s, &mcp.Tool{Name: "libs_item"}, outcome.Typed("libs_item", t.libraries))
	mcp.AddTool(s, &mcp.Tool{Name: "own_item"}, outcome.Typed("own_item", t.own))
	mcp.AddTool(s, &mcp.Tool{Name: "helped_item"}, outcome.Typed("helped_item", t.helped))
	mcp.AddTool(s, &mcp.Tool{Name: "helped_again"}, outcome.Typed("helped_again", t.helpedAgain))
	mcp.AddTool(s, &mcp.Tool{Name: "check_item"}, outcome.Typed("check_item", t.check))
	mcp.AddTool(s, &mcp.Tool{Name: "recheck_item"}, outcome.Typed("recheck_item", t.recheck))
}
