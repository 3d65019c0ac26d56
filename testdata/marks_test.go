// Package servers checks the marks that say where faults are planted.
package servers

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
)

var rules = []string{"boundary", "errlevel", "emptyresult", "iserror", "internals"}

// TestMarks lists the planted faults with -v, and fails for a mark that names
// no rule, and for a server that does not show every rule.
func TestMarks(t *testing.T) {
	for _, server := range []string{"gosdk", "mcpgo"} {
		seen := map[string]int{}
		for _, folder := range []string{"store", "outcome", server} {
			for _, m := range marks(t, "servers/notes/"+folder) {
				t.Log(m)
				if !slices.Contains(rules, m.rule) {
					t.Errorf("%s: no such rule", m)
				}
				seen[m.rule]++
			}
		}
		for _, rule := range rules {
			if seen[rule] == 0 {
				t.Errorf("%s: nothing for %s", server, rule)
			}
		}
	}
}

// A mark is one rule that should report one line.
type mark struct {
	file string
	line int
	rule string
}

func (m mark) String() string { return fmt.Sprintf("%s:%d %s", m.file, m.line, m.rule) }

func marks(t *testing.T, dir string) (found []mark) {
	err := fs.WalkDir(os.DirFS("."), dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		line := 0
		for code := range strings.Lines(string(text)) {
			line++
			if _, named, ok := strings.Cut(code, "// fault: "); ok {
				for _, rule := range strings.Split(strings.TrimSpace(named), ", ") {
					found = append(found, mark{path, line, rule})
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
