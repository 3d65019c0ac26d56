package fix_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	// What the program is built of, so that a change of it runs the tests again.
	_ "github.com/toolvet/toolvet/analyzer"
	_ "github.com/toolvet/toolvet/internal/driver"
)

// The example servers before and after: what the program makes of the one is
// the other, which has tests of its own.
func TestServers(t *testing.T) {
	dir, run := workspace(t)
	out, code := run("-diff", "./before/...")
	if code != 1 || !strings.Contains(out, "+\t}, toolerr.Typed(h.read))\n") {
		t.Errorf("-diff: exit %d\n%s", code, out)
	}
	same(t, dir, "before", "before") // nothing is changed by looking
	if out, code := run("-fix", "./before/..."); code != 0 {
		t.Errorf("-fix: exit %d, want nothing left\n%s", code, out)
	}
	same(t, dir, "before", "after")
	goRun(t, dir, "vet", "./before/...")
	if out, code := run("-fix", "-diff", "./before/..."); code != 0 || out != "" {
		t.Errorf("again: exit %d, want an empty diff\n%s", code, out)
	}
}

// What the servers answer after that, and what they log.
func TestClient(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(root, "testdata/servers/paved")
	goRun(t, dir, "test", "./...")
	// Every kind of boundary is known as one.
	cmd := exec.Command(program, "-rules=boundary", "-require-tools", "./shapes")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("toolvet ./shapes: %v\n%s", err, out)
	}
}

