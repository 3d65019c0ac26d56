package generated

import (
	"context"

	"github.com/mark3labs/mcp-go/server"
)

type items struct{}

func (*items) Get(_ context.Context, req *GetRequest) (*GetResponse, error) {
	return &GetResponse{req.ID}, nil
}

func serve() {
	s := server.NewMCPServer("items", "1.0.0")
	RegisterItems(s, &items{}) // known: missing mcp-go items_get -> (*items).Get via RegisterItems$1 on server
}
