// Package looseinput defines an analyzer that looks for inputs that accept calls
// which the handler cannot serve.
//
// # Analyzer looseinput
//
// looseinput: report inputs that accept what the handler refuses, or say nothing of what it wants
//
// A schema is the part of a contract that is enforced before the handler runs,
// and the part that a model is sure to read. What the schema leaves open, the
// model guesses: a date in its own format, a fourth value for three, a field
// with another name that is dropped without a word.
//
// The rule reports:
//
//   - arguments decoded into a map or any: the schema names none of them;
//   - a server of mcp-go with tools whose arguments it does not check: without
//     WithInputSchemaValidation missing ones reach the handler, and without
//     WithStrictInputSchemaDefault unknown ones are dropped;
//   - a string of which the handler accepts a fixed set, without an enum; one
//     that is parsed as a date, without a format; an id without a pattern;
//   - an argument that the schema leaves out of the required ones and the
//     handler cannot do without, or the reverse;
//   - an optional pointer or slice, to which go-sdk gives the types null and T,
//     so that null is a third value beside absent and empty.
//
// Wrong:
//
//	Format string `json:"format"` // switch in.Format { case "csv", "json": … default: refuse }
//
// Right: a schema of your own for the field, set as Tool.InputSchema:
//
//	schema.Properties["format"].Enum = []any{"csv", "json"}
//
// With mcp-go: mcp.WithString("format", mcp.Required(), mcp.Enum("csv", "json")).
//
// Left alone are inputs with a schema of their own, which is not read, unknown
// fields in go-sdk, which refuses them for every input that is a struct, and
// servers whose options cannot be told.
package looseinput
