package contract

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
	st, ok := deref(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	status, more := false, false
	for i := range st.NumFields() {
		f := st.Field(i)
		name, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
		if name == "" {
			name = f.Name()
		}
		switch strings.ToLower(strings.ReplaceAll(name, "_", "")) {
		case "status", "state", "outcome":
			status = true
		case "code", "reason", "reasoncode", "operationid", "operation":
			more = true
		}
	}
	return status && more
}

// Mentions reports whether a term calls a function anywhere.
func Mentions(t *flow.Term, id string) bool {
	return id != "" && t.Has(func(t *flow.Term) bool { return t.IsCall(id) })
}
