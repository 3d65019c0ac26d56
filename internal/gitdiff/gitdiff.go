// Package gitdiff tells which lines of files are new since a commit.
package gitdiff

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Lines are the new or changed lines of files, which are named by full path.
type Lines struct {
	ranges map[string][]span
	whole  map[string]bool // files that git does not know
}

type span struct{ from, to int }

// Has reports whether a line is new.
func (l *Lines) Has(file string, line int) bool {
	file = resolve(file)
	if l.whole[file] {
		return true
	}
	for _, s := range l.ranges[file] {
		if s.from <= line && line <= s.to {
			return true
		}
	}
	return false
}

// Since compares the files of the repository that a folder is in, as they are on
// the disk, with a commit.
func Since(ctx context.Context, dir, rev string) (*Lines, error) {
	top, err := git(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	root := resolve(strings.TrimSuffix(string(top), "\n"))
	if _, err := git(ctx, dir, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}"); err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return nil, fmt.Errorf("there is no commit %s here; fetch it, or name another", rev)
		}
		return nil, err
	}
	// Settings of the user must not change the form of the answer.
	diff, err := git(ctx, root, "-c", "core.quotePath=false", "-c", "diff.suppressBlankEmpty=false", "diff", "--no-color", "--no-ext-diff", "--no-textconv", "--unified=0", "--find-renames",
		"--src-prefix=a/", "--dst-prefix=b/", "--ignore-submodules", "--end-of-options", rev, "--")
	if err != nil {
		return nil, err
	}
	l := &Lines{ranges: map[string][]span{}, whole: map[string]bool{}}
	l.parse(root, diff)
	others, err := git(ctx, root, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(string(others), "\x00") {
		if name != "" {
			l.whole[filepath.Join(root, filepath.FromSlash(name))] = true
		}
	}
	return l, nil
}

// parse reads a diff without context.
func (l *Lines) parse(root string, diff []byte) {
	file := ""
	skip := 0 // lines of the present hunk that follow
	for line := range bytes.Lines(diff) {
		text := strings.TrimRight(string(line), "\r\n")
		if skip > 0 && text != "" && (text[0] == '+' || text[0] == '-') {
			skip--
			continue
		}
		if name, ok := strings.CutPrefix(text, "+++ "); ok {
			file = ""
			name = strings.TrimSuffix(name, "\t") // after a name with blanks
			if unquoted, err := strconv.Unquote(name); err == nil {
				name = unquoted
			}
			if name, ok := strings.CutPrefix(name, "b/"); ok {
				file = filepath.Join(root, filepath.FromSlash(name))
			}
			continue
		}
		rest, ok := strings.CutPrefix(text, "@@ -")
		if !ok {
			continue
		}
		before, rest, _ := strings.Cut(rest, " +")
		after, _, _ := strings.Cut(rest, " @@")
		_, removed := hunk(before)
		start, added := hunk(after)
		skip = removed + added
		if file != "" && added > 0 {
			l.ranges[file] = append(l.ranges[file], span{start, start + added - 1})
		}
	}
}

// hunk reads "start,length" or "start".
func hunk(text string) (start, length int) {
	s, n, ok := strings.Cut(text, ",")
	const most = 1 << 30 // lines of a file
	start, _ = strconv.Atoi(s)
	length = 1
	if ok {
		length, _ = strconv.Atoi(n)
	}
	return min(max(start, 0), most), min(max(length, 0), most)
}

func git(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err == nil {
		return out, nil
	}
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("it needs git, which is not installed")
	}
	line, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
	if line == "" {
		return nil, err
	}
	return nil, fmt.Errorf("git: %s", strings.TrimPrefix(line, "fatal: "))
}

func resolve(file string) string {
	if real, err := filepath.EvalSymlinks(file); err == nil {
		return real
	}
	return file
}
