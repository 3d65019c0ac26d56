// Package fix applies the fixes of findings to source files.
package fix

import (
	"bytes"
	"cmp"
	"go/format"
	"slices"

	"github.com/toolvet/toolvet/internal/report"
)

// Apply applies the first fix of each finding to the files that it changes. A
// fix that overlaps with one before it is left for another time, whole. read
// returns a file's text. The result has the new text of each file that changes,
// and how many fixes were applied.
func Apply(findings []report.Finding, skip func(file string) bool, read func(file string) ([]byte, error)) (map[string][]byte, int, error) {
	edits := map[string][]report.Edit{}
	applied := 0
	for _, f := range findings {
		if len(f.Fixes) == 0 || !fits(edits, f.Fixes[0].Edits, skip) {
			continue
		}
		for _, e := range f.Fixes[0].Edits {
			if !has(edits[e.Start.File], e) || !insertion(e) {
				edits[e.Start.File] = append(edits[e.Start.File], e)
			}
		}
		applied++
	}
	out := map[string][]byte{}
	for file, list := range edits {
		src, err := read(file)
		if err != nil {
			return nil, 0, err
		}
		out[file] = tidy(src, splice(src, list))
	}
	return out, applied, nil
}

// fits reports whether all edits of a fix can be made beside those that are
// there already. An insertion that is there already, such as an import, is made
// once.
func fits(have map[string][]report.Edit, fix []report.Edit, skip func(file string) bool) bool {
	for _, e := range fix {
		if skip(e.Start.File) {
			return false
		}
		for _, h := range have[e.Start.File] {
			same := h.From == e.From && h.To == e.To && h.New == e.New
			switch {
			case same && insertion(e):
			case e.From < h.To && h.From < e.To, same:
				return false
			case insertion(e) && h.From < e.From && e.From < h.To, insertion(h) && e.From < h.From && h.From < e.To:
				return false
			}
		}
	}
	return true
}

func insertion(e report.Edit) bool { return e.From == e.To }

func has(list []report.Edit, e report.Edit) bool {
	return slices.ContainsFunc(list, func(h report.Edit) bool { return h.From == e.From && h.To == e.To && h.New == e.New })
}

// splice makes edits that do not overlap.
func splice(src []byte, edits []report.Edit) []byte {
	slices.SortStableFunc(edits, func(a, b report.Edit) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	var b bytes.Buffer
	at := 0
	for _, e := range edits {
		b.Write(src[at:e.From])
		b.WriteString(e.New)
		at = e.To
	}
	b.Write(src[at:])
	return b.Bytes()
}

// tidy removes the imports that the change has left without a use, and formats
// the text if it was formatted before.
func tidy(before, after []byte) []byte {
	after = dropImports(before, after)
	if formatted, err := format.Source(before); err == nil && bytes.Equal(formatted, before) {
		if formatted, err := format.Source(after); err == nil {
			return formatted
		}
	}
	return after
}
