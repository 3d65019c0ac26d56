package registry

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// sameShape reports whether a wrapper has the signature of what it calls.
func (r *Result) sameShape(fn *ssa.Function, d *delegate) bool {
	if d.sig == nil {
		return false
	}
	return types.Identical(noRecv(d.sig), noRecv(fn.Signature))
}

func noRecv(sig *types.Signature) *types.Signature {
	if sig.Recv() == nil {
		return sig
	}
	return types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
}

// receivesCall reports whether the model's call reaches the callee as a whole:
// the request, its raw arguments, or what they were decoded into. A client
// that is given single values is no handler.
func (r *Result) receivesCall(fn *ssa.Function, d *delegate) bool {
	if d.call.Str == "(reflect.Value).Call" {
		return true
	}
	args := d.call.Args
	if d.call.Str == "" || d.call.Invoke() {
		if d.call.Invoke() && fn.Signature.Recv() != nil && spineRoot(d.call.Args[0]) == 0 {
			return false // a field of the receiver: a service, not a handler
		}
		args = args[1:]
	}
	for _, a := range args {
		if whole(r.Flow.SDKs, a, d.call.Invoke(), 0) {
			return true
		}
	}
	return false
}

// spineRoot is the index of the parameter that a term starts from, or -1.
func spineRoot(t *flow.Term) int {
	for len(t.Args) > 0 && t.Op != flow.Struct {
		t = t.Args[0]
	}
	if t.Op == flow.Param {
		return t.N
	}
	return -1
}

// whole reports whether a term is all of a call's arguments. raw asks for them
// undecoded, or decoded into a type parameter.
func whole(sdks *sdk.Table, t *flow.Term, raw bool, depth int) bool {
	if depth > 6 {
		return false
	}
	switch t.Op {
	case flow.Param:
		return t.Type() != nil && (isRequest(sdks, t.Type()) || isArguments(t.Type(), raw))
	case flow.Field:
		return strings.HasPrefix(t.Str, "Arguments") && whole(sdks, t.Args[0], true, depth+1) ||
			t.Str == "Params" && whole(sdks, t.Args[0], raw, depth+1)
	case flow.Out, flow.Extract, flow.Elem, flow.Assert:
		if !canHold(sdks, t, raw) {
			return false
		}
		return whole(sdks, t.Args[0], raw, depth+1)
	case flow.Call:
		if !canHold(sdks, t, false) {
			return false
		}
		for _, a := range t.Args {
			if whole(sdks, a, raw, depth+1) {
				return true
			}
		}
	case flow.Struct:
		for _, a := range t.Args {
			if whole(sdks, a, raw, depth+1) {
				return true
			}
		}
	case flow.Alt:
		for _, a := range t.Args {
			if whole(sdks, a, raw, depth+1) {
				return true
			}
		}
	}
	return false
}

// canHold reports whether a value can be all of a call's arguments, by its type.
func canHold(sdks *sdk.Table, t *flow.Term, raw bool) bool {
	typ := t.Type()
	return typ == nil || isTuple(typ) || types.IsInterface(typ) || isRequest(sdks, typ) || isArguments(typ, raw)
}

func isTuple(t types.Type) bool {
	_, ok := t.(*types.Tuple)
	return ok
}

// isArguments reports whether a type can hold all arguments of a call.
func isArguments(t types.Type, raw bool) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if isTypeParam(t) {
		return true
	}
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Map:
		return true
	case *types.Slice:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return ok && b.Kind() == types.Byte
	case *types.Interface:
		return u.Empty()
	case *types.Struct:
		return !raw
	}
	return false
}

// flowsOut reports whether what a call returns is part of what a function
// returns. A value that is only used as a receiver is a tool, not an answer.
func flowsOut(exits []*flow.Exit, call *flow.Term) bool {
	for _, x := range exits {
		for _, res := range x.Results {
			if partOf(res, call, 0) {
				return true
			}
		}
	}
	return false
}

func partOf(t, call *flow.Term, depth int) bool {
	if depth > 16 {
		return false
	}
	if t.Op == flow.Extract && flow.Equal(t.Args[0], call) {
		return t.N == 0 || call.Str == "(reflect.Value).Call"
	}
	if flow.Equal(t, call) {
		return true
	}
	args := t.Args
	if t.Op == flow.Call {
		if slices.ContainsFunc(args, isContext) {
			return false // it goes off with the value, and returns another
		}
		if len(args) > 0 && receiverOnly(t) {
			args = args[1:]
		}
	}
	for _, a := range args {
		if partOf(a, call, depth+1) {
			return true
		}
	}
	return false
}

func isContext(t *flow.Term) bool { return flow.TypeName(t.Type()) == "context.Context" }

// receiverOnly reports whether the first argument of a call is a receiver that
// does not itself become part of the answer.
func receiverOnly(t *flow.Term) bool {
	if t.Str == "" || t.Str[0] != '(' {
		return false
	}
	switch flow.PackageOf(t.Str) {
	case "reflect", "bytes", "strings", "":
		return false
	}
	switch flow.NameOf(t.Str) {
	case "Error", "String", "Bytes", "Text", "JSON", "MarshalJSON", "Render", "Format", "ToResult", "Result":
		return false
	}
	return true
}
