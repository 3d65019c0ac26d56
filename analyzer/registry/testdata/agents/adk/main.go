package adk

import (
	"google.golang.org/adk/tool"
	"google.golang.org/adk/tool/functiontool"
	tool2 "google.golang.org/adk/v2/tool"
	functiontool2 "google.golang.org/adk/v2/tool/functiontool"
)

type in struct{ ID string }

type out struct{ Text string }

func get(_ tool.Context, in in) (out, error) { return out{in.ID}, nil }

func tools() ([]tool.Tool, error) {
	t, err := functiontool.New(functiontool.Config{Name: "get", Description: "Get one."}, get) // tool: adk get -> get "Get one."
	if err != nil {
		return nil, err
	}
	_, err = functiontool2.New(functiontool2.Config{Name: "second"}, func(_ tool2.Context, in in) (out, error) { // tool: adk second -> tools$1
		return out{in.ID}, nil
	})
	return []tool.Tool{t}, err
}
