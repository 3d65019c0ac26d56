// Package app serves for a command.
package app

import (
	"github.com/mark3labs/mcp-go/server"
)

// Run serves over stdio.
func Run() error { return server.ServeStdio(server.NewMCPServer("s", "1.0.0")) }
