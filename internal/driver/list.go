package driver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// listed is a package as "go list" describes it. It is read with one call of
// the go command, without export data and without CompiledGoFiles: either makes
// the go command compute what a build would do, which costs more than the rest
// of the listing.
type listed struct {
	ImportPath string // unique: "p", or "p [q.test]" as built for a test of q
	Name       string
	Dir        string
	ForTest    string
	GoFiles    []string
	CgoFiles   []string
	Imports    []string
	ImportMap  map[string]string // import path in the source -> ImportPath
	Module     *analysis.Module
	Standard   bool
	DepOnly    bool // not matched by a pattern
	Error      *listError
}

type listError struct {
	ImportStack []string
	Pos         string
	Err         string
}

const listFields = "ImportPath,Name,Dir,ForTest,GoFiles,CgoFiles,Imports,ImportMap,Module,Standard,DepOnly,Error"

// path is the import path as the compiler knows it.
func (p *listed) path() string {
	path, _, _ := strings.Cut(p.ImportPath, " ")
	return path
}

// resolve is the ImportPath that an import in the source stands for.
func (p *listed) resolve(path string) string {
	if id, ok := p.ImportMap[path]; ok {
		return id
	}
	return path
}

// files are the paths of all Go files, those that use cgo last.
func (p *listed) files() []string {
	files := make([]string, 0, len(p.GoFiles)+len(p.CgoFiles))
	for _, f := range p.GoFiles {
		files = append(files, p.join(f))
	}
	for _, f := range p.CgoFiles {
		files = append(files, p.join(f))
	}
	return files
}

// missing reports whether nothing of a package is there.
func (p *listed) missing() bool {
	return p.Error != nil && len(p.GoFiles)+len(p.CgoFiles) == 0
}

func (p *listed) join(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(p.Dir, name)
}

// A goCommand runs the go command in one place.
type goCommand struct {
	dir   string
	vars  []string // its environment; nil is that of this process
	flags []string // build flags
}

// list describes the packages that match the patterns, and what they need.
func (g *goCommand) list(ctx context.Context, tests bool, patterns []string) ([]*listed, error) {
	args := []string{"list", "-e", "-deps", "-json=" + listFields, "-pgo=off"}
	if tests {
		args = append(args, "-test")
	}
	args = append(append(append(args, g.flags...), "--"), patterns...)
	out, err := g.run(ctx, args...)
	if err != nil {
		return nil, err
	}
	var pkgs []*listed
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		p := new(listed)
		if err := dec.Decode(p); err != nil {
			return nil, fmt.Errorf("reading the output of go list: %v", err)
		}
		pkgs = append(pkgs, p)
	}
	return pkgs, nil
}

// run is the standard output of the go command.
func (g *goCommand) run(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = g.dir
	cmd.Env = g.vars
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	if g.dir != "" {
		// As a shell does: the go command then keeps symbolic links in the
		// paths that it prints.
		cmd.Env = append(cmd.Env[:len(cmd.Env):len(cmd.Env)], "PWD="+g.dir)
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	switch {
	case err == nil:
		return stdout.Bytes(), nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("the go command is not in PATH: install Go, or add its bin folder to PATH")
	}
	if text := oneLine(stderr.String()); text != "" {
		return nil, errors.New(text)
	}
	return nil, fmt.Errorf("go %s: %v", args[0], err)
}

// oneLine folds what the go command says into one line.
func oneLine(text string) string {
	var parts []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		line = strings.TrimPrefix(line, "go: ")
		if line != "" && !strings.HasPrefix(line, "downloading ") && !strings.HasPrefix(line, "finding ") {
			parts = append(parts, line)
		}
	}
	return strings.ReplaceAll(strings.Join(parts, "; "), ":; ", ": ")
}
