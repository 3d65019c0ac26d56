package main

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// A label is a reader's verdict on one line.
type label struct {
	Repo, File, Rule string
	Line             int
	Fault            bool
}

func readLabels(file string) ([]label, error) {
	rows, err := readTable(file, []string{"repo", "commit", "file", "line", "rule", "verdict"})
	if err != nil {
		return nil, err
	}
	var labels []label
	for i, row := range rows {
		line, err := strconv.Atoi(row[3])
		if err != nil || line < 1 {
			return nil, fmt.Errorf("%s:%d: line %q is no number", file, i+2, row[3])
		}
		if row[5] != "fault" && row[5] != "trap" {
			return nil, fmt.Errorf("%s:%d: verdict %q; want fault or trap", file, i+2, row[5])
		}
		labels = append(labels, label{Repo: row[0], File: row[2], Line: line, Rule: row[4], Fault: row[5] == "fault"})
	}
	return labels, nil
}

// readTable reads a file of tab-separated columns that begins with a header.
func readTable(file string, header []string) ([][]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = '\t', true, -1
	rows, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %v", file, err)
	}
	if len(rows) == 0 || len(rows[0]) < len(header) || !slices.Equal(rows[0][:len(header)], header) {
		return nil, fmt.Errorf("%s: want a first line with %s", file, strings.Join(header, ", "))
	}
	for i, row := range rows {
		if len(row) < len(header) {
			return nil, fmt.Errorf("%s:%d: want %d columns, separated by tabs", file, i+1, len(header))
		}
	}
	return rows[1:], nil
}

// A report is one finding of toolvet.
type report struct {
	Repo, File, Rule, Message string
	Line                      int
}

var reportLine = regexp.MustCompile(`^(.+?):(\d+):\d+: (.*) \((\w+)\)$`)

func parseReport(line string) (report, bool) {
	m := reportLine.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
	if m == nil {
		return report{}, false
	}
	n, err := strconv.Atoi(m[2])
	return report{File: m[1], Line: n, Message: m[3], Rule: m[4]}, err == nil
}

func (r report) less(o report) bool {
	return cmp.Or(cmp.Compare(r.Repo, o.Repo), cmp.Compare(r.File, o.File), cmp.Compare(r.Line, o.Line), cmp.Compare(r.Rule, o.Rule), cmp.Compare(r.Message, o.Message)) < 0
}

func (r report) String() string {
	return fmt.Sprintf("%s %s:%d %s: %s", r.Repo, r.File, r.Line, r.Rule, r.Message)
}

var reportHeader = []string{"repo", "file", "line", "rule", "message"}

func writeReports(file string, reports []report) error {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Comma = '\t'
	w.Write(reportHeader)
	for _, r := range reports {
		w.Write([]string{r.Repo, r.File, strconv.Itoa(r.Line), r.Rule, r.Message})
	}
	w.Flush()
	return errors.Join(w.Error(), os.WriteFile(file, []byte(b.String()), 0o666))
}

func readReports(file string) ([]report, error) {
	rows, err := readTable(file, reportHeader)
	if err != nil {
		return nil, err
	}
	var out []report
	for i, row := range rows {
		line, err := strconv.Atoi(row[2])
		if err != nil {
			return nil, fmt.Errorf("%s:%d: line %q is no number", file, i+2, row[2])
		}
		out = append(out, report{Repo: row[0], File: row[1], Line: line, Rule: row[3], Message: row[4]})
	}
	return out, nil
}

// near is how many lines a report may be away from its label.
const near = 2

// A ruleScore is how one rule does.
type ruleScore struct {
	Rule           string
	Reports, Right int
	Faults, Found  int
	Wrong          []string // reports on a trap
	Missed         []string // faults without a report
	Unlabelled     []string // reports without a label
}

// Precision is the share of the labelled reports that are right, or -1.
func (s *ruleScore) Precision() float64 { return share(s.Right, s.Right+len(s.Wrong)) }

// Recall is the share of the labelled faults that are reported, or -1.
func (s *ruleScore) Recall() float64 { return share(s.Found, s.Faults) }

func share(n, of int) float64 {
	if of == 0 {
		return -1
	}
	return float64(n) / float64(of)
}

// score compares reports with labels, in the repositories that ran.
func score(labels []label, reports []report, ran map[string]bool) []*ruleScore {
	byRule := map[string]*ruleScore{}
	of := func(rule string) *ruleScore {
		if byRule[rule] == nil {
			byRule[rule] = &ruleScore{Rule: rule}
		}
		return byRule[rule]
	}
	type place struct{ repo, file, rule string }
	labelsAt := map[place][]label{}
	for _, l := range labels {
		labelsAt[place{l.Repo, l.File, l.Rule}] = append(labelsAt[place{l.Repo, l.File, l.Rule}], l)
	}
	reportsAt := map[place][]report{}
	for _, r := range reports {
		p := place{r.Repo, r.File, r.Rule}
		reportsAt[p] = append(reportsAt[p], r)
		s := of(r.Rule)
		s.Reports++
		switch l := nearest(labelsAt[p], r.Line); {
		case l == nil:
			s.Unlabelled = append(s.Unlabelled, r.String())
		case l.Fault:
			s.Right++
		default:
			s.Wrong = append(s.Wrong, r.String())
		}
	}
	for _, l := range labels {
		if !l.Fault || !ran[l.Repo] {
			continue
		}
		s := of(l.Rule)
		s.Faults++
		if slices.ContainsFunc(reportsAt[place{l.Repo, l.File, l.Rule}], func(r report) bool { return abs(r.Line-l.Line) <= near }) {
			s.Found++
		} else {
			s.Missed = append(s.Missed, fmt.Sprintf("%s %s:%d %s", l.Repo, l.File, l.Line, l.Rule))
		}
	}
	var out []*ruleScore
	for _, s := range byRule {
		out = append(out, s)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Rule < out[j].Rule })
	return out
}

// nearest is the label closest to a line, of those that are near enough.
func nearest(labels []label, line int) *label {
	var best *label
	for i := range labels {
		l := &labels[i]
		if d := abs(l.Line - line); d <= near && (best == nil || d < abs(best.Line-line)) {
			best = l
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

func printScores(w io.Writer, scores []*ruleScore) {
	fmt.Fprintf(w, "%-14s %8s %6s %6s %11s %7s %7s %10s %7s\n", "rule", "reports", "right", "wrong", "unlabelled", "faults", "missed", "precision", "recall")
	for _, s := range scores {
		fmt.Fprintf(w, "%-14s %8d %6d %6d %11d %7d %7d %10s %7s\n", s.Rule, s.Reports, s.Right, len(s.Wrong), len(s.Unlabelled), s.Faults, len(s.Missed), percent(s.Precision()), percent(s.Recall()))
	}
}

func percent(x float64) string {
	if x < 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", 100*x)
}

func list(w io.Writer, what string, scores []*ruleScore, of func(*ruleScore) []string) {
	for _, s := range scores {
		for _, line := range of(s) {
			fmt.Fprintf(w, "%s: %s\n", what, line)
		}
	}
}

// compare lists the reports that have come and gone, each as often as it has.
func compare(before, after []report) []string {
	count := map[report]int{}
	for _, r := range before {
		count[r]--
	}
	for _, r := range after {
		count[r]++
	}
	var keys []report
	for r := range count {
		keys = append(keys, r)
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i].less(keys[j]) })
	var out []string
	for _, r := range keys {
		for range abs(count[r]) {
			sign := "+ "
			if count[r] < 0 {
				sign = "- "
			}
			out = append(out, sign+r.String())
		}
	}
	return out
}
