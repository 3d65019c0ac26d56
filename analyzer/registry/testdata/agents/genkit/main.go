package genkit

import (
	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
)

type in struct{ ID string }

func get(_ *ai.ToolContext, in in) (string, error) { return in.ID, nil }

func anything(_ *ai.ToolContext, in any) (string, error) { return "", nil }

func define(g *genkit.Genkit) {
	genkit.DefineTool(g, "get", "Get one.", get)                                   // tool: genkit get -> get "Get one."
	genkit.DefineToolWithInputSchema(g, "schema", "With a schema.", nil, anything) // tool: genkit schema -> anything "With a schema."
	ai.NewTool("new", "Dynamic.", func(_ *ai.ToolContext, in in) (bool, error) {   // tool: genkit new -> define$1 "Dynamic."
		return in.ID != "", nil
	})
}
