// Toolvet checks how Go programs answer language models: it finds the tools
// that a program registers, and reports handlers whose errors, panics or empty
// results would not tell the model the right thing.
//
// It runs on its own,
//
//	toolvet [flags] [packages]
//
// or as a tool of go vet,
//
//	go vet -vettool=$(which toolvet) [flags] [packages]
//
// See "toolvet help".
package main

import (
	"context"
	"io"
	"os"
	"os/signal"

	"github.com/toolvet/toolvet/analyzer"
)

func main() {
	a := &app{suite: analyzer.New, stdout: os.Stdout, stderr: os.Stderr}
	if vetArgs(os.Args[1:]) {
		os.Exit(a.vet(os.Args))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := a.run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

// An app is the program, apart from its surroundings.
type app struct {
	suite          func(analyzer.Options) *analyzer.Suite
	stdout, stderr io.Writer
}

// Exit codes.
const (
	exitClean    = 0
	exitFindings = 1
	exitError    = 2 // usage, a package that does not compile, or a bug
)
