package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/mod/modfile"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/internal/config"
)

// The go command runs a vet tool once for each package, and keeps what it
// printed by the tool's version and the flags. It knows nothing of files of
// settings. So the settings of a package are those at the root of its module,
// wherever go vet was started, and what is in those files is made a part of the
// version: with other settings it is another tool.

// vetVersion answers -V=full in the form that the go command wants of a tool
// without releases.
func (a *app) vetVersion() int {
	id, err := a.vetID()
	if err != nil {
		return a.fail(err)
	}
	name, err := os.Executable()
	if err != nil {
		return a.fail(err)
	}
	if _, err := fmt.Fprintf(a.stdout, "%s version devel comments-go-here buildID=%x\n", name, id); err != nil {
		return exitError
	}
	return exitClean
}

// vetID stands for the program and the settings in force.
func (a *app) vetID() ([]byte, error) {
	h := sha256.New()
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	f, err := os.Open(exe)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := io.Copy(h, f); err != nil {
		return nil, err
	}
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	rules := a.rules()
	for _, root := range moduleRoots(dir) {
		file, err := loadRoot(root, rules)
		if err != nil {
			return nil, err
		}
		if file.Path == "" {
			continue
		}
		data, err := os.ReadFile(file.Path)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(h, "%q %d ", root, len(data))
		h.Write(data)
	}
	return h.Sum(nil), nil
}

// moduleRoots are the folders of the main modules, as seen from a folder.
func moduleRoots(dir string) []string {
	var roots []string
	if root := upwards(dir, "go.mod"); root != "" {
		roots = append(roots, root)
	}
	work := os.Getenv("GOWORK")
	switch work {
	case "off":
		return roots
	case "":
		root := upwards(dir, "go.work")
		if root == "" {
			return roots
		}
		work = filepath.Join(root, "go.work")
	}
	data, err := os.ReadFile(work)
	if err != nil {
		return roots // the go command says so
	}
	parsed, err := modfile.ParseWork(work, data, nil)
	if err != nil {
		return roots
	}
	for _, use := range parsed.Use {
		root := filepath.FromSlash(use.Path)
		if !filepath.IsAbs(root) {
			root = filepath.Join(filepath.Dir(work), root)
		}
		roots = append(roots, root)
	}
	return roots
}

// upwards is the nearest folder with a file, from dir on.
func upwards(dir, name string) string {
	for {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// vetConfig are the settings for the package that a file of the go command
// describes. Dependencies from elsewhere have none: what they define as a
// boundary is judged where it is used.
func (a *app) vetConfig(file string) (*config.File, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return new(config.File), nil // unitchecker says so
	}
	var unit struct{ Dir, ModulePath, ModuleVersion string }
	if json.Unmarshal(data, &unit) != nil || unit.ModulePath == "" || unit.ModuleVersion != "" {
		return new(config.File), nil
	}
	root := upwards(unit.Dir, "go.mod")
	if root == "" {
		return new(config.File), nil
	}
	return loadRoot(root, a.rules())
}

// loadRoot reads the settings at the root of a module. There is no folder that
// errors could name the file relative to.
func loadRoot(root string, rules []*analyzer.Rule) (*config.File, error) {
	path, err := config.Find(root)
	if err != nil || path == "" {
		return new(config.File), err
	}
	return config.Read("", path, rules)
}
