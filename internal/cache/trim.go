package cache

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	trimAfter      = 10 * time.Minute // not more often than this
	abandonedAfter = time.Hour        // a temporary file that is older belongs to nobody
	unusedAfter    = 30 * 24 * time.Hour
)

// Trim removes what was used longest ago, until the cache is well below its
// limit, and what has not been used for a month. It does nothing if nothing was
// written through c, or if little was and it was done not long ago.
func (c *Cache) Trim() {
	if c == nil {
		return
	}
	wrote := c.wrote.Swap(0)
	if wrote == 0 {
		return
	}
	stamp := filepath.Join(c.dir, "trim")
	now := time.Now()
	if info, err := os.Stat(stamp); err == nil && now.Sub(info.ModTime()).Abs() < trimAfter && wrote < c.Limit/8 {
		return
	}
	if os.WriteFile(stamp, nil, 0o666) != nil || os.Chtimes(stamp, now, now) != nil {
		return
	}
	c.trim(now)
}

type file struct {
	name string
	size int64
	used time.Time
}

func (c *Cache) trim(now time.Time) {
	files, total := c.files(now)
	slices.SortFunc(files, func(a, b file) int { return cmp.Or(a.used.Compare(b.used), cmp.Compare(a.name, b.name)) })
	for _, f := range files {
		if total <= c.Limit-c.Limit/8 && now.Sub(f.used) < unusedAfter {
			break
		}
		if os.Remove(f.name) == nil {
			total -= f.size
		}
	}
}

// files lists the entries. What does not look like one is left alone, except
// for temporary files that are left over.
func (c *Cache) files(now time.Time) (files []file, total int64) {
	dirs, err := os.ReadDir(c.dir)
	if err != nil {
		return nil, 0
	}
	for _, dir := range dirs {
		if !dir.IsDir() || len(dir.Name()) != 2 || !isHex(dir.Name()) {
			continue
		}
		path := filepath.Join(c.dir, dir.Name())
		entries, err := os.ReadDir(path)
		if err != nil {
			continue
		}
		for _, e := range entries {
			info, err := e.Info()
			if err != nil || !info.Mode().IsRegular() {
				continue
			}
			f := file{filepath.Join(path, e.Name()), info.Size(), info.ModTime()}
			switch {
			case strings.HasPrefix(e.Name(), temporaryPrefix):
				if now.Sub(f.used).Abs() > abandonedAfter {
					_ = os.Remove(f.name)
				}
			case len(e.Name()) == 2*len(Key{})-2 && isHex(e.Name()):
				files = append(files, f)
				total += f.size
			}
		}
	}
	return files, total
}

func isHex(s string) bool { return strings.Trim(s, "0123456789abcdef") == "" }
