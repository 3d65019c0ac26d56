package driver

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// A platform is the Go that a program is for.
type platform struct {
	GOARCH, GOOS, GOROOT, GOVERSION string
}

// platformOf reads the platform off the standard library's packages: which
// files they have, and where. That saves a call of the go command, which is
// asked where this does not work.
func platformOf(ctx context.Context, g *goCommand, pkgs []*listed) (*platform, error) {
	p := new(platform)
	for _, l := range pkgs {
		if !l.Standard || l.Error != nil {
			continue
		}
		switch l.ImportPath {
		case "internal/goarch":
			p.GOARCH = suffixOf(l.GoFiles, "zgoarch_")
			p.GOROOT, _ = strings.CutSuffix(l.Dir, filepath.FromSlash("/src/internal/goarch"))
		case "internal/goos":
			p.GOOS = suffixOf(l.GoFiles, "zgoos_")
		}
	}
	if p.GOARCH != "" && p.GOOS != "" && p.GOROOT != "" {
		// Where Go is built from its repository there is no such file.
		text, err := os.ReadFile(filepath.Join(p.GOROOT, "VERSION"))
		if version, _, _ := strings.Cut(string(text), "\n"); err == nil && isRelease(version) {
			p.GOVERSION = version
			return p, nil
		}
	}
	p = new(platform)
	return p, g.env(ctx, p, "GOARCH", "GOOS", "GOROOT", "GOVERSION")
}

// suffixOf is what follows the prefix in the name of the one file that has it.
func suffixOf(files []string, prefix string) string {
	found := ""
	for _, f := range files {
		if name, ok := strings.CutPrefix(f, prefix); ok {
			if found != "" {
				return ""
			}
			found = strings.TrimSuffix(name, ".go")
		}
	}
	return found
}

// isRelease reports whether a version of Go has been published, and so does not
// change any more.
func isRelease(version string) bool {
	return strings.HasPrefix(version, "go1.") && !strings.Contains(version, "devel")
}

// env reads settings of the go command into a struct.
func (g *goCommand) env(ctx context.Context, settings any, names ...string) error {
	out, err := g.run(ctx, append([]string{"env", "-json"}, names...)...)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(out, settings); err != nil {
		return fmt.Errorf("reading the output of go env: %v", err)
	}
	return nil
}

// nowhere finds out, when first asked, whether the go command found neither a
// module nor a workspace.
func (g *goCommand) nowhere(ctx context.Context) func() bool {
	return sync.OnceValue(func() bool {
		var env struct{ GOMOD, GOWORK string }
		if g.env(ctx, &env, "GOMOD", "GOWORK") != nil {
			return false
		}
		return env.GOWORK == "" && (env.GOMOD == "" || env.GOMOD == os.DevNull)
	})
}
