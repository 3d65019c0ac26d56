// Package baseline keeps a list of findings that are known, so that only others
// are reported.
//
// An entry names a rule, a file, a tool and the text of a line, but no line
// number: it stays right when code around it changes. Equal ones are counted.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/toolvet/toolvet/internal/report"
)

const version = 1

// A Baseline is a list of known findings: how many there are of each.
type Baseline struct {
	Counts map[report.Key]int
}

// New is the baseline that knows some findings.
func New(keys []report.Key) *Baseline {
	b := &Baseline{Counts: map[report.Key]int{}}
	for _, k := range keys {
		b.Counts[k]++
	}
	return b
}

type entry struct {
	Rule  string `json:"rule"`
	File  string `json:"file"`
	Tool  string `json:"tool,omitempty"`
	Line  string `json:"line"`
	Count int    `json:"count,omitempty"` // 0 is 1
}

func (e *entry) key() report.Key {
	return report.Key{Rule: e.Rule, File: e.File, Tool: e.Tool, Line: e.Line}
}

// Parse reads a baseline. The name is used in errors.
func Parse(name string, data []byte) (*Baseline, error) {
	var file struct {
		Version  *int    `json:"version"`
		Findings []entry `json:"findings"`
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err := dec.Decode(&file)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("there is something after its end")
		}
	}
	if err != nil {
		at := min(int(dec.InputOffset()), len(data))
		if early(err) {
			at = len(data)
		}
		return nil, fmt.Errorf("%s:%d: this is not a baseline: %v", name, 1+bytes.Count(data[:at], []byte("\n")), oneLine(err))
	}
	switch {
	case file.Version == nil:
		return nil, fmt.Errorf("%s: this is not a baseline: it has no version", name)
	case *file.Version != version:
		return nil, fmt.Errorf("%s: version %d is not known, only %d; write it anew with -write-baseline", name, *file.Version, version)
	}
	b := New(nil)
	for i := range file.Findings {
		e := &file.Findings[i]
		if e.Rule == "" || e.File == "" || e.Count < 0 {
			return nil, fmt.Errorf("%s: finding %d lacks a rule or a file, or has a negative count", name, i+1)
		}
		b.Counts[e.key()] += max(e.Count, 1)
	}
	return b, nil
}

func early(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

func oneLine(err error) string {
	if early(err) {
		return "it ends too early"
	}
	return string(bytes.ReplaceAll([]byte(err.Error()), []byte("\n"), []byte(" ")))
}

// Format writes a baseline, one entry a line, so that two changes of it can be
// merged.
func (b *Baseline) Format() []byte {
	var buf bytes.Buffer
	fmt.Fprintf(&buf, "{\n\"version\": %d,\n\"findings\": [", version)
	for i, k := range b.sorted() {
		if i > 0 {
			buf.WriteByte(',')
		}
		e := entry{k.Rule, k.File, k.Tool, k.Line, b.Counts[k]}
		if e.Count == 1 {
			e.Count = 0
		}
		buf.WriteByte('\n')
		var line bytes.Buffer
		enc := json.NewEncoder(&line)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(e); err != nil {
			continue // strings and numbers always can be
		}
		buf.Write(bytes.TrimSpace(line.Bytes()))
	}
	buf.WriteString("\n]\n}\n")
	return buf.Bytes()
}

func (b *Baseline) sorted() []report.Key {
	keys := make([]report.Key, 0, len(b.Counts))
	for k := range b.Counts {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, compare)
	return keys
}

func compare(a, b report.Key) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Tool, b.Tool), cmp.Compare(a.Line, b.Line))
}

// Filter tells which findings, by their keys, are not known, and which entries
// match none. Of equal findings the first are the known ones.
func (b *Baseline) Filter(keys []report.Key) (fresh []int, stale []report.Key) {
	left := map[report.Key]int{}
	for k, n := range b.Counts {
		left[k] = n
	}
	for i, k := range keys {
		if left[k] > 0 {
			left[k]--
			continue
		}
		fresh = append(fresh, i)
	}
	for _, k := range b.sorted() {
		if left[k] > 0 {
			stale = append(stale, k)
		}
	}
	return fresh, stale
}
