package outcome

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// convey tells how an exit answers, and judges it.
func (j *judge) convey(x *Exit) {
	err := x.Err
	if err == nil || j.noError(err) || j.provenNil(x.Paths, err) {
		err = j.carriedError(x.Result)
	}
	if err == nil {
		j.conveyResult(x)
		return
	}
	x.Err = err
	x.Convey = j.errConvey(err)
	x.Maybe = j.comesFromElsewhere(err) && !saysNotNil(x.Paths, err)
	x.Verdict = j.verdict(x.Paths, err, 0)
	x.Message = &Message{Parts: j.possible(j.errText(err, x.Pos, 0), x.Paths), Known: true}
	if x.Convey == ConveyToolError {
		x.Level = j.errLevel(err)
	}
}

// noError reports whether an error result is nil for all practical purposes:
// the constant, or that of an SDK's constructor of results.
func (j *judge) noError(err *flow.Term) bool {
	if err.IsNil() {
		return true
	}
	call := err.CallOf()
	return call != nil && j.results[call.Str] != nil && !j.results[call.Str].IsError
}

// NoError reports whether an error result is nil for all practical purposes.
func (r *Result) NoError(err *flow.Term) bool { return r.judge.noError(err) }

// SurelyError reports whether a result of an exit is certainly an error: made
// here, or tested before.
func (r *Result) SurelyError(x *flow.Exit, i int) bool {
	t := x.Results[i]
	switch t.Op {
	case flow.Struct, flow.Global:
		return true
	case flow.Call:
		if t.Str == "errors.New" || t.Str == "fmt.Errorf" {
			return true
		}
	}
	for _, p := range x.Paths {
		tested := false
		for _, c := range p {
			if e, isNil := nilTest(c); e != nil && !isNil && flow.Equal(e, t) {
				tested = true
			}
		}
		if !tested {
			return false
		}
	}
	return len(x.Paths) > 0
}

// errConvey is the way in which an error answers.
func (j *judge) errConvey(err *flow.Term) Convey {
	cases := j.errCases(err)
	if len(cases) == 0 {
		return ConveyUnknown
	}
	tool, protocol := true, true
	for _, c := range cases {
		tool = tool && c.kind == errTool
		protocol = protocol && c.kind == errProtocol
	}
	switch {
	case tool:
		return ConveyToolError
	case protocol:
		return ConveyProtocol
	}
	return ConveyError
}

// carriedError is the error in a field of a result of the program's own, or nil.
func (j *judge) carriedError(res *flow.Term) *flow.Term {
	if res == nil || res.Type() != nil && registry.IsToolResult(j.f.SDKs, res.Type()) {
		return nil
	}
	t := j.f.Reduce(res)
	if t.Op != flow.Struct {
		return nil
	}
	for i, a := range t.Args {
		if t.Keys[i] == "" || a.IsNil() || a.Op == flow.Const {
			continue
		}
		if isErrorTerm(a) || a.Type() != nil && a.Op == flow.Call && flow.IsError(a.Type()) {
			return a
		}
	}
	return nil
}

// conveyResult judges an exit that returns no error.
func (j *judge) conveyResult(x *Exit) {
	x.Convey = ConveyResult
	info := j.resultInfo(x.Result, x.Pos)
	if !info.isError && !info.known {
		info.parts, info.known = j.plainText(x)
	}
	info.parts = j.possible(info.parts, x.Paths)
	if info.isError {
		x.Convey = ConveyErrResult
		x.Message = &Message{Parts: info.parts, Known: info.known}
		x.Verdict = j.verdict(x.Paths, nil, 0)
		return
	}
	if info.known {
		x.Message = &Message{Parts: info.parts, Known: true}
	}
	// A success on the way of an error has a verdict too: it hides it.
	v := j.verdict(x.Paths, nil, 0)
	if v.Err != nil || v.Class != 0 {
		x.Verdict = v
	}
}

// plainText is the answer of a handler that returns text, as its result or as
// the structured output beside none.
func (j *judge) plainText(x *Exit) ([]Part, bool) {
	t := x.Result
	if t == nil || t.IsNil() {
		t = x.Output
	}
	if t == nil || t.Type() == nil {
		return nil, false
	}
	if b, ok := t.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsString == 0 {
		return nil, false
	}
	return j.text(t, x.Pos, 0), true
}

// possible leaves out the text of errors that are nil on every way.
func (j *judge) possible(parts []Part, paths []flow.Path) []Part {
	return slices.DeleteFunc(slices.Clone(parts), func(p Part) bool {
		return p.Prov == Foreign && p.Term != nil && j.provenNil(paths, p.Term)
	})
}

// A resultInfo is what is known of a tool result.
type resultInfo struct {
	isError bool
	maybe   bool // the error flag is not constant
	known   bool // the text is known
	parts   []Part
	pos     token.Pos // where it becomes an error result
}

// resultInfo takes a tool result apart.
func (j *judge) resultInfo(t *flow.Term, at token.Pos) resultInfo {
	if t == nil || t.IsNil() {
		return resultInfo{}
	}
	switch t.Op {
	case flow.Call, flow.Extract:
		call := t.CallOf()
		if f := j.results[call.Str]; f != nil {
			return j.builtResult(f, call, at)
		}
	case flow.Struct:
		return j.literalResult(t, at)
	}
	return resultInfo{}
}

