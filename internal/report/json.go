package report

import (
	"encoding/json"
	"fmt"
	"io"
)

// JSON writes the tree that "go vet -json" writes: package -> analyzer ->
// diagnostics. A program that reads one can read the other.
type JSON struct{}

func (JSON) Write(w io.Writer, r *Report) error {
	tree := map[string]map[string][]jsonFinding{}
	for i := range r.Findings {
		f := &r.Findings[i]
		byRule := tree[f.Package]
		if byRule == nil {
			byRule = map[string][]jsonFinding{}
			tree[f.Package] = byRule
		}
		byRule[f.Rule] = append(byRule[f.Rule], newJSONFinding(f))
	}
	data, err := json.MarshalIndent(tree, "", "\t")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", data)
	return err
}

type jsonFinding struct {
	Category string        `json:"category,omitempty"`
	Posn     string        `json:"posn"`
	End      string        `json:"end"`
	Message  string        `json:"message"`
	Fixes    []jsonFix     `json:"suggested_fixes,omitempty"`
	Related  []jsonRelated `json:"related,omitempty"`
}

type jsonFix struct {
	Message string     `json:"message"`
	Edits   []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	Filename string `json:"filename"`
	Start    int    `json:"start"`
	End      int    `json:"end"`
	New      string `json:"new"`
}

type jsonRelated struct {
	Posn    string `json:"posn"`
	End     string `json:"end"`
	Message string `json:"message"`
}

func newJSONFinding(f *Finding) jsonFinding {
	j := jsonFinding{
		Category: f.Category,
		Posn:     f.Start.String(),
		End:      f.End.String(),
		Message:  f.Message,
	}
	for _, rel := range f.Related {
		j.Related = append(j.Related, jsonRelated{rel.Start.String(), rel.End.String(), rel.Message})
	}
	for _, fix := range f.Fixes {
		edits := make([]jsonEdit, len(fix.Edits))
		for i, e := range fix.Edits {
			edits[i] = jsonEdit{e.Start.File, e.From, e.To, e.New}
		}
		j.Fixes = append(j.Fixes, jsonFix{fix.Message, edits})
	}
	return j
}

// String is the position with the full path, as "go vet -json" writes it.
func (p Position) String() string { return (&Report{}).Position(p) }
