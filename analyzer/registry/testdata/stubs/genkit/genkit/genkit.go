package genkit

import "github.com/firebase/genkit/go/ai"

type Genkit struct{}

func DefineTool[In, Out any](g *Genkit, name, description string, fn ai.ToolFunc[In, Out], opts ...ai.ToolOption) *ai.ToolDef[In, Out] {
	return nil
}
func DefineToolWithInputSchema[Out any](g *Genkit, name, description string, schema map[string]any, fn ai.ToolFunc[any, Out], opts ...ai.ToolOption) *ai.ToolDef[any, Out] {
	return nil
}
