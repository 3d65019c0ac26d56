package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// GitHub writes annotations for GitHub Actions. Only the first ten of each
// level are shown for a step, so the worst come first, and what would be lost is
// written as text.
type GitHub struct{}

// shownPerLevel is how many annotations of a level GitHub shows. The last line
// needs one of the notices.
const shownPerLevel = 10

func (GitHub) Write(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	order := make([]*Finding, len(r.Findings))
	for i := range r.Findings {
		order[i] = &r.Findings[i]
	}
	slices.SortStableFunc(order, func(a, b *Finding) int {
		return cmp.Or(cmp.Compare(a.Severity.rank(), b.Severity.rank()), cmp.Compare(r.importance(a), r.importance(b)))
	})
	left := map[Severity]int{Error: shownPerLevel, Warning: shownPerLevel, Note: shownPerLevel - 1}
	var rest []*Finding
	for _, f := range order {
		if left[f.Severity] == 0 {
			rest = append(rest, f)
			continue
		}
		left[f.Severity]--
		fmt.Fprintln(out, r.annotation(f))
	}
	for _, f := range rest {
		fmt.Fprintf(out, "%s: %s (%s)\n", r.Position(f.Start), f.Message, f.Rule)
	}
	last := fmt.Sprintf("toolvet: %s", count(len(order), "finding"))
	if len(rest) > 0 {
		last = fmt.Sprintf("::notice title=toolvet::%s, of which %d are shown as annotations; the log of this step has the others", count(len(order), "finding"), len(order)-len(rest))
	}
	fmt.Fprintln(out, last)
	return out.Flush()
}

// annotation is a workflow command.
func (r *Report) annotation(f *Finding) string {
	level := f.Severity.String()
	if f.Severity == Note {
		level = "notice"
	}
	var props []string
	add := func(name string, value any) {
		props = append(props, name+"="+escapeProperty(fmt.Sprint(value)))
	}
	if f.Start.File != "" {
		add("file", r.rooted(f.Start.File))
	}
	if f.Start.Line > 0 {
		add("line", f.Start.Line)
		end := f.End
		if end.File != f.Start.File || end.compare(f.Start) < 0 {
			end = f.Start
		}
		add("endLine", end.Line)
		if end.Line == f.Start.Line { // columns are refused otherwise
			add("col", r.column16(f.Start))
			add("endColumn", r.column16(end))
		}
	}
	add("title", "toolvet "+f.Rule)
	return "::" + level + " " + strings.Join(props, ",") + "::" + escapeData(f.Message+" ("+f.Rule+")")
}

func escapeData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func escapeProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}

// importance orders findings of the same severity: by their rule, in the order
// of the suite, which has the core rules first.
func (r *Report) importance(f *Finding) int {
	for i, rule := range r.Rules {
		if rule.Name == f.Rule {
			return i
		}
	}
	return len(r.Rules)
}

// rank orders severities, the worst first.
func (s Severity) rank() int { return [...]int{Warning: 1, Error: 0, Note: 2}[s] }

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
