package driver

import (
	"path/filepath"
	"strconv"
	"strings"

	"github.com/toolvet/toolvet/internal/report"
)

// parsePosition reads "file:line:col" as the go command writes it. It shortens
// paths by where it runs; the file is known to be in dir.
func parsePosition(text, dir string) (pos report.Position, ok bool) {
	if text == "" {
		return pos, false
	}
	var numbers []int
	for len(numbers) < 2 {
		i := strings.LastIndexByte(text, ':')
		if i < 0 {
			break
		}
		n, err := strconv.Atoi(text[i+1:])
		if err != nil {
			break
		}
		numbers = append([]int{n}, numbers...)
		text = text[:i]
	}
	pos.File = text
	if !filepath.IsAbs(text) && dir != "" {
		pos.File = filepath.Join(dir, filepath.Base(text))
	}
	if len(numbers) > 0 {
		pos.Line = numbers[0]
	}
	if len(numbers) > 1 {
		pos.Column = numbers[1]
	}
	return pos, true
}
