package report

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
)

// Text writes "file:line:col: message (rule)", one finding a line.
type Text struct {
	Context int  // lines of source shown around a finding, or -1
	Color   bool // for a terminal
}

// Escapes of a terminal.
const (
	bold  = "\x1b[1m"
	dim   = "\x1b[2m"
	red   = "\x1b[31m"
	amber = "\x1b[33m"
	blue  = "\x1b[34m"
	reset = "\x1b[0m"
)

// paint is a text in a colour, where there are colours.
func (t Text) paint(color, text string) string {
	if !t.Color || text == "" {
		return text
	}
	return color + text + reset
}

func (t Text) Write(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	for i := range r.Findings {
		f := &r.Findings[i]
		color := [...]string{Warning: amber, Error: red, Note: blue}[f.Severity]
		fmt.Fprintf(out, "%s: %s %s\n", t.paint(bold, r.Position(f.Start)), f.Message, t.paint(color, "("+f.Rule+")"))
		t.source(out, r, f.Start, f.End)
		for _, rel := range f.Related {
			fmt.Fprintf(out, "\t%s: %s\n", r.Position(rel.Start), rel.Message)
		}
	}
	return out.Flush()
}

// source shows the lines of a finding and some around them, numbered, as
// "go vet -c" does.
func (t Text) source(out io.Writer, r *Report, start, end Position) {
	if t.Context < 0 || start.Line == 0 || r.Read == nil {
		return
	}
	src, err := r.Read(start.File)
	if err != nil {
		return // the finding itself says where to look
	}
	lines := bytes.Split(src, []byte("\n"))
	last := start.Line
	if end.File == start.File && end.Line > last {
		last = end.Line
	}
	for i := max(start.Line-t.Context, 1); i <= min(last+t.Context, len(lines)); i++ {
		text := string(bytes.TrimSuffix(lines[i-1], []byte("\r")))
		if i < start.Line || i > last {
			text = t.paint(dim, text)
		}
		fmt.Fprintf(out, "%s\t%s\n", t.paint(dim, strconv.Itoa(i)), text)
	}
}

// Position is a position as text, "file:line:col", with what is not known left
// out.
func (r *Report) Position(p Position) string {
	file := r.Path(p.File)
	switch {
	case file == "":
		return "-"
	case p.Line == 0:
		return file
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", file, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", file, p.Line, p.Column)
}

// Path is a file as the user would name it: relative to where they stand if
// it is below that, or if that is shorter.
func (r *Report) Path(file string) string {
	if r.Dir == "" || !filepath.IsAbs(file) {
		return file
	}
	rel, err := filepath.Rel(r.Dir, file)
	if err != nil || strings.HasPrefix(rel, "..") && len(rel) >= len(file) {
		return file
	}
	return rel
}
