package report

import (
	"encoding/json"
	"io"
	"path/filepath"
)

// RDJSON writes the Reviewdog Diagnostic Format. Columns are bytes, from 1.
type RDJSON struct{}

func (RDJSON) Write(w io.Writer, r *Report) error {
	out := rdResult{Source: rdSource{"toolvet", Home}, Severity: "WARNING", Diagnostics: []rdDiagnostic{}}
	for i := range r.Findings {
		f := &r.Findings[i]
		d := rdDiagnostic{
			Message:  f.Message,
			Location: rdLocation{Path: filepath.ToSlash(r.Path(f.Start.File)), Range: rdRangeOf(f.Start, f.End)},
			Severity: [...]string{Warning: "WARNING", Error: "ERROR", Note: "INFO"}[f.Severity],
			Code:     rdCode{f.Rule, f.URL},
		}
		for _, rel := range f.Related {
			d.Related = append(d.Related, rdRelated{rel.Message, rdLocation{Path: filepath.ToSlash(r.Path(rel.Start.File)), Range: rdRangeOf(rel.Start, rel.End)}})
		}
		d.Suggestions = suggestions(f)
		out.Diagnostics = append(out.Diagnostics, d)
	}
	data, err := json.Marshal(out)
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

// suggestions are the edits of a finding's fix, which the format can only hold
// for the finding's own file: a part of a fix would not compile.
func suggestions(f *Finding) []rdSuggestion {
	if len(f.Fixes) == 0 {
		return nil
	}
	var out []rdSuggestion
	for _, e := range f.Fixes[0].Edits {
		if e.Start.File != f.Start.File {
			return nil
		}
		out = append(out, rdSuggestion{*rdRangeOf(e.Start, e.End), e.New})
	}
	return out
}

func rdRangeOf(start, end Position) *rdRange {
	if start.Line == 0 {
		return nil
	}
	r := &rdRange{Start: rdPosition{start.Line, start.Column}}
	if end.File == start.File && end.compare(start) >= 0 {
		r.End = &rdPosition{end.Line, end.Column}
	}
	return r
}

type (
	rdResult struct {
		Source      rdSource       `json:"source"`
		Severity    string         `json:"severity"`
		Diagnostics []rdDiagnostic `json:"diagnostics"`
	}
	rdSource struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	rdDiagnostic struct {
		Message     string         `json:"message"`
		Location    rdLocation     `json:"location"`
		Severity    string         `json:"severity"`
		Code        rdCode         `json:"code"`
		Suggestions []rdSuggestion `json:"suggestions,omitempty"`
		Related     []rdRelated    `json:"relatedLocations,omitempty"`
	}
	rdLocation struct {
		Path  string   `json:"path"`
		Range *rdRange `json:"range,omitempty"`
	}
	rdRange struct {
		Start rdPosition  `json:"start"`
		End   *rdPosition `json:"end,omitempty"`
	}
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column,omitempty"`
	}
	rdCode struct {
		Value string `json:"value"`
		URL   string `json:"url,omitempty"`
	}
	rdSuggestion struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	}
	rdRelated struct {
		Message  string     `json:"message"`
		Location rdLocation `json:"location"`
	}
)
