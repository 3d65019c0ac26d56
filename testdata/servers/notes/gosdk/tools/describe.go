package tools

import "github.com/modelcontextprotocol/go-sdk/mcp"

var readOnly = &mcp.ToolAnnotations{ReadOnlyHint: true}

var (
	readNote = &mcp.Tool{
		Name:        "read_note",
		Description: "Return the text and version of one note, with the notes that link to it where they are known.",
		Annotations: readOnly,
	}
	searchNotes = &mcp.Tool{
		Name:        "search_notes",
		Description: "Return the paths of the notes whose text contains the query, in this server or, with shared set, in the index shared with other servers.",
		Annotations: readOnly,
	}
	syncIndex = &mcp.Tool{
		Name:        "sync_index",
		Description: "Send the notes of one folder to the shared index, and return how many were sent.",
	}
	listNotes = &mcp.Tool{
		Name:        "list_notes",
		Description: "Return the paths of the notes in a folder, one page at a time, as JSON.",
		InputSchema: map[string]any{
			"type": "object",
			"properties": map[string]any{
				"folder": map[string]any{"type": "string", "description": "folder such as inbox; all notes if left out"},
				"cursor": map[string]any{"type": "string", "description": "next of the page before"},
			},
		},
		Annotations: readOnly,
	}
	findBacklinks = &mcp.Tool{
		Name:        "find_backlinks",
		Description: "Return the paths of the notes that link to a note.",
		Annotations: readOnly,
	}
	createNote = &mcp.Tool{
		Name:        "create_note",
		Description: "Create a note at a path that is free, and return its version.",
	}
	writeNote = &mcp.Tool{
		Name:        "write_note",
		Description: "Replace the text of a note that is still at the version read, and return its new version.",
	}
	deleteNote = &mcp.Tool{
		Name:        "delete_note",
		Description: "Delete a note that is still at the version read.",
	}
	countWords = &mcp.Tool{
		Name:        "count_words",
		Description: "Return the number of words in all notes of a folder.",
		InputSchema: folderSchema,
		Annotations: readOnly,
	}
	exportNotes = &mcp.Tool{
		Name:        "export_notes",
		Description: "Return the texts of all notes of a folder as one JSON object, with the paths that could not be read listed in it.",
		InputSchema: folderSchema,
		Annotations: readOnly,
	}
)

// folderSchema is the input of the reports.
var folderSchema = map[string]any{
	"type":       "object",
	"properties": map[string]any{"folder": map[string]any{"type": "string", "description": "folder such as inbox"}},
	"required":   []string{"folder"},
}

// The arguments and results of the typed tools.
type (
	pathIn struct {
		Path string `json:"path" jsonschema:"path of the note as search_notes returns it"`
	}
	searchIn struct {
		Query  string `json:"query" jsonschema:"words to look for"`
		Shared bool   `json:"shared,omitempty" jsonschema:"look in the shared index as well"`
	}
	syncIn struct {
		Folder string `json:"folder" jsonschema:"folder to send"`
	}
	createIn struct {
		Path string `json:"path" jsonschema:"path of the new note, ending in .md"`
		Text string `json:"text" jsonschema:"text of the new note"`
	}
	writeIn struct {
		Path    string `json:"path" jsonschema:"path of the note as search_notes returns it"`
		Text    string `json:"text" jsonschema:"the whole new text"`
		Version string `json:"version" jsonschema:"version that read_note returned"`
	}
	deleteIn struct {
		Path    string `json:"path" jsonschema:"path of the note as search_notes returns it"`
		Version string `json:"version" jsonschema:"version that read_note returned"`
	}

	noteOut struct {
		Path      string   `json:"path"`
		Text      string   `json:"text"`
		Version   string   `json:"version"`
		Backlinks []string `json:"backlinks,omitempty"`
	}
	pathsOut struct {
		Paths []string `json:"paths"`
	}
	savedOut struct {
		Path    string `json:"path"`
		Version string `json:"version"`
	}
	deletedOut struct {
		Path    string `json:"path"`
		Deleted string `json:"deleted" jsonschema:"version that was deleted"`
	}
	syncOut struct {
		Sent int `json:"sent"`
	}
)
