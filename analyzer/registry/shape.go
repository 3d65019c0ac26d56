package registry

import (
	"go/types"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// A handler is known by its named type, or by its shape: a function that takes
// an SDK's request and returns its tool result.

// bindingOfType is the binding of one of an SDK's named handler types.
func bindingOfType(sdks *sdk.Table, t types.Type) *sdk.Binding {
	if id := flow.NamedID(t); id != "" {
		return sdks.HandlerTypes[id]
	}
	return nil
}

// shapeOf is the binding that a function type has by its shape, or nil.
func shapeOf(sdks *sdk.Table, t types.Type) *sdk.Binding {
	sig, ok := t.Underlying().(*types.Signature)
	if !ok {
		return nil
	}
	return shapeOfSignature(sdks, sig)
}

// ShapeOf is the binding that a handler's signature has, or nil.
func ShapeOf(sdks *sdk.Table, sig *types.Signature) *sdk.Binding {
	return shapeOfSignature(sdks, noRecv(sig))
}

func shapeOfSignature(sdks *sdk.Table, sig *types.Signature) *sdk.Binding {
	x := sdkOfResults(sdks, sig)
	if x == nil {
		return nil
	}
	params, results := Roles(sdks, sig)
	hasRequest := false
	for _, r := range params {
		if r == sdk.Request {
			hasRequest = true
		}
	}
	if !hasRequest {
		return nil
	}
	for _, b := range shapes(x) {
		if b != nil && equalRoles(b.Params, params) && equalRoles(b.Results, results) {
			return b
		}
	}
	return nil
}

// shapes are the ways of calling handlers that a function has by its signature.
func shapes(x *sdk.SDK) []*sdk.Binding {
	var out []*sdk.Binding
	for i := range x.Registrars {
		out = append(out, x.Registrars[i].Binding)
	}
	for i := range x.Adapters {
		out = append(out, x.Adapters[i].Inner)
	}
	return out
}

func equalRoles(a, b []sdk.Role) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// sdkOfResults is the SDK whose tool result a function returns.
func sdkOfResults(sdks *sdk.Table, sig *types.Signature) *sdk.SDK {
	for v := range sig.Results().Variables() {
		if x := sdkOfResult(sdks, v.Type()); x != nil {
			return x
		}
	}
	return nil
}

// sdkOfResult is the SDK whose tool result a type is.
func sdkOfResult(sdks *sdk.Table, t types.Type) *sdk.SDK {
	id := flow.ElemID(t)
	if id == "" {
		return nil
	}
	for _, x := range sdks.All {
		if x.ResultType == id {
			return x
		}
	}
	return nil
}

// IsToolResult reports whether a type is an SDK's tool result.
func IsToolResult(sdks *sdk.Table, t types.Type) bool { return sdkOfResult(sdks, t) != nil }

func isRequest(sdks *sdk.Table, t types.Type) bool {
	id := flow.ElemID(t)
	if id == "" {
		return false
	}
	for _, x := range sdks.All {
		for _, r := range x.RequestTypes {
			if r == id {
				return true
			}
		}
	}
	return false
}

// Roles tells what the parameters and results of a handler are for, by type.
// The receiver is not counted.
func Roles(sdks *sdk.Table, sig *types.Signature) (params, results []sdk.Role) {
	args := -1
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		role := sdk.Other
		switch {
		case flow.NamedID(t) == "context.Context":
			role = sdk.Context
		case isRequest(sdks, t):
			role = sdk.Request
		case isData(t):
			args = i
		}
		params = append(params, role)
	}
	if args >= 0 {
		params[args] = sdk.Args
	}
	for v := range sig.Results().Variables() {
		switch {
		case sdkOfResult(sdks, v.Type()) != nil:
			results = append(results, sdk.Tool)
		case flow.IsError(v.Type()):
			results = append(results, sdk.Err)
		default:
			results = append(results, sdk.Output)
		}
	}
	return params, results
}

// isData reports whether a type can hold the arguments of a call.
func isData(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Struct, *types.Map:
		return true
	case *types.Slice:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return ok && b.Kind() == types.Byte
	case *types.Basic:
		return u.Kind() == types.String
	case *types.Interface:
		return u.Empty() || isTypeParam(t)
	}
	return isTypeParam(t)
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// adapted is the binding of a handler of the program's own shape, behind one
// of its own adapters. What becomes of its error depends on the adapter.
func adapted(sdks *sdk.Table, sig *types.Signature, outer *sdk.Binding) *sdk.Binding {
	if b := shapeOfSignature(sdks, sig); b != nil {
		return b
	}
	b := &sdk.Binding{Name: "adapted"}
	if outer != nil {
		b.SDK, b.Error, b.Panic = outer.SDK, outer.Error, outer.Panic
	}
	b.Params, b.Results = Roles(sdks, sig)
	return b
}

// BuildsResult reports whether a function is one of an SDK's constructors of
// results or of their content.
func BuildsResult(sdks *sdk.Table, id string) bool {
	for _, x := range sdks.All {
		for _, r := range x.Results {
			if r.Func == id {
				return true
			}
		}
		for _, t := range x.Texts {
			if t.Func == id {
				return true
			}
		}
	}
	return false
}
