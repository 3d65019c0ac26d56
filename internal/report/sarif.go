package report

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path"
)

// SARIF writes the Static Analysis Results Interchange Format, version 2.1.0,
// for GitHub code scanning and editors.
type SARIF struct{}

func (SARIF) Write(w io.Writer, r *Report) error {
	run := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name: "toolvet", Version: r.Version, InformationURI: Home, Rules: []sarifRule{},
		}},
		ColumnKind:        "utf16CodeUnits",
		AutomationDetails: sarifID{"toolvet/"},
		Results:           []sarifResult{},
	}
	index := map[string]int{}
	for _, rule := range r.rules() {
		index[rule.Name] = len(run.Tool.Driver.Rules)
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, newSARIFRule(rule))
	}
	seen := map[Key]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		res := sarifResult{
			RuleID: f.Rule, RuleIndex: index[f.Rule], Level: f.Severity.String(),
			Message:   sarifText{Text: f.Message},
			Locations: []sarifLocation{},
		}
		if f.Start.File != "" {
			res.Locations = append(res.Locations, sarifLocation{Physical: r.sarifPlace(f.Start, f.End)})
		}
		key := r.Key(f, r.root())
		seen[key]++
		res.Fingerprints = map[string]string{
			// The name is the one that GitHub reads.
			"primaryLocationLineHash": fmt.Sprintf("%s:%d", key.Hash(), seen[key]),
		}
		for n, rel := range f.Related {
			res.Related = append(res.Related, sarifLocation{ID: n + 1, Physical: r.sarifPlace(rel.Start, rel.End), Message: &sarifText{Text: rel.Message}})
		}
		for _, fix := range f.Fixes {
			res.Fixes = append(res.Fixes, r.sarifFix(fix))
		}
		run.Results = append(run.Results, res)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	})
}

// rules are those of the report, and those of its findings that it does not
// describe.
func (r *Report) rules() []Rule {
	list := r.Rules[:len(r.Rules):len(r.Rules)]
	known := map[string]bool{}
	for _, rule := range list {
		known[rule.Name] = true
	}
	for _, f := range r.Findings {
		if !known[f.Rule] {
			known[f.Rule] = true
			list = append(list, Rule{Name: f.Rule, Summary: f.Rule, URL: f.URL})
		}
	}
	return list
}

func newSARIFRule(rule Rule) sarifRule {
	text := rule.Text
	if text == "" {
		text = rule.Summary
	}
	out := sarifRule{
		ID: rule.Name, HelpURI: rule.URL,
		Short:   sarifText{Text: shorten(rule.Summary, 1024)},
		Full:    sarifText{Text: shorten(rule.Summary, 1024)},
		Help:    sarifText{Text: text, Markdown: rule.Markdown},
		Default: sarifLevel{rule.Severity.String()},
	}
	problem := rule.Severity.String()
	if rule.Severity == Note {
		problem = "recommendation"
	}
	out.Properties = map[string]any{"problem.severity": problem, "tags": []string{"maintainability", "mcp"}}
	if rule.Precision != "" {
		out.Properties["precision"] = rule.Precision
	}
	return out
}

// shorten keeps to a limit, in characters.
func shorten(text string, limit int) string {
	if r := []rune(text); len(r) > limit {
		return string(r[:limit-1]) + "…"
	}
	return text
}

func (r *Report) sarifPlace(start, end Position) sarifPhysical {
	p := sarifPhysical{Artifact: r.sarifFile(start.File)}
	if start.Line > 0 {
		p.Region = r.sarifRegion(start, end)
	}
	return p
}

func (r *Report) sarifRegion(start, end Position) *sarifRegion {
	region := &sarifRegion{StartLine: start.Line, StartColumn: r.column16(start)}
	if end.File == start.File && end.compare(start) >= 0 {
		region.EndLine, region.EndColumn = end.Line, r.column16(end)
	}
	return region
}

func (r *Report) sarifFile(file string) sarifArtifact {
	name := r.rooted(file)
	u := url.URL{Path: name}
	if path.IsAbs(name) {
		u.Scheme = "file"
		return sarifArtifact{URI: u.String()}
	}
	return sarifArtifact{URI: u.String(), Base: "%SRCROOT%"}
}

func (r *Report) sarifFix(fix Fix) sarifFix {
	out := sarifFix{Description: sarifText{Text: fix.Message}}
	for _, e := range fix.Edits {
		file := r.sarifFile(e.Start.File)
		if n := len(out.Changes); n == 0 || out.Changes[n-1].Artifact != file {
			out.Changes = append(out.Changes, sarifChange{Artifact: file})
		}
		c := &out.Changes[len(out.Changes)-1]
		rep := sarifReplacement{Deleted: *r.sarifRegion(e.Start, e.End)}
		if e.New != "" {
			rep.Inserted = &sarifText{Text: e.New}
		}
		c.Replacements = append(c.Replacements, rep)
	}
	return out
}

// The parts of the format that are written.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool              sarifTool     `json:"tool"`
		ColumnKind        string        `json:"columnKind"`
		AutomationDetails sarifID       `json:"automationDetails"`
		Results           []sarifResult `json:"results"`
	}
	sarifID struct {
		ID string `json:"id"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID         string         `json:"id"`
		Short      sarifText      `json:"shortDescription"`
		Full       sarifText      `json:"fullDescription"`
		Help       sarifText      `json:"help"`
		HelpURI    string         `json:"helpUri,omitempty"`
		Default    sarifLevel     `json:"defaultConfiguration"`
		Properties map[string]any `json:"properties"`
	}
	sarifText struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifLevel struct {
		Level string `json:"level"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
		Fixes        []sarifFix        `json:"fixes,omitempty"`
	}
	sarifLocation struct {
		ID       int           `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI  string `json:"uri"`
		Base string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"`
		Inserted *sarifText  `json:"insertedContent,omitempty"`
	}
)
