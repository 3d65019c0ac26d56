package driver

import (
	"errors"
	"fmt"
	"go/scanner"
	"go/types"
	"strconv"
	"strings"

	"github.com/toolvet/toolvet/internal/report"
)

// checkPatterns finds out whether there is anything to analyse. Its errors
// name what is wrong with the patterns, and what to do.
func checkPatterns(pkgs []*listed, nowhere func() bool, patterns []string) error {
	matched := 0
	for _, p := range pkgs {
		if p.DepOnly {
			continue
		}
		matched++
		if !p.missing() || p.Name != "" {
			continue // if it has an error, the rest is analysed
		}
		text := oneLine(p.Error.Err)
		switch {
		case (strings.Contains(text, "main module") || strings.Contains(text, "go.mod")) && nowhere():
			return fmt.Errorf("%s is not in a Go module: run toolvet inside one, or name it with -C", pattern(p, patterns))
		case strings.Contains(text, "build constraints exclude all Go files"):
			return fmt.Errorf("%s; set them with -tags, GOOS or GOARCH", text)
		case strings.Contains(text, "malformed import path"):
			return fmt.Errorf("%s; flags come before packages", text)
		case strings.Contains(text, p.ImportPath):
			return errors.New(text)
		}
		return fmt.Errorf("%s: %s", pattern(p, patterns), text)
	}
	if matched == 0 {
		return fmt.Errorf("%s matches no packages: check the pattern, or the folder with -C", strings.Join(quoted(patterns), " "))
	}
	return nil
}

// pattern is the pattern that an entry without a package stands for.
func pattern(p *listed, patterns []string) string {
	if len(patterns) == 1 {
		return patterns[0]
	}
	return p.ImportPath
}

func quoted(patterns []string) []string {
	if len(patterns) == 0 {
		return []string{"."}
	}
	q := make([]string, len(patterns))
	for i, p := range patterns {
		q[i] = p
		if strings.ContainsAny(p, " \t\"'") || p == "" {
			q[i] = strconv.Quote(p)
		}
	}
	return q
}

// problems lists the packages that were not analysed, or not in full. Every
// one is named once, with its first error.
func (r *run) problems() []Problem {
	var problems []Problem
	for _, u := range r.graph.units {
		p := r.loaded(u)
		switch {
		case p != nil && len(p.errs) > 0:
			if !p.full && u.missing() {
				continue // those that import it say so
			}
			problem := Problem{Package: u.ImportPath, Dep: !p.full && !u.analysed, More: len(p.errs) - 1}
			problem.Pos, problem.Message = r.describe(p.errs[0])
			problem.Message = "does not compile: " + problem.Message
			problems = append(problems, problem)
		case p != nil && u.approx != "":
			problems = append(problems, Problem{Package: u.ImportPath, Message: "is not known in full: " + u.approx})
		case p == nil && !u.analysed && r.graph.reported[u]:
			if err := u.listError(); err != nil {
				problem := Problem{Package: u.ImportPath}
				problem.Pos, problem.Message = r.describe(err)
				problem.Message = "cannot be loaded: " + problem.Message
				problems = append(problems, problem)
			}
		}
	}
	return problems
}

// loaded is a package as it was loaded, of several times one that found what is
// wrong with it; or nil.
func (r *run) loaded(u *unit) (found *pkg) {
	for _, l := range r.loads {
		if p := l.pkgs[u]; p != nil && (found == nil || len(p.errs) > 0) {
			found = p
		}
	}
	return found
}

// listError is what the go command says against a package that is not loaded:
// it might have had tools.
func (u *unit) listError() error {
	if u.Error != nil {
		return u.Error.problem(u.Dir)
	}
	for _, dep := range u.deps {
		if dep.missing() {
			return dep.Error.problem(u.Dir)
		}
	}
	return nil
}

// describe splits an error into its position and the rest.
func (r *run) describe(err error) (report.Position, string) {
	switch err := err.(type) {
	case types.Error:
		return r.position(err.Pos), oneLine(err.Msg)
	case scanner.ErrorList:
		if len(err) > 0 {
			p := err[0].Pos
			return report.Position{File: p.Filename, Line: p.Line, Column: p.Column}, oneLine(err[0].Msg)
		}
	case *positionedError:
		return err.pos, err.msg
	}
	return report.Position{}, oneLine(err.Error())
}

// A positionedError is an error of the go command at a place in a file.
type positionedError struct {
	pos report.Position
	msg string
}

func (e *positionedError) Error() string { return e.pos.String() + ": " + e.msg }

// problem is the error of a package as the go command found it. dir is the
// folder of the file it names.
func (e *listError) problem(dir string) error {
	text := oneLine(e.Err)
	if text == "import cycle not allowed" && len(e.ImportStack) > 0 {
		text += ": " + strings.Join(e.ImportStack, " -> ")
	}
	pos, ok := parsePosition(e.Pos, dir)
	if !ok {
		return errors.New(text)
	}
	return &positionedError{pos, text}
}
