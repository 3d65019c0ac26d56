package internals

import (
	_ "embed"
	"go/ast"
	"go/token"
	"sort"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/repair"
	"github.com/toolvet/toolvet/analyzer/rule"
)

//go:embed doc.go
var doc string

// New is the analyzer.
func New(outcomes *analysis.Analyzer, tests bool) *analysis.Analyzer {
	return rule.New("internals", doc, outcomes, tests, run)
}

// A leak is a place where something internal becomes part of a message.
type leak struct {
	pos   token.Pos
	what  string
	names map[string]bool
}

func run(pass *rule.Pass) {
	leaks := map[token.Pos]*leak{}
	add := func(pos token.Pos, what, name string) {
		l := leaks[pos]
		if l == nil {
			l = &leak{pos: pos, what: what, names: map[string]bool{}}
			leaks[pos] = l
		}
		l.names[name] = true
	}
	envs := pass.Registry.EnvNames()
	for _, t := range pass.Outcome.Targets {
		for _, x := range pass.Outcome.Exits(t) {
			reaches, raw := arrives(pass.Outcome.Fate(t), x)
			if !reaches || x.Message == nil {
				continue
			}
			for _, p := range x.Message.Parts {
				pos := p.Pos
				if !pos.IsValid() {
					pos = x.Pos
				}
				if what := describe(p); what != "" && (raw || !fromElsewhere(p.Prov)) {
					if p.Away || p.Prov == outcome.Foreign && passedSentinel(x, p) {
						continue
					}
					add(pos, what, t.Label())
				}
			}
			for _, f := range literal(x.Message, envs) {
				add(written(pass, x, f), f.what, t.Label())
			}
		}
	}
	shown(pass, leaks, add)
	var order []*leak
	for _, l := range leaks {
		order = append(order, l)
	}
	sort.Slice(order, func(i, j int) bool { return order[i].pos < order[j].pos })
	for _, l := range order {
		names := make([]string, 0, len(l.names))
		for n := range l.names {
			names = append(names, n)
		}
		sort.Strings(names)
		pass.Report(l.pos, repair.Cause(pass, l.pos), "%s: the model reads %s; leave it out of the message and put it into the log record", rule.Tools(names), l.what)
	}
	wrappers(pass)
	recovered(pass, envs)
	helpers(pass)
}

// shown adds the texts of errors that are part of an answer in another way than
// as its message: items of a list, fields of an output, lines of a report.
func shown(pass *rule.Pass, leaks map[token.Pos]*leak, add func(pos token.Pos, what, name string)) {
	taken := map[string]bool{}
	for pos := range leaks {
		taken[line(pass, pos)] = true
	}
	for _, s := range pass.Outcome.Shown() {
		if f := pass.Outcome.Reach.Of(s.Fn); f != nil && !taken[line(pass, s.Part.Pos)] {
			for _, name := range f.Names() {
				add(s.Part.Pos, describe(s.Part), name)
			}
		}
	}
}

func line(pass *rule.Pass, pos token.Pos) string {
	p := pass.Fset.Position(pos)
	return p.Filename + ":" + strconv.Itoa(p.Line)
}

// helpers reports functions that build error results for the handlers of other
// packages from whatever error they are given.
func helpers(pass *rule.Pass) {
	for _, fn := range pass.Flow.Funcs {
		if fn.Parent() != nil || !ast.IsExported(fn.Name()) || pass.Registry.Wrapper(flow.FuncID(fn)) != nil {
			continue
		}
		for _, p := range pass.Outcome.ForwardedErrors(fn) {
			pass.Report(p.Pos, nil, "%s puts the raw text of whatever error it is given into an error result; leave it out of the message and put it into the log record", fn.Name())
		}
	}
}

// arrives reports whether an exit's message reaches the model, and whether the
// raw text of errors in it is this exit's to answer for: where a wrapper of the
// program's own forwards all of it, the wrapper is.
func arrives(f outcome.Fate, x *outcome.Exit) (reaches, raw bool) {
	switch x.Convey {
	case outcome.ConveyErrResult, outcome.ConveyToolError:
		return true, true
	case outcome.ConveyResult:
		return x.Verdict.Err != nil || x.Verdict.Class != 0, true
	case outcome.ConveyError:
		if f.Masked || !f.Known && f.Flattener == nil || !f.Verbatim {
			return false, false
		}
		return true, f.Flattener == nil || f.Flattener.SDK && !f.Beneath
	}
	return false, false
}

// fromElsewhere reports whether text of a kind is what another server or
// library said: whoever forwards all of it answers for it.
func fromElsewhere(p outcome.Prov) bool {
	return p == outcome.Foreign || p == outcome.BodyText || p == outcome.OutputText
}

// passedSentinel reports whether all that is shown is the constant text of a
// package-level error that is passed on as it is.
func passedSentinel(x *outcome.Exit, p outcome.Part) bool {
	return x.Convey == outcome.ConveyError && len(x.Message.Parts) == 1 && p.Sentinel
}

// describe says what a part shows of the server, or "" if it shows nothing.
func describe(p outcome.Part) string {
	switch p.Prov {
	case outcome.Foreign:
		if p.Name != "" && p.Name != "another function" {
			return "the raw error text of " + p.Name
		}
		return "raw error text"
	case outcome.EnvValue:
		return "the value of environment variable " + p.Name
	case outcome.HostPath:
		return "a path on the server"
	case outcome.Address:
		return "an address behind the server"
	case outcome.Secret:
		return "the secret " + p.Name
	case outcome.TypeName:
		return "a Go type"
	case outcome.StackText:
		return "a stack"
	case outcome.PanicText:
		return "the value of a panic"
	case outcome.BodyText:
		return "the body of another server's answer"
	case outcome.OutputText:
		return "the output of a command"
	}
	return ""
}

// wrappers reports the wrappers of this package that forward the text of any
// error, or of a panic.
func wrappers(pass *rule.Pass) {
	lines := map[string]bool{}
	for _, fn := range pass.Flow.Funcs {
		w := pass.Registry.Wrapper(flow.FuncID(fn))
		if w == nil || w.SDK {
			continue
		}
		if w.Flattens && !w.Masks && w.RawPos.IsValid() && pass.Registry.Raw(w) {
			if line := pass.Fset.Position(w.RawPos); lines[line.Filename+strconv.Itoa(line.Line)] {
				continue // of a handler in two shapes, the same text
			} else {
				lines[line.Filename+strconv.Itoa(line.Line)] = true
			}
			pass.Report(w.RawPos, nil, "the model reads the raw text of whatever error the handlers behind this return; answer with a fixed text and log the error")
		}
	}
}

// recovered reports what functions in a handler's reach, and wrappers, answer
// with after a panic.
func recovered(pass *rule.Pass, envs map[string]bool) {
	for _, fn := range pass.Flow.Funcs {
		if pass.Outcome.Reach.Of(fn) == nil && pass.Registry.Wrapper(flow.FuncID(fn)) == nil {
			continue
		}
		for _, m := range pass.Outcome.RecoveredTexts(fn) {
			for _, p := range m.Parts {
				if what := describe(p); p.Prov == outcome.PanicText || p.Prov == outcome.StackText {
					pass.Report(p.Pos, nil, "the model reads %s when a handler behind this panics; answer with a fixed text and log it", what)
				}
			}
			for _, f := range literal(&m, envs) {
				pass.Report(f.pos, nil, "the model reads %s when a handler behind this panics; answer with a fixed text and log it", f.what)
			}
		}
	}
}
