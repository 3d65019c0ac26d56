package outcome

import (
	"go/types"
	"reflect"
	"strings"

	"github.com/toolvet/toolvet/analyzer/flow"
)

// Declares reports whether a result type says by itself how a call ended: a
// status, and beside it a code or the id of the operation. Such a result is an
// answer whatever it says: completed, to be confirmed, rejected, not known.
func Declares(t types.Type) bool {
	if t == nil {
		return false
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	names := make([]string, 0, st.NumFields())
	for i := range st.NumFields() {
		name, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
		if name == "" {
			name = st.Field(i).Name()
		}
		names = append(names, name)
	}
	return declares(names)
}

// declares reports whether the fields of an answer say how the call ended.
func declares(fields []string) bool {
	status, more := false, false
	for _, f := range fields {
		switch strings.ToLower(strings.ReplaceAll(f, "_", "")) {
		case "status", "state", "outcome":
			status = true
		case "code", "reason", "reasoncode", "statuscode", "operationid", "operation":
			more = true
		}
	}
	return status && more
}

// DeclaresOutcome reports whether an answer, or the structured content within
// it, is a value that [Declares] speaks of: of such a type, or a map with such
// keys.
func (r *Result) DeclaresOutcome(t *flow.Term) bool {
	return r.declaresOutcome(t, 0)
}

func (r *Result) declaresOutcome(t *flow.Term, depth int) bool {
	if t == nil || depth > 8 {
		return false
	}
	if Declares(t.Type()) {
		return true
	}
	switch t.Op {
	case flow.Map:
		var keys []string
		for i := 0; i+1 < len(t.Args); i += 2 {
			key, _ := t.Args[i].Text()
			keys = append(keys, key)
		}
		return declares(keys)
	case flow.Struct:
		return r.declaresOutcome(t.Get("StructuredContent"), depth+1)
	case flow.Extract, flow.Call:
		call := t.CallOf()
		if call == nil {
			return false
		}
		if r.judge.results[call.Str] != nil || strings.HasPrefix(call.Str, "encoding/json.Marshal") {
			for _, a := range call.Args {
				if r.declaresOutcome(a, depth+1) {
					return true
				}
			}
			return false
		}
		exits, ok := r.Flow.Expand(call)
		if !ok || len(exits) == 0 {
			return false
		}
		for _, x := range exits {
			if n := t.Index(); n >= len(x.Results) || !r.declaresOutcome(x.Results[n], depth+2) {
				return false
			}
		}
		return true
	}
	return false
}
