// Package testmod writes small Go modules for tests.
package testmod

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// withSDK is the module that is used where a test has no go.mod of its own. It
// uses an SDK, for which a stand-in is kept beside it.
const withSDK = `
-- go.mod --
module example.com/m

go 1.26

require github.com/mark3labs/mcp-go v1.2.1

replace github.com/mark3labs/mcp-go => ./sdk
` + SDK

// SDK is a module that stands in for an SDK, in the folder sdk.
const SDK = `
-- sdk/go.mod --
module github.com/mark3labs/mcp-go

go 1.26
-- sdk/server/server.go --
package server

// An MCPServer keeps tools.
type MCPServer struct{ tools []string }

// AddTool registers a tool.
func (s *MCPServer) AddTool(name string, handler func()) { s.tools = append(s.tools, name) }
`

// Write unpacks files, in the format of [txtar], to a new folder, and gives its
// path.
func Write(t testing.TB, files string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(files, "-- go.mod --") && !strings.Contains(files, "-- go.work --") {
		unpack(t, dir, withSDK)
	}
	unpack(t, dir, files)
	return dir
}

func unpack(t testing.TB, dir, archive string) {
	t.Helper()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
