package driver

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/toolvet/toolvet/internal/report"
)

// An action is one analyzer on one package.
type action struct {
	analyzer *analysis.Analyzer
	pkg      *pkg

	result   any
	skipped  bool // the package, or an analyzer it needs, failed
	facts    facts
	findings []report.Finding
	bugs     []Bug
}

// exec runs the analyzer, after everything that it needs.
func (act *action) exec() {
	if act.pkg.load.run.ctx.Err() != nil {
		act.skipped = true
		return
	}
	if len(act.pkg.errs) > 0 && !act.analyzer.RunDespiteErrors || act.pkg.types == nil {
		act.skipped = true
		return
	}
	inputs := map[*analysis.Analyzer]any{}
	for _, req := range act.analyzer.Requires {
		in := act.pkg.actions[req]
		if in == nil || in.skipped {
			act.skipped = true
			return
		}
		inputs[req] = in.result
	}
	pass := act.pass(inputs)
	result, err := act.call(pass)
	if err == nil && reflect.TypeOf(result) != act.analyzer.ResultType {
		err = fmt.Errorf("it returned a %T, not a %v", result, act.analyzer.ResultType)
	}
	if err != nil {
		act.skipped = true
		var p *panicError
		if errors.As(err, &p) {
			act.bug(p.pos, p.Error(), p.where)
		} else {
			act.bug(token.NoPos, oneLine(err.Error()), "")
		}
		return
	}
	act.result = result
}

func (act *action) pass(inputs map[*analysis.Analyzer]any) *analysis.Pass {
	p, r := act.pkg, act.pkg.load.run
	module := p.Module
	if module == nil {
		module = new(analysis.Module)
	}
	var typeErrors []types.Error
	for _, err := range p.errs {
		if e, ok := err.(types.Error); ok {
			typeErrors = append(typeErrors, e)
		}
	}
	pass := &analysis.Pass{
		Analyzer:   act.analyzer,
		Fset:       r.fset,
		Files:      p.files,
		Pkg:        p.types,
		TypesInfo:  p.info,
		TypesSizes: types.SizesFor("gc", r.GOARCH),
		TypeErrors: typeErrors,
		Module:     module,
		ResultOf:   inputs,
		Report:     act.report,
	}
	pass.ReadFile = func(name string) ([]byte, error) {
		for _, f := range pass.Files {
			if pass.Fset.File(f.FileStart).Name() == name {
				return r.ReadFile(name)
			}
		}
		return nil, fmt.Errorf("%s is not a file of package %s", name, p.path())
	}
	act.addFacts(pass)
	return pass
}

// call runs the analyzer and turns a panic into an error.
func (act *action) call(pass *analysis.Pass) (result any, err error) {
	defer func() {
		if v := recover(); v != nil {
			p := &panicError{value: v, where: panicSite()}
			if at, ok := v.(interface{ Pos() token.Pos }); ok {
				p.pos = at.Pos()
			}
			err = p
		}
	}()
	return act.analyzer.Run(pass)
}

// A panicError is a panic of an analyzer.
type panicError struct {
	value any
	pos   token.Pos
	where string
}

func (p *panicError) Error() string {
	return "panic: " + oneLine(fmt.Sprint(p.value))
}

// panicSite is the place in the code that panicked.
func panicSite() string {
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(2, pc)])
	panicked := false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicked = true
		case panicked && !strings.HasPrefix(f.Function, "runtime."):
			return fmt.Sprintf("%s (%s:%d)", f.Function, f.File[strings.LastIndex(f.File, "/")+1:], f.Line)
		}
		if !more {
			return ""
		}
	}
}

func (act *action) bug(pos token.Pos, message, where string) {
	act.bugs = append(act.bugs, Bug{
		Analyzer: act.analyzer.Name,
		Package:  act.pkg.ImportPath,
		Pos:      act.pkg.load.run.position(pos),
		Message:  message,
		Where:    where,
	})
}

// report resolves a diagnostic.
func (act *action) report(d analysis.Diagnostic) {
	r := act.pkg.load.run
	f := report.Finding{
		Rule:     act.analyzer.Name,
		Category: d.Category,
		Message:  d.Message,
		Tool:     report.ToolIn(d.Message),
		URL:      diagnosticURL(act.analyzer, d),
		Package:  act.pkg.ImportPath,
		Start:    r.position(d.Pos),
		End:      r.position(or(d.End, d.Pos)),
	}
	for _, rel := range d.Related {
		f.Related = append(f.Related, report.Related{
			Message: rel.Message,
			Start:   r.position(rel.Pos),
			End:     r.position(or(rel.End, rel.Pos)),
		})
	}
	for _, fix := range d.SuggestedFixes {
		edits, err := r.edits(fix)
		if err != nil {
			act.bug(d.Pos, fmt.Sprintf("the fix %q is not valid: %v", fix.Message, err), "")
			continue
		}
		if edits != nil {
			f.Fixes = append(f.Fixes, report.Fix{Message: fix.Message, Edits: edits})
		}
	}
	act.findings = append(act.findings, f)
}

// edits resolves the edits of a fix. There are none for a file that the user
// did not write, such as one that cgo made.
func (r *run) edits(fix analysis.SuggestedFix) ([]report.Edit, error) {
	var edits []report.Edit
	for _, e := range fix.TextEdits {
		file, end := r.fset.File(e.Pos), or(e.End, e.Pos)
		switch {
		case file == nil:
			return nil, errors.New("an edit has no position")
		case end < e.Pos || int(end) > file.Base()+file.Size():
			return nil, fmt.Errorf("an edit at %s has no valid end", r.fset.Position(e.Pos))
		}
		start := r.position(e.Pos)
		if start.File != file.Name() {
			return nil, nil
		}
		edits = append(edits, report.Edit{
			Start: start,
			End:   r.position(end),
			From:  file.Offset(e.Pos),
			To:    file.Offset(end),
			New:   string(e.NewText),
		})
	}
	slices.SortStableFunc(edits, func(a, b report.Edit) int {
		if c := strings.Compare(a.Start.File, b.Start.File); c != 0 {
			return c
		}
		return a.From - b.From
	})
	for i := 1; i < len(edits); i++ {
		if edits[i].Start.File == edits[i-1].Start.File && edits[i].From < edits[i-1].To {
			return nil, fmt.Errorf("edits overlap at %s", edits[i].Start)
		}
	}
	return edits, nil
}

func or(pos, otherwise token.Pos) token.Pos {
	if pos.IsValid() {
		return pos
	}
	return otherwise
}
