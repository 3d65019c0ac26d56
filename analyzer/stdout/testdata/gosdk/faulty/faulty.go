// Command faulty serves over stdio with go-sdk, and writes to standard output
// all the same.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	ID string `json:"id"`
}

type out struct {
	Text string `json:"text"`
}

func read(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, out, error) {
	fmt.Printf("reading %s\n", a.ID)         // want `tool read: this prints on standard output`
	fmt.Fprintln(os.Stdout, "reading", a.ID) // want `tool read: this prints`
	os.Stdout.WriteString("reading")         // want `tool read: this prints`
	json.NewEncoder(os.Stdout).Encode(a)     // want `tool read: this prints`
	io.WriteString(os.Stdout, a.ID)          // want `tool read: this prints`
	helper(a.ID)
	return nil, out{Text: a.ID}, nil
}

func helper(id string) {
	fmt.Println("helping", id) // want `tool read: this prints`
}

func run(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, out, error) {
	cmd := exec.CommandContext(ctx, "lookup", a.ID)
	cmd.Stdout = os.Stdout // want `tool run: this command writes to the standard output`
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, out{}, err
	}
	both := &exec.Cmd{Path: "/bin/lookup", Stdout: io.MultiWriter(os.Stdout, os.Stderr)} // want `tool run: this command writes`
	return nil, out{}, both.Run()
}

func main() {
	fmt.Println("starting") // want `before the server speaks its protocol there.* here and 2 times more in this function`
	banner()
	log.SetOutput(os.Stdout)                                       // want `this logger writes to standard output`
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stdout, nil))) // want `this logger writes`
	logger := log.New(io.MultiWriter(os.Stdout, os.Stderr), "", 0) // want `this logger writes`
	logger.Print("x")
	s := mcp.NewServer(&mcp.Implementation{Name: "s"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "read"}, read)
	mcp.AddTool(s, &mcp.Tool{Name: "run"}, run)
	transport := &mcp.StdioTransport{}
	fmt.Println("serving")
	if err := s.Run(context.Background(), transport); err != nil {
		fmt.Println("the server has failed:", err)
		log.Fatal(err)
	}
}

func banner() {
	fmt.Println("welcome") // want `before the server speaks its protocol`
}
