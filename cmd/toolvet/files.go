package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// checkFiles checks the modules to which files belong. It is for what knows
// files and not packages, such as a hook of a repository with several modules.
// A module is checked as a whole: what is found in a tool may be the fault of a
// file that it does not name.
func (a *app) checkFiles(ctx context.Context, o *options) int {
	return a.eachModule(o, func(top, root string) int {
		here := *o
		here.dir, here.patterns, here.build = root, []string{"./..."}, slices.Clone(o.build)
		if here.config != "" && here.config != "none" && !filepath.IsAbs(here.config) {
			here.config = filepath.Join(top, here.config)
		}
		v, err := a.find(ctx, &here)
		if err != nil {
			return a.fail(err)
		}
		v.dir = top // where the user stands
		if o.fix || o.diff {
			return a.fix(ctx, &here, v)
		}
		return a.tell(&here, v)
	})
}

// vetFiles runs go vet with this program in the modules to which files belong.
func (a *app) vetFiles(ctx context.Context, o *options) int {
	return a.eachModule(o, func(_, root string) int {
		self, err := os.Executable()
		if err != nil {
			return a.fail(fmt.Errorf("finding this program: %v", err))
		}
		vet := exec.CommandContext(ctx, "go", "vet", "-vettool="+self, "./...")
		vet.Dir, vet.Stdout, vet.Stderr = root, a.stdout, a.stderr
		err = vet.Run()
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			return exit.ExitCode()
		} else if err != nil {
			return a.fail(fmt.Errorf("running go vet: %v", err))
		}
		return exitClean
	})
}

// eachModule does something in the modules of the files that the options name.
// The worst exit code counts.
func (a *app) eachModule(o *options, do func(top, root string) int) int {
	if len(o.patterns) == 0 {
		return a.fail(errors.New("no files; want the files that have changed"))
	}
	top, err := o.workDir()
	if err != nil {
		return a.fail(err)
	}
	roots, err := rootsOfFiles(top, o.patterns)
	if err != nil {
		return a.fail(err)
	}
	code := exitClean
	for _, root := range roots {
		code = max(code, do(top, root))
	}
	return code
}

// rootsOfFiles are the folders of the modules to which files belong, sorted.
// Left out are files that the go command does not look at when it is asked for
// all packages of a module: those in testdata and vendor, and in folders whose
// name begins with "_" or ".".
func rootsOfFiles(top string, files []string) ([]string, error) {
	var roots []string
	for _, file := range files {
		if !filepath.IsAbs(file) {
			file = filepath.Join(top, file)
		}
		if rel, err := filepath.Rel(top, file); err == nil && ignored(filepath.ToSlash(filepath.Dir(rel))) {
			continue
		}
		root, err := moduleRoot(filepath.Dir(file))
		if err != nil {
			return nil, err
		}
		if root != "" {
			roots = append(roots, root)
		}
	}
	slices.Sort(roots)
	return slices.Compact(roots), nil
}

func ignored(dir string) bool {
	for name := range strings.SplitSeq(dir, "/") {
		if name == "testdata" || name == "vendor" || strings.HasPrefix(name, "_") ||
			strings.HasPrefix(name, ".") && name != "." && name != ".." {
			return true
		}
	}
	return false
}

// moduleRoot is the nearest folder with a go.mod, dir or one above it in the
// same repository; "" if there is none.
func moduleRoot(dir string) (string, error) {
	for {
		info, err := os.Stat(filepath.Join(dir, "go.mod"))
		if err == nil && !info.IsDir() {
			return dir, nil
		} else if err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", fmt.Errorf("looking for the module of a file: %v", err)
		}
		_, err = os.Stat(filepath.Join(dir, ".git"))
		parent := filepath.Dir(dir)
		if err == nil || parent == dir {
			return "", nil
		}
		dir = parent
	}
}
