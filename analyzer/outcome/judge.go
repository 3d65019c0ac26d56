package outcome

import (
	"go/types"
	"strings"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/registry"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// A judge answers questions about terms: where they come from, what class of
// failure they tell of. It is used from one goroutine.
type judge struct {
	r         *Result
	f         *flow.Result
	accessors map[string]*sdk.Accessor
	results   map[string]*sdk.ResultFunc
	setters   map[string]*sdk.ResultFunc
	texts     map[string]*sdk.TextFunc
	textTypes map[string]*sdk.TextFunc
	errMemo   map[*flow.Term][]errCase
	frame     *Frame // whose parameters Param terms are
	nested    int    // questions under way
}

func newJudge(r *Result) *judge {
	j := &judge{
		r: r, f: r.Flow,
		accessors: map[string]*sdk.Accessor{}, results: map[string]*sdk.ResultFunc{}, setters: map[string]*sdk.ResultFunc{},
		texts: map[string]*sdk.TextFunc{}, textTypes: map[string]*sdk.TextFunc{}, errMemo: map[*flow.Term][]errCase{},
	}
	for _, s := range r.Flow.SDKs.All {
		for i := range s.Accessors {
			j.accessors[s.Accessors[i].Func] = &s.Accessors[i]
		}
		for i := range s.Results {
			j.results[s.Results[i].Func] = &s.Results[i]
		}
		for i := range s.Setters {
			j.setters[s.Setters[i].Func] = &s.Setters[i]
		}
		for i := range s.Texts {
			if t := &s.Texts[i]; t.Func != "" {
				j.texts[t.Func] = t
			} else {
				j.textTypes[t.Type] = t
			}
		}
	}
	return j
}

// begin makes the judge read terms over the parameters of a frame's function.
func (j *judge) begin(f *Frame) {
	if j.frame != f {
		j.frame = f
		j.errMemo = map[*flow.Term][]errCase{}
	}
}

// argument reports whether a term is a value of the call's arguments, or
// computed from such values alone, and under which name the model knows it.
func (j *judge) argument(t *flow.Term) (name string, ok bool) { return j.arg(t, 0) }

func (j *judge) arg(t *flow.Term, depth int) (string, bool) {
	if depth > 12 {
		return "", false
	}
	switch t.Op {
	case flow.Param, flow.Free:
		return j.frame.argument(t)
	case flow.Field:
		base, ok := j.arg(t.Args[0], depth+1)
		if !ok || !plainData(t.Type()) {
			return "", false
		}
		if j.frame.isRequest(t.Args[0]) && t.Str != "Params" && t.Str != "Arguments" && !strings.HasPrefix(t.Str, "Raw") {
			return "", false // session, header: not arguments
		}
		if params := t.Args[0]; params.Op == flow.Field && params.Str == "Params" && j.frame.isRequest(params.Args[0]) &&
			t.Str != "Arguments" && t.Str != "RawArguments" && t.Str != "Name" {
			return "", false // what a user answered, a token for progress
		}
		if t.Str == "Params" || t.Str == "Arguments" || t.Str == "RawArguments" {
			return base, true
		}
		if name := jsonName(t); name != "" {
			return name, true
		}
		return base, true
	case flow.Elem:
		base, ok := j.arg(t.Args[0], depth+1)
		if !ok {
			return "", false
		}
		if len(t.Args) > 1 {
			if key, ok := registry.Fold(j.f, t.Args[1]); ok && t.Args[1].Lit != flow.LitInt {
				return key, true
			}
		}
		return base, true
	case flow.Assert:
		return j.arg(t.Args[0], depth+1)
	case flow.Bin:
		// Text or a number made of arguments and constants.
		name, found := "", false
		for _, a := range t.Args {
			if a.Op == flow.Const {
				continue
			}
			n, ok := j.arg(a, depth+1)
			if !ok {
				return "", false
			}
			name, found = n, true
		}
		return name, found
	case flow.Alt:
		name, found := "", false
		for _, a := range t.Args {
			if a.Op == flow.Unknown || fixed(a) {
				continue
			}
			n, ok := j.arg(a, depth+1)
			if !ok {
				return "", false
			}
			if !found {
				name, found = n, true
			}
		}
		return name, found
	case flow.List, flow.Struct:
		name, found := "", false
		for _, a := range t.Args {
			if a.Op == flow.Const {
				continue
			}
			n, ok := j.arg(a, depth+1)
			if !ok {
				return "", false
			}
			name, found = n, true
		}
		return name, found
	case flow.Extract:
		if t.Args[0].Op == flow.Assert || t.Args[0].Op == flow.Elem {
			return j.arg(t.Args[0], depth+1)
		}
		return j.argCall(t.Args[0], t.N, depth)
	case flow.Out:
		return j.argOut(t.Args[0], depth)
	case flow.Call:
		return j.argCall(t, 0, depth)
	}
	return "", false
}

// fixed reports whether a value is a constant, or a list or struct of them.
func fixed(t *flow.Term) bool {
	switch t.Op {
	case flow.Const:
		return true
	case flow.List, flow.Struct:
		for _, a := range t.Args {
			if !fixed(a) {
				return false
			}
		}
		return len(t.Args) > 0
	}
	return false
}

// plainData reports whether a type is a value rather than a service: a client
// or a context that rides along in a request is not an argument.
func plainData(t types.Type) bool {
	if t == nil {
		return true
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Signature, *types.Chan:
		return false
	case *types.Interface:
		return u.Empty()
	}
	return true
}

// jsonName is the name under which the model sends a field.
func jsonName(t *flow.Term) string {
	base := t.Args[0].Type()
	if base == nil {
		return t.Str
	}
	if p, ok := base.Underlying().(*types.Pointer); ok {
		base = p.Elem()
	}
	st, ok := base.Underlying().(*types.Struct)
	if !ok {
		return t.Str
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == t.Str {
			return FieldName(st, i)
		}
	}
	return t.Str
}

// FieldName is the JSON name of a struct field.
func FieldName(st *types.Struct, i int) string {
	tag := reflectTag(st.Tag(i), "json")
	name, _, _ := strings.Cut(tag, ",")
	if name == "" || name == "-" {
		return st.Field(i).Name()
	}
	return name
}

// argCall is arg for a result of a call: an accessor of the SDK, a function
// that computes from its arguments alone, or one of the program's own that
// returns what it reads from the arguments.
func (j *judge) argCall(call *flow.Term, n, depth int) (string, bool) {
	if call.Op != flow.Call {
		return j.arg(call, depth+1)
	}
	if a := j.accessors[call.Str]; a != nil {
		if n > 0 {
			return "", false
		}
		if a.Key >= 0 && a.Key < len(call.Args) {
			key, _ := registry.Fold(j.f, call.Args[a.Key])
			return key, true
		}
		return "", true
	}
	if j.isAccessor(call) {
		for _, a := range call.Args[1:] {
			if key, ok := registry.Fold(j.f, a); ok {
				return key, n == 0
			}
		}
		return "", n == 0
	}
	if known.Pure(call.Str) {
		name, found := "", false
		for _, a := range call.Args {
			if a.Op == flow.Const {
				continue
			}
			m, ok := j.arg(a, depth+1)
			if !ok {
				if a.Op == flow.Global || a.Op == flow.List {
					continue
				}
				return "", false
			}
			if !found {
				name, found = m, true
			}
		}
		return name, found
	}
	if exits, ok := j.f.Expand(call); ok && depth < 6 {
		name, found := "", false
		for _, x := range exits {
			if n >= len(x.Results) || x.Results[n].Op == flow.Const || x.Results[n].Op == flow.Struct && len(x.Results[n].Keys) == 0 {
				continue
			}
			m, ok := j.arg(x.Results[n], depth+2)
			if !ok {
				return "", false
			}
			name, found = m, true
		}
		if found && name == "" {
			for _, a := range call.Args {
				if key, ok := a.Text(); ok {
					name = key
					break
				}
			}
		}
		return name, found
	}
	return "", false
}

// isAccessor reports whether a call is a method of a request-like interface of
// the program's own that reads arguments: its receiver is the request.
func (j *judge) isAccessor(call *flow.Term) bool {
	if !call.Invoke() || len(call.Args) == 0 {
		return false
	}
	name := flow.NameOf(call.Str)
	if !strings.Contains(name, "Arg") && !strings.Contains(name, "Param") {
		return false
	}
	recv := call.Args[0]
	for recv.Op == flow.Field {
		recv = recv.Args[0]
	}
	_, ok := j.frame.argument(recv)
	return ok
}

// argOut is arg for what a call stores through a pointer: decoding the
// arguments gives arguments.
func (j *judge) argOut(call *flow.Term, depth int) (string, bool) {
	if call.Op != flow.Call {
		return "", false
	}
	if a := j.accessors[call.Str]; a != nil {
		return "", a.Kind == sdk.Bind
	}
	for _, a := range call.Args {
		if a.Op == flow.Out || a.Op == flow.Unknown || a.Op == flow.Const {
			continue
		}
		if name, ok := j.arg(a, depth+1); ok {
			return name, true
		}
	}
	return "", false
}

// callTakesArgument reports whether a call is given a value of the arguments.
func (j *judge) callTakesArgument(call *flow.Term) bool {
	args := call.Args
	for _, a := range args {
		if _, ok := j.argument(a); ok {
			return true
		}
		if a.Op == flow.Struct || a.Op == flow.List {
			for _, b := range a.Args {
				if _, ok := j.argument(b); ok {
					return true
				}
			}
		}
	}
	return false
}