// builtResult is a result made by one of an SDK's constructors.
func (j *judge) builtResult(f *sdk.ResultFunc, call *flow.Term, at token.Pos) resultInfo {
	info := resultInfo{isError: f.IsError, pos: j.posHere(call, at)}
	at = info.pos
	if f.Text >= 0 && f.Text < len(call.Args) {
		info.known = true
		if f.Format {
			info.parts = j.formatText(call, f.Text, at, 0)
		} else {
			info.parts = j.text(call.Args[f.Text], at, 0)
		}
	}
	if f.Err >= 0 && f.Err < len(call.Args) && !call.Args[f.Err].IsNil() {
		info.parts = append(info.parts, Part{Prov: Literal, Text: ": ", Pos: at})
		text := j.errText(call.Args[f.Err], at, 0)
		if j.madeAway(call) {
			text = away(text)
		}
		info.parts = append(info.parts, text...)
	}
	return info
}

// literalResult is a result built as a literal.
func (j *judge) literalResult(t *flow.Term, at token.Pos) resultInfo {
	info := resultInfo{pos: j.posHere(t, at)}
	x := resultSDK(j.f.SDKs, t)
	if x == nil {
		return info
	}
	if v := t.Get(x.ErrorField); v != nil && x.ErrorField != "" {
		if b, ok := v.Bool(); ok {
			info.isError = b
		} else if b := boolPointer(v); b != nil {
			info.isError = *b
		} else {
			info.maybe = true
		}
	}
	if set, at := j.setterOn(t); set != nil {
		info.isError = true
		info.pos = at
		if t.Get("Content") == nil && set.Err >= 0 {
			if e := j.setterError(t, set); e != nil {
				info.known = true
				info.parts = j.errText(e, at, 0)
			}
		}
	}
	for _, key := range []string{"Content", "Text"} {
		c := t.Get(key)
		if c == nil {
			continue
		}
		if parts, ok := j.contentText(c, info.pos, 0); ok {
			info.known = true
			info.parts = append(info.parts, parts...)
		}
	}
	return info
}

func boolPointer(t *flow.Term) *bool {
	if t.Op == flow.Call && len(t.Args) == 1 {
		if b, ok := t.Args[0].Bool(); ok {
			return &b
		}
	}
	return nil
}

func resultSDK(sdks *sdk.Table, t *flow.Term) *sdk.SDK {
	id := strings.TrimLeft(t.TypeName(), "*")
	for _, x := range sdks.All {
		if x.ResultType == id {
			return x
		}
	}
	return nil
}

// contentText is the text of a list of content blocks.
func (j *judge) contentText(t *flow.Term, at token.Pos, depth int) ([]Part, bool) {
	if depth > 6 {
		return nil, false
	}
	switch t.Op {
	case flow.List:
		var out []Part
		ok := false
		for i, a := range t.Args {
			parts, isText := j.contentText(a, at, depth+1)
			if isText {
				if ok && i > 0 {
					out = append(out, Part{Prov: Literal, Text: "\n"})
				}
				out = append(out, parts...)
				ok = true
			}
		}
		return out, ok
	case flow.Struct:
		f := j.textTypes[strings.TrimLeft(t.TypeName(), "*")]
		if f == nil {
			return nil, false
		}
		if v := t.Get(f.Field); v != nil {
			return j.text(v, j.posHere(t, at), depth+1), true
		}
	case flow.Call:
		if f := j.texts[t.Str]; f != nil && f.Arg < len(t.Args) {
			return j.text(t.Args[f.Arg], j.posHere(t, at), depth+1), true
		}
		if r := j.f.Reduce(t); r != t {
			return j.contentText(r, at, depth+1)
		}
	case flow.Const:
		if s, ok := t.Text(); ok {
			return []Part{{Prov: Literal, Text: s, Pos: at}}, true
		}
	}
	return nil, false
}

// setterOn finds a call that turns the result built at a literal into an error
// result.
func (j *judge) setterOn(t *flow.Term) (*sdk.ResultFunc, token.Pos) {
	set, call := j.setterCall(t)
	if set == nil {
		return nil, token.NoPos
	}
	return set, call.Pos()
}

func (j *judge) setterCall(t *flow.Term) (*sdk.ResultFunc, ssa.CallInstruction) {
	v := t.Value()
	if v == nil || v.Referrers() == nil {
		return nil, nil
	}
	for _, ref := range *v.Referrers() {
		c, ok := ref.(ssa.CallInstruction)
		if !ok {
			continue
		}
		callee := c.Common().StaticCallee()
		if callee == nil {
			continue
		}
		if f := j.setters[flow.FuncID(callee)]; f != nil && f.Result < len(c.Common().Args) && c.Common().Args[f.Result] == v {
			return f, c
		}
	}
	return nil, nil
}

func (j *judge) setterError(t *flow.Term, set *sdk.ResultFunc) *flow.Term {
	_, call := j.setterCall(t)
	if call == nil || set.Err >= len(call.Common().Args) {
		return nil
	}
	return j.f.Eval(call.Common().Args[set.Err])
}
