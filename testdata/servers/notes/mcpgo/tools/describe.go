package tools

import "github.com/mark3labs/mcp-go/mcp"

var (
	readNote = mcp.NewTool("read_note",
		mcp.WithDescription("Return the text and version of one note."),
		mcp.WithString("path", mcp.Required(), mcp.Description("path of the note as search_notes returns it")),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithDestructiveHintAnnotation(false),
	)
	listNotes = mcp.NewTool("list_notes",
		mcp.WithDescription("Return the paths of all notes in a folder."),
		mcp.WithString("folder", mcp.Description("folder such as inbox; all notes if left out")),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithDestructiveHintAnnotation(false),
	)
	findBacklinks = mcp.NewTool("find_backlinks",
		mcp.WithDescription("Return the paths of the notes that link to a note, and of the notes that those are linked from."),
		mcp.WithString("path", mcp.Required(), mcp.Description("path of the note as search_notes returns it")),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithDestructiveHintAnnotation(false),
	)
	createNote = mcp.NewTool("create_note",
		mcp.WithDescription("Create a note at a path that is free, and return its version."),
		mcp.WithString("path", mcp.Required(), mcp.Description("path of the new note, ending in .md")),
		mcp.WithString("text", mcp.Required(), mcp.Description("text of the new note")),
		mcp.WithDestructiveHintAnnotation(false),
	)
	deleteNote = mcp.NewTool("delete_note",
		mcp.WithDescription("Delete a note that is still at the version read."),
		mcp.WithString("path", mcp.Required(), mcp.Description("path of the note as search_notes returns it")),
		mcp.WithString("version", mcp.Required(), mcp.Description("version that read_note returned")),
	)
	reindexNotes = mcp.NewTool("reindex_notes",
		mcp.WithDescription("Start to send all notes of a folder to the shared index, and return how many there are."),
		mcp.WithString("folder", mcp.Required(), mcp.Description("folder such as inbox")),
		mcp.WithDestructiveHintAnnotation(false),
	)
	checkNotes = mcp.NewTool("check_notes",
		mcp.WithDescription("Return the paths in the shared index that no note has any more."),
		mcp.WithString("query", mcp.Required(), mcp.Description("words to look for")),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithDestructiveHintAnnotation(false),
	)
	countNotes = mcp.NewTool("count_notes",
		mcp.WithDescription("Return how many notes a folder has; a folder without notes has none."),
		mcp.WithString("folder", mcp.Required(), mcp.Description("folder such as inbox")),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithDestructiveHintAnnotation(false),
	)
)

// The arguments and results of the typed tools.
type (
	createArgs struct {
		Path string `json:"path"`
		Text string `json:"text"`
	}
	deleteArgs struct {
		Path    string `json:"path"`
		Version string `json:"version"`
	}

	noteResult struct {
		Path    string `json:"path"`
		Text    string `json:"text"`
		Version string `json:"version"`
	}
	pathsResult struct {
		Paths []string `json:"paths"`
	}
	savedResult struct {
		Path    string `json:"path"`
		Version string `json:"version"`
	}
	deletedResult struct {
		Path    string `json:"path"`
		Deleted string `json:"deleted"`
	}
)
