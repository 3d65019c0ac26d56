package registry

import (
	"slices"
	"strings"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

const maxFollow = 5 // calls followed for what one condition means

// relevant are the paths that a failed tool call can take. No paths means that
// nothing is known, or that none is left.
func (m *masking) relevant(paths []flow.Path) []flow.Path {
	var out []flow.Path
	for _, p := range paths {
		if !m.saysNil(p, 0) && !m.otherMethod(p) {
			out = append(out, p)
		}
	}
	return out
}

// saysNil reports whether a path is one on which the error from below is nil,
// or one that is not taken while nothing panics.
func (m *masking) saysNil(p flow.Path, depth int) bool {
	return slices.ContainsFunc(p, func(c flow.Cond) bool { return c.Panicking() || m.meansNil(c, depth) })
}

// meansNil reports whether a condition only holds if the error is nil. What the
// program's own functions answer is looked up.
func (m *masking) meansNil(c flow.Cond, depth int) bool {
	if depth > maxFollow {
		return false
	}
	if x, isNil := c.NilTest(); x != nil {
		if !isNil {
			return false
		}
		return m.isErr(x) || m.onlyIf(x, depth, func(t *flow.Term) bool { return t.IsNil() || m.isErr(t) })
	}
	t, want := c.Term, !c.Neg
	for t.Op == flow.Not {
		t, want = t.Args[0], !want
	}
	return m.onlyIf(t, depth, func(t *flow.Term) bool {
		v, known := t.Bool()
		return !known || v == want
	})
}

// onlyIf reports whether a call's result is as wanted only where the error is
// nil.
func (m *masking) onlyIf(t *flow.Term, depth int, wanted func(*flow.Term) bool) bool {
	call := t.CallOf()
	if call == nil || t.Op == flow.Out || m.isCall(call) || !m.about(call) {
		return false
	}
	exits, ok := m.r.Flow.Expand(call)
	if !ok {
		return false
	}
	for _, x := range exits {
		if t.Index() >= len(x.Results) {
			return false
		}
		res := x.Results[t.Index()]
		if !wanted(res) {
			// A value that is another call's may still be as wanted.
			if res.CallOf() == nil && res.Op != flow.Alt && res.Op != flow.Unknown && res.Op != flow.Field {
				continue
			}
			if res.Op == flow.Call && m.neverNil(res) {
				continue
			}
		} else if m.isErr(res) {
			continue // nil where the error is
		}
		if !slices.ContainsFunc(x.Paths, func(p flow.Path) bool { return !m.saysNil(p, depth+1) }) && len(x.Paths) > 0 {
			continue
		}
		if m.onlyIf(res, depth+1, wanted) {
			continue
		}
		return false
	}
	return true
}

// neverNil reports whether a call gives a value on every way that a failed call
// can take.
func (m *masking) neverNil(call *flow.Term) bool {
	exits, ok := m.r.Flow.Expand(call)
	if !ok {
		return call.IsCall("errors.New") || call.IsCall("fmt.Errorf")
	}
	for _, x := range exits {
		if len(x.Results) != 1 {
			return false
		}
		for _, t := range x.Results[0].Alternatives() {
			switch t.Op {
			case flow.Struct, flow.Global, flow.Assert:
			case flow.Out:
				if !m.errorsAs(t.Args[0]) {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// underError reports whether every path is one on which the error is not nil.
func (m *masking) underError(paths []flow.Path) bool {
	for _, p := range paths {
		if !slices.ContainsFunc(p, func(c flow.Cond) bool { return m.about(c.Term) && !m.meansNil(c, 0) }) {
			return false
		}
	}
	return len(paths) > 0
}

// otherMethod reports whether a path is for something other than a tool call,
// which a middleware sees too.
func (m *masking) otherMethod(p flow.Path) bool {
	return slices.ContainsFunc(p, func(c flow.Cond) bool { return otherMethod(m.r.Flow.SDKs, c) })
}

func otherMethod(sdks *sdk.Table, c flow.Cond) bool {
	t, holds := c.Term, !c.Neg
	for t.Op == flow.Not {
		t, holds = t.Args[0], !holds
	}
	switch t.Op {
	case flow.Bin:
		if t.Str != "==" && t.Str != "!=" || len(t.Args) != 2 {
			return false
		}
		equal := (t.Str == "==") == holds
		for i, a := range t.Args {
			if s, ok := a.Text(); ok && t.Args[1-i].Op == flow.Param {
				if isCallMethod(sdks, s) {
					return !equal
				}
				// Other methods are compared with by their names too.
				return equal && strings.Contains(s, "/")
			}
		}
	case flow.Extract:
		if a := t.Args[0]; t.N == 1 && a.Op == flow.Assert && !holds {
			return slices.ContainsFunc(sdks.All, func(s *sdk.SDK) bool { return slices.Contains(s.CallTypes, a.Str) })
		}
	}
	return false
}

func isCallMethod(sdks *sdk.Table, name string) bool {
	return slices.ContainsFunc(sdks.All, func(s *sdk.SDK) bool { return s.CallMethod == name && name != "" })
}

// errorsAs reports whether a call is errors.As of the error from below.
func (m *masking) errorsAs(call *flow.Term) bool {
	return call.IsCall("errors.As") && len(call.Args) == 2 && m.about(call.Args[0])
}

// typed tells whether text from a given error type is the program's own.
func (m *masking) typed(name string) rawness {
	id := strings.TrimLeft(name, "*")
	if isProtocolError(m.r.Flow.SDKs, id) || m.r.sameProgram(flow.PackageOf(id)) {
		return rawNo
	}
	return rawYes
}

// deliberate reports whether every path to a return of the error has made sure
// that it is meant for the model, a protocol error, or a cancellation.
func (m *masking) deliberate(paths []flow.Path) bool {
	for _, p := range paths {
		if !slices.ContainsFunc(p, func(c flow.Cond) bool { return m.identifies(c, 0) }) {
			return false
		}
	}
	return len(paths) > 0
}

// identifies reports whether a condition tells a deliberate error.
func (m *masking) identifies(c flow.Cond, depth int) bool {
	if depth > maxFollow {
		return false
	}
	if x, isNil := c.NilTest(); x != nil {
		// if wire := protocol(err); wire != nil
		return !isNil && m.alwaysDeliberate(x, depth, func(t *flow.Term) bool { return !t.IsNil() })
	}
	t, want := c.Term, !c.Neg
	for t.Op == flow.Not {
		t, want = t.Args[0], !want
	}
	switch t.Op {
	case flow.Call:
		switch {
		case m.errorsAs(t):
			out := t.Args[1]
			return want && (out.Type() != nil || out.TypeName() != "") && m.typed(out.TypeName()) == rawNo
		case t.IsCall("errors.Is") && len(t.Args) == 2:
			return want && m.about(t.Args[0]) && t.Args[1].Op == flow.Global &&
				(t.Args[1].Str == "context.Canceled" || m.r.sameProgram(flow.PackageOf(t.Args[1].Str)))
		}
	case flow.Extract:
		if a := t.Args[0]; t.N == 1 && a.Op == flow.Assert && m.about(a.Args[0]) {
			return want && m.typed(a.Str) == rawNo
		}
	case flow.Alt:
		return want && slices.ContainsFunc(t.Args, func(a *flow.Term) bool { return m.identifies(flow.Cond{Term: a}, depth+1) })
	}
	return m.alwaysDeliberate(t, depth, func(t *flow.Term) bool {
		v, known := t.Bool()
		return !known || v == want
	})
}

// alwaysDeliberate reports whether a call's result is as wanted only for a
// deliberate error.
func (m *masking) alwaysDeliberate(t *flow.Term, depth int, wanted func(*flow.Term) bool) bool {
	call := t.CallOf()
	if call == nil || t.Op == flow.Out || m.isCall(call) || !m.about(call) {
		return false
	}
	exits, ok := m.r.Flow.Expand(call)
	if !ok {
		return false
	}
	some := false
	for _, x := range exits {
		if t.Index() >= len(x.Results) {
			return false
		}
		res := x.Results[t.Index()]
		if !wanted(res) {
			continue
		}
		some = true
		if m.shows(res) || m.deliberate(x.Paths) || m.identifies(flow.Cond{Term: res}, depth+1) {
			continue
		}
		return false
	}
	return some
}

// shows reports whether a value is the deliberate error in the error from
// below, or nil where there is none.
func (m *masking) shows(t *flow.Term) bool {
	switch t.Op {
	case flow.Out:
		return m.errorsAs(t.Args[0]) && m.typed(t.TypeName()) == rawNo
	case flow.Assert:
		return m.about(t.Args[0]) && m.typed(t.Str) == rawNo
	}
	return false
}

func isProtocolError(sdks *sdk.Table, id string) bool {
	return slices.ContainsFunc(sdks.All, func(s *sdk.SDK) bool { return slices.Contains(s.ProtocolErrors, id) })
}

// SameProgram reports whether a package belongs to the program being checked.
func (r *Result) SameProgram(path string) bool { return r.sameProgram(path) }

// sameRepository reports whether a package comes from where this one does: the
// modules of a workspace share the first part of their paths.
func (r *Result) sameRepository(path string) bool {
	own := r.Flow.Pass.Pkg.Path()
	return path == own || repository(path) == repository(own)
}

// repository is the part of an import path that names a repository: the host
// and two elements more, or the first element where that is no host.
func repository(path string) string {
	parts := strings.SplitN(path, "/", 4)
	if !strings.Contains(parts[0], ".") {
		return parts[0]
	}
	return strings.Join(parts[:min(3, len(parts))], "/")
}

// sameProgram reports whether a package belongs to the program being checked.
func (r *Result) sameProgram(path string) bool {
	if path == "" {
		return false
	}
	pass := r.Flow.Pass
	if path == pass.Pkg.Path() || (r.facts != nil && r.facts.known(path)) {
		return true
	}
	m := pass.Module
	return m != nil && m.Path != "" && (path == m.Path || strings.HasPrefix(path, m.Path+"/"))
}
