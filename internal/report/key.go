package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A Key tells a finding from others without saying where exactly it is: code
// that is moved, or changed around it, keeps its keys.
type Key struct {
	Rule string
	File string // relative to some folder, with slashes
	Tool string // "" if there is none, or more than one
	Line string // the text of the first line, with its blanks made single
}

// Hash stands for a key in little room.
func (k Key) Hash() string {
	sum := sha256.Sum256([]byte(strings.Join([]string{k.Rule, k.File, k.Tool, k.Line}, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// Key is that of a finding, with its file named relative to a folder.
func (r *Report) Key(f *Finding, base string) Key {
	line, _ := r.line(f.Start)
	return Key{Rule: f.Rule, File: relative(base, f.Start.File), Tool: f.Tool, Line: strings.Join(strings.Fields(string(line)), " ")}
}

// root is the folder that files are named relative to where other programs read
// the report.
func (r *Report) root() string {
	if r.Root != "" {
		return r.Root
	}
	return r.Dir
}

func (r *Report) rooted(file string) string { return relative(r.root(), file) }

// relative is the name of a file within a folder, or its full path outside of
// that.
func relative(base, file string) string {
	if rel, err := filepath.Rel(base, file); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(file)
}

// line is the text of the line of a position.
func (r *Report) line(p Position) ([]byte, bool) {
	if r.Read == nil || p.Line < 1 {
		return nil, false
	}
	if r.texts == nil {
		r.texts = map[string][][]byte{}
	}
	lines, ok := r.texts[p.File]
	if !ok {
		if src, err := r.Read(p.File); err == nil {
			lines = bytes.Split(src, []byte("\n"))
		}
		r.texts[p.File] = lines
	}
	if p.Line > len(lines) {
		return nil, false
	}
	return bytes.TrimSuffix(lines[p.Line-1], []byte("\r")), true
}

// column16 is the column of a position in UTF-16 units, as SARIF counts them.
func (r *Report) column16(p Position) int {
	line, ok := r.line(p)
	if !ok || p.Column < 1 || p.Column-1 > len(line) {
		return max(p.Column, 1)
	}
	n := 1
	for before := line[:p.Column-1]; len(before) > 0; {
		c, size := utf8.DecodeRune(before)
		n += max(utf16.RuneLen(c), 1)
		before = before[size:]
	}
	return n
}

var toolWord = regexp.MustCompile(`\btool ([\w./-]*\w)`)

// ToolIn is the tool that a message is about, or "".
func ToolIn(message string) string {
	m := toolWord.FindStringSubmatchIndex(message)
	if m == nil || strings.HasPrefix(message[m[2]:], "with a ") {
		return ""
	}
	return message[m[2]:m[3]]
}
