package toolerr

import (
	"reflect"
	"strings"
	"sync"
)

// What this package has to know of an SDK, and can find out without importing
// it. Nothing here runs unless a call has failed.

// protocol is the part of err that speaks to the client and not to the model,
// or nil: a JSON-RPC error, or a request to visit a URL first. It leaves what is
// wrapped around it behind, since SDKs look for it without unwrapping.
func protocol(err error) error {
	var wire error
	within(err, func(e error) bool {
		if isProtocol(reflect.TypeOf(e)) {
			wire = e
		}
		return wire != nil
	})
	return wire
}

// isProtocol knows the types of the two SDKs by what their packages are called,
// so that a fork has them too. Errors of other clients that speak JSON-RPC are
// failures like any other.
func isProtocol(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch pkg := t.PkgPath(); {
	case strings.HasSuffix(pkg, "/go-sdk/jsonrpc"), strings.HasSuffix(pkg, "/go-sdk/internal/jsonrpc2"):
		return strings.HasSuffix(t.Name(), "Error")
	case strings.HasSuffix(pkg, "/mcp-go/mcp"):
		return t.Name() == "URLElicitationRequiredError"
	}
	return false
}

// fromArguments reports whether an error says that the arguments do not fit
// their schema. modelcontextprotocol/go-sdk makes it before it runs a typed
// handler, and says nothing else about it.
func fromArguments(err error) bool {
	return strings.HasPrefix(text(err), `validating "arguments": `)
}

// toolName is the name of the tool that a request calls. In both SDKs it is
// Params.Name, of a struct or of a pointer to one.
func toolName(req any) string {
	params := field(reflect.ValueOf(req), "Params")
	if name := field(params, "Name"); name.IsValid() && name.Kind() == reflect.String {
		return name.String()
	}
	return ""
}

// isError reports whether a result has its error flag set. It is asked about
// calls that succeed too, so it remembers where each type has the flag.
func isError(res any) bool {
	v := reflect.ValueOf(res)
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return false
	}
	index, known := flags.Load(v.Type())
	if !known {
		index = -1
		if f, ok := v.Type().FieldByName("IsError"); ok && len(f.Index) == 1 {
			index = f.Index[0]
		}
		flags.Store(v.Type(), index)
	}
	if index.(int) < 0 {
		return false
	}
	flag := v.Field(index.(int))
	if flag.Kind() == reflect.Pointer && !flag.IsNil() {
		flag = flag.Elem()
	}
	return flag.Kind() == reflect.Bool && flag.Bool()
}

// flags is where types of results have their field IsError, or -1.
var flags sync.Map // of reflect.Type to int

func field(v reflect.Value, name string) reflect.Value {
	for v.IsValid() && (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) {
		v = v.Elem()
	}
	if !v.IsValid() || v.Kind() != reflect.Struct {
		return reflect.Value{}
	}
	return v.FieldByName(name)
}
