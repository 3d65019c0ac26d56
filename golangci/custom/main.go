// Custom is golangci-lint with toolvet as one of its linters. It is what
// "golangci-lint custom" makes of .custom-gcl.yml, without a checkout of
// golangci-lint, and is here to be tested.
package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/toolvet/toolvet/golangci"
)

func main() {
	info := commands.BuildInfo{GoVersion: "unknown", Version: "2.15.0-toolvet", Commit: "?", Date: "unknown"}
	if err := commands.Execute(info); err != nil {
		fmt.Fprintf(os.Stderr, "The command is terminated due to an error: %v\n", err)
		os.Exit(exitcodes.Failure)
	}
}
