// Package description defines an analyzer that looks for descriptions that do not help to choose a tool.
//
// # Analyzer description
//
// description: report descriptions that are missing, too long, or written for operators
//
// The model chooses a tool by its description, and reads all of them in every
// conversation. Clients cut at 2048 UTF-16 units.
//
// The rule reports descriptions that are missing or repeat the name, that are too
// long, that list failures, which belong into the messages, and that tell
// environment variables, commands or pages to read, which the model cannot use.
//
// Wrong:
//
//	&mcp.Tool{Name: "get_page", Description: "Get page. Needs PAGES_TOKEN."}
//
// Right:
//
//	&mcp.Tool{Name: "get_page", Description: "Return the text and version of one page."}
//
// Left alone are descriptions that are not known, and addresses that are examples
// of an argument.
package description
