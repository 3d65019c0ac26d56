// Package report holds what was found, and writes it in the formats that
// people and programs read.
package report

import (
	"cmp"
	"io"
	"slices"
)

// A Finding is one diagnostic with its positions resolved. It needs nothing of
// the run that made it, so that it can be kept in a cache or a baseline.
type Finding struct {
	Rule     string // name of the analyzer
	Category string // of the diagnostic, often ""
	Message  string
	URL      string // what the rule is about
	Severity Severity
	Package  string // ID of the package, as "go vet" writes it
	Tool     string // name of the tool it is about, if there is one
	Start    Position
	End      Position // after the last byte
	Related  []Related
	Fixes    []Fix
}

// A Severity says how bad a finding is.
type Severity uint8

const (
	Warning Severity = iota
	Error
	Note
)

// ParseSeverity reads what String writes.
func ParseSeverity(text string) (Severity, bool) {
	for _, s := range []Severity{Warning, Error, Note} {
		if s.String() == text {
			return s, true
		}
	}
	return Warning, false
}

func (s Severity) String() string { return [...]string{"warning", "error", "note"}[s] }

// A Position is a place in a file.
type Position struct {
	File   string // absolute path
	Line   int    // from 1; 0 if only the file is known
	Column int    // in bytes, from 1
}

// A Related is another place that belongs to a finding.
type Related struct {
	Message    string
	Start, End Position
}

// A Fix is one change that would remove the cause of a finding.
type Fix struct {
	Message string
	Edits   []Edit
}

// An Edit replaces a part of a file.
type Edit struct {
	Start, End Position
	From, To   int // the same as byte offsets
	New        string
}

// A Report is all that one run found.
type Report struct {
	Dir      string // where the user stands: paths are shown relative to it
	Root     string // of the repository, which other programs see paths relative to; "" is Dir
	Findings []Finding
	Read     func(file string) ([]byte, error) // source text, for context and columns
	Rules    []Rule                            // that ran
	Version  string                            // of toolvet

	texts map[string][][]byte // lines that were read
}

// A Rule is what a format tells of a rule.
type Rule struct {
	Name      string
	Summary   string // in one line
	Text      string // the whole documentation
	Markdown  string // the same
	URL       string
	Severity  Severity // of its findings
	Precision string   // in the words of SARIF
}

// Home is where the project lives.
const Home = "https://github.com/toolvet/toolvet"

// A Writer writes a report in one format.
type Writer interface {
	Write(w io.Writer, r *Report) error
}

// Formats are the names of the formats.
var Formats = []string{"text", "json", "sarif", "github", "rdjson"}

// New is the writer of a format, or nil if there is none of that name. Only
// text looks at the options.
func New(format string, o Text) Writer {
	switch format {
	case "text":
		return o
	case "json":
		return JSON{}
	case "sarif":
		return SARIF{}
	case "github":
		return GitHub{}
	case "rdjson":
		return RDJSON{}
	}
	return nil
}

// Sort puts findings in order and removes those that are there twice, as
// happens when a file belongs to a package and to its variant for a test.
func Sort(findings []Finding) []Finding {
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return cmp.Or(
			a.Start.compare(b.Start),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Message, b.Message),
			a.End.compare(b.End),
			cmp.Compare(a.Package, b.Package),
		)
	})
	return slices.CompactFunc(findings, func(a, b Finding) bool {
		return a.Start == b.Start && a.Rule == b.Rule && a.Message == b.Message
	})
}

func (p Position) compare(q Position) int {
	return cmp.Or(
		cmp.Compare(p.File, q.File),
		cmp.Compare(p.Line, q.Line),
		cmp.Compare(p.Column, q.Column),
	)
}
