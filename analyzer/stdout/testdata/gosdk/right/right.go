// Command right serves over stdio with go-sdk, or over HTTP if it is told to.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"log"
	"log/slog"
	"net/http"
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
	fmt.Fprintln(os.Stderr, "reading", a.ID)
	log.Println("reading")
	println("reading")
	var buf bytes.Buffer
	fmt.Fprintf(&buf, "%s", a.ID)
	cmd := exec.CommandContext(ctx, "lookup", a.ID)
	cmd.Stdout = &buf
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, out{}, err
	}
	return nil, out{Text: buf.String()}, nil
}

func main() {
	version := flag.Bool("version", false, "print the version")
	transport := flag.String("transport", "stdio", "stdio or http")
	flag.Parse()
	if *version {
		fmt.Println("1.0.0")
		return
	}
	if flag.NArg() > 0 {
		fmt.Println("too many arguments")
		os.Exit(2)
	}
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, nil)))
	s := mcp.NewServer(&mcp.Implementation{Name: "s"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "read"}, read)
	switch *transport {
	case "stdio":
		if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
			log.Fatal(err)
		}
	case "http":
		slog.SetDefault(slog.New(slog.NewTextHandler(os.Stdout, nil)))
		fmt.Println("listening")
		log.Fatal(http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)))
	default:
		fmt.Println("unknown transport", *transport)
	}
}

// setUp is given the transport by another command.
func setUp(transport string) *log.Logger {
	if transport == "http" {
		return log.New(os.Stdout, "", 0)
	}
	return log.New(os.Stderr, "", 0)
}
