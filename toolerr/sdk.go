package toolerr

import (
	"path"
	"reflect"
	"strings"
)

// What this package has to know of an SDK, and can find out without importing
// it. Nothing here runs unless a call has failed.

// protocol is the part of err that speaks to the client and not to the model,
// or nil: a JSON-RPC error, or a request to visit a URL first. It leaves what is
// wrapped around it behind, since SDKs look for it without unwrapping.
func protocol(err error) error {
	for err != nil {
		if isProtocol(reflect.TypeOf(err)) {
			return err
		}
		switch e := err.(type) {
		case interface{ Unwrap() error }:
			err = e.Unwrap()
		case interface{ Unwrap() []error }:
			for _, inner := range e.Unwrap() {
				if wire := protocol(inner); wire != nil {
					return wire
				}
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}

func isProtocol(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch path.Base(t.PkgPath()) {
	case "jsonrpc", "jsonrpc2":
		return strings.HasSuffix(t.Name(), "Error")
	case "mcp":
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

// isError reports whether a result has its error flag set.
func isError(res any) bool {
	flag := field(reflect.ValueOf(res), "IsError")
	if flag.IsValid() && flag.Kind() == reflect.Pointer && !flag.IsNil() {
		flag = flag.Elem()
	}
	return flag.IsValid() && flag.Kind() == reflect.Bool && flag.Bool()
}

func field(v reflect.Value, name string) reflect.Value {
	for v.IsValid() && (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) {
		v = v.Elem()
	}
	if !v.IsValid() || v.Kind() != reflect.Struct {
		return reflect.Value{}
	}
	return v.FieldByName(name)
}