// A program's own boundary and errors are used where they are named.
func TestOwn(t *testing.T) {
	dir, run := workspace(t)
	write(t, filepath.Join(dir, "before/shelf/own.go"), `package shelf

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type Answer struct {
	text  string
	level slog.Level
	cause error
}

func (a *Answer) Error() string { return a.text }

func (a *Answer) Because(err error) *Answer { return &Answer{a.text, a.level, err} }

func Answerf(format string, args ...any) *Answer {
	return &Answer{text: fmt.Sprintf(format, args...), level: slog.LevelInfo}
}

func Guard(tool string, next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
		return next(ctx, req)
	}
}
`)
	out, _ := run("-fix", "-boundary=example.com/paved/before/shelf.Guard", "-toolerror=example.com/paved/before/shelf.Answerf", "./before/mcpgo")
	got, err := os.ReadFile(filepath.Join(dir, "before/mcpgo/notes.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`), shelf.Guard("read_note", h.read))`, `Handler: shelf.Guard("search_notes", h.search),`, `return nil, shelf.Answerf("No note at path %q.`} {
		if !bytes.Contains(got, []byte(want)) {
			t.Errorf("no %s in\n%s\n%s", want, got, out)
		}
	}
	if bytes.Contains(got, []byte("toolerr")) {
		t.Errorf("toolerr is used all the same:\n%s", got)
	}
	goRun(t, dir, "vet", "./before/mcpgo")
}

// The level of an error is set where it is said: in the constructor's name, in a
// constant, or by the constructor beside it.
func TestLevels(t *testing.T) {
	dir, run := workspace(t)
	file := filepath.Join(dir, "before/levels/levels.go")
	if err := os.Mkdir(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	const text = `package levels

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"example.com/paved/before/shelf"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/toolvet/toolvet/toolerr"
)

type failure struct {
	text  string
	Level slog.Level
}

func (f *failure) Error() string        { return f.text }
func (f *failure) LogLevel() slog.Level { return f.Level }

func newFailure(level slog.Level, text string) error { return &failure{text, level} }

func alarm(text string) error { return &failure{text, slog.LevelError} }

func hint(text string) error { return &failure{text, slog.LevelInfo} }

type args struct{ Path string }

func Register(s *mcp.Server, notes *shelf.Shelf) {
	mcp.AddTool(s, &mcp.Tool{Name: "read"}, toolerr.Typed(func(ctx context.Context, _ *mcp.CallToolRequest, in args) (*mcp.CallToolResult, shelf.Note, error) {
		note, err := notes.Read(ctx, in.Path)
		switch {
		case errors.Is(err, shelf.ErrNotFound):
			return nil, note, toolerr.Fault("no note at %q", in.Path) // by name
		case errors.Is(err, shelf.ErrConflict):
			return nil, note, toolerr.Fault("moved on: %v", err)
		case errors.Is(err, context.DeadlineExceeded):
			return nil, note, toolerr.Correct("later")
		}
		if errors.Is(err, shelf.ErrNotFound) {
			return nil, note, &failure{text: "no note", Level: slog.LevelError}
		}
		return nil, note, nil
	}))
	mcp.AddTool(s, &mcp.Tool{Name: "write"}, toolerr.Typed(func(ctx context.Context, _ *mcp.CallToolRequest, in args) (*mcp.CallToolResult, shelf.Note, error) {
		note, err := notes.Read(ctx, in.Path)
		if errors.Is(err, shelf.ErrNotFound) {
			return nil, note, newFailure(slog.LevelWarn, fmt.Sprintf("no note at %q", in.Path))
		}
		if errors.Is(err, shelf.ErrConflict) {
			return nil, note, alarm("moved on")
		}
		return nil, note, err
	}))
}
`
	write(t, file, text)
	if out, code := run("-fix", "-rules=errlevel,internals", "./before/levels"); code > 1 {
		t.Fatalf("exit %d\n%s", code, out)
	}
	want := strings.NewReplacer(
		`toolerr.Fault("no note`, `toolerr.Correct("no note`,
		`toolerr.Fault("moved on: %v", err)`, `toolerr.Stale("moved on").Because(err)`,
		`toolerr.Correct("later")`, `toolerr.Unavailable("later")`,
		`"no note", Level: slog.LevelError`, `"no note", Level: slog.LevelInfo`,
		`newFailure(slog.LevelWarn`, `newFailure(slog.LevelInfo`,
		`note, alarm("moved on")`, `note, hint("moved on")`,
	).Replace(text)
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// What cannot be fixed is left as it is, and said in one line.
func TestRefused(t *testing.T) {
	dir, run := workspace(t)
	mod := filepath.Join(dir, "go.mod")
	text, err := os.ReadFile(mod)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(string(text)) {
		if !strings.Contains(line, "toolvet/toolvet") {
			lines = append(lines, line)
		}
	}
	write(t, mod, strings.Join(lines, ""))
	if out, code := run("-fix", "./before/..."); code != 2 || !strings.Contains(out, "run go get github.com/toolvet/toolvet/toolerr@latest first") {
		t.Errorf("without the module: exit %d\n%s", code, out)
	}
	same(t, dir, "before", "before")
	if out, code := run("-fix", "-overlay=x.json", "./before/..."); code != 2 || strings.Count(out, "\n") != 1 {
		t.Errorf("with an overlay: exit %d\n%s", code, out)
	}
}

// The constructors take formats, and go vet knows it.
func TestPrintf(t *testing.T) {
	dir, _ := workspace(t)
	file := filepath.Join(dir, "before/printf/printf.go")
	if err := os.Mkdir(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	constructors := []string{"Correct", "Stale", "Unavailable", "Fault"}
	text := "package printf\n\nimport \"github.com/toolvet/toolvet/toolerr\"\n\nfunc F(n int) {\n"
	for _, c := range constructors {
		text += "\t_ = toolerr." + c + "(\"no note %s\", n)\n"
	}
	write(t, file, text+"}\n")
	cmd := exec.Command("go", "vet", "./before/printf")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	for _, c := range constructors {
		if want := "toolerr." + c + " format %s has arg n of wrong type int"; err == nil || !strings.Contains(string(out), want) {
			t.Errorf("go vet does not say that %s:\n%s", want, out)
		}
	}
}

// The go command applies the same fixes, a round at a time.
func TestVetFix(t *testing.T) {
	dir, _ := workspace(t)
	for range 3 {
		cmd := exec.Command("go", "vet", "-vettool="+program, "-fix", "./before/gosdk")
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil && !strings.Contains(string(out), "notes.go") {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	same(t, dir, "before/gosdk", "after/gosdk")
}

const root = "../.."

// program is the file of the program.
var program string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "toolvet-test-")
	if err != nil {
		panic(err)
	}
	program = filepath.Join(dir, "toolvet")
	cmd := exec.Command("go", "build", "-o", program, "./cmd/toolvet")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		panic(string(out))
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// workspace copies the servers, and returns what runs the program on them.
func workspace(t *testing.T) (dir string, run func(args ...string) (out string, code int)) {
	t.Helper()
	t.Parallel()
	dir = t.TempDir()
	from := filepath.Join(root, "testdata/servers/paved")
	if err := os.CopyFS(filepath.Join(dir, "before"), os.DirFS(filepath.Join(from, "before"))); err != nil {
		t.Fatal(err)
	}
	abs, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), strings.Replace(string(data), "toolvet => ../../../", "toolvet => "+filepath.ToSlash(abs), 1))
	}
	return dir, func(args ...string) (string, int) {
		cmd := exec.Command(program, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil && cmd.ProcessState == nil {
			t.Fatal(err)
		}
		text := string(out)
		if i := strings.LastIndex(strings.TrimSuffix(text, "\n"), "\n"); strings.Contains(text[i+1:], " tools in ") {
			text = text[:i+1]
		}
		return text, cmd.ProcessState.ExitCode()
	}
}

// same compares a folder of the workspace with one of the repository.
func same(t *testing.T, dir, got, want string) {
	t.Helper()
	base := filepath.Join(root, "testdata/servers/paved", want)
	err := filepath.WalkDir(base, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") {
			return err
		}
		rel, err := filepath.Rel(base, path)
		if err != nil {
			return err
		}
		a, err := os.ReadFile(filepath.Join(dir, got, rel))
		if err != nil {
			return err
		}
		b, err := os.ReadFile(path)
		if err == nil && !bytes.Equal(a, b) {
			t.Errorf("%s is\n%s\nwant\n%s", rel, a, b)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func goRun(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}
