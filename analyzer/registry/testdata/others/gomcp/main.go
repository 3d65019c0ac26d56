package gomcp

import "github.com/localrivet/gomcp/server"

type in struct{ ID string }

func get(_ *server.Context, in in) (any, error) { return in.ID, nil }

func put(_ *server.Context, in in) (string, error) { return in.ID, nil }

func serve() error {
	return server.NewServer("items").
		Tool("get", "Get one.", get). // tool: gomcp get -> get on server "Get one."
		Tool("put", "Put one.", put). // known: missing gomcp put -> put on server "Put one." | wrong gomcp put -> put "Put one."
		Run()
}
