package outcome

import (
	"go/constant"
	"go/types"
	"strings"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/registry"
)

// binClue reads a comparison.
func (j *judge) binClue(t *flow.Term, neg, nearest bool, depth int) *clue {
	if len(t.Args) != 2 {
		return nil
	}
	op := t.Str
	if neg {
		op = negated(op)
	}
	x, y := t.Args[0], t.Args[1]
	if x.Op == flow.Const {
		x, y = y, x
		op = mirrored(op)
	}
	switch op {
	case "==", "!=":
		if y.IsNil() {
			return j.nilClue(x, op == "==", depth)
		}
	case "<", "<=", ">", ">=":
	default:
		return nil
	}
	if c := j.statusClue(x, y, op); c != nil {
		return c
	}
	if c := codeClue(x, y, op); c != nil {
		return c
	}
	if c := j.envClue(x, y, op); c != nil {
		return c
	}
	if c := j.versionClue(x, y, op); c != nil {
		return c
	}
	name, isArg := j.argument(x)
	if !isArg {
		if n, ok := j.argument(y); ok && !j.fromElsewhere(x) {
			name, isArg = n, true
		}
	} else if y.Op != flow.Const && j.fromElsewhere(y) {
		isArg = false // compared with what a call returned
	}
	if isArg {
		if neg && !(nearest && tellsDefault(t)) {
			return nil
		}
		return argClue(name)
	}
	return j.emptyClue(x, y, op)
}

// tellsDefault reports whether the failing of a comparison tells something: a
// switch that knew no such value.
func tellsDefault(t *flow.Term) bool {
	if t.Str != "==" {
		return false
	}
	for _, a := range t.Args {
		if s, ok := a.Text(); ok && s == "" {
			return false
		}
		if n, ok := a.Int(); ok && n == 0 {
			return false
		}
	}
	return true
}

func negated(op string) string {
	return map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}[op]
}

func mirrored(op string) string {
	switch op {
	case "<":
		return ">"
	case "<=":
		return ">="
	case ">":
		return "<"
	case ">=":
		return "<="
	}
	return op
}

// fromElsewhere reports whether a value is what a call returned, beyond pure
// computation.
func (j *judge) fromElsewhere(t *flow.Term) bool {
	return t.Has(func(t *flow.Term) bool {
		return t.Op == flow.Call && !known.Pure(t.Str) && j.accessors[t.Str] == nil
	})
}

// nilClue reads a comparison with nil.
func (j *judge) nilClue(x *flow.Term, isNil bool, depth int) *clue {
	if isErrorTerm(x) {
		if isNil {
			return nil
		}
		return &clue{err: x, bare: true}
	}
	if name, ok := j.argument(x); ok {
		if isNil {
			return argClue(name)
		}
		return nil
	}
	if !isNil {
		return nil
	}
	if j.isSetting(x) {
		// Missing or left off: which of the two is the operator's to say.
		return &clue{class: known.Refused | known.Fault, why: lastName(x) + " is not set up"}
	}
	if c := x.CallOf(); c != nil && j.callTakesArgument(c) {
		return &clue{class: known.Absent, why: describeCall(x) + " found nothing"}
	}
	if x.Op == flow.Elem && len(x.Args) > 1 {
		if name, ok := j.argument(x.Args[1]); ok {
			return &clue{class: known.Absent, why: "a look-up by argument " + name + " found nothing"}
		}
	}
	return nil
}

// statusClue reads a status code compared with a constant.
func (j *judge) statusClue(x, y *flow.Term, op string) *clue {
	n, ok := y.Int()
	if !ok {
		return nil
	}
	if name := typeOfCode(x, y); name == "google.golang.org/grpc/codes.Code" {
		if op == "==" {
			return &clue{class: known.GRPC(n), err: errorBehind(x), why: "the gRPC code"}
		}
		return nil
	}
	if !isStatus(x) {
		return nil
	}
	var class known.Class
	switch {
	case op == "==" && n >= 200 && n < 300:
		return &clue{fine: true, why: "status " + y.Str}
	case op == "==":
		class = known.Status(n)
	case op == ">=" && n == 500 || op == ">" && n == 499:
		class = known.Heals | known.Fault
	}
	if class == 0 {
		return nil
	}
	return &clue{class: class, err: errorBehind(x), why: "status " + y.Str}
}

// codeClue reads a code of the program's own, taken from an error, compared with
// one of the constants of its type: they say by name what they stand for.
func codeClue(x, y *flow.Term, op string) *clue {
	err := errorBehind(x)
	if op != "==" || err == nil || y.Op != flow.Const || isErrorTerm(x) {
		return nil
	}
	for _, t := range []*flow.Term{x, y} {
		if t.Type() == nil {
			continue
		}
		if named, ok := types.Unalias(t.Type()).(*types.Named); ok {
			if name := constName(named, y.Str); name != "" {
				return &clue{class: known.ByName(name), err: err, why: "the code is " + name}
			}
		}
	}
	return nil
}

// constName is the name under which a constant of a type is declared.
func constName(named *types.Named, value string) string {
	if named.Obj().Pkg() == nil {
		return ""
	}
	scope := named.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		c, ok := scope.Lookup(name).(*types.Const)
		if !ok || !types.Identical(c.Type(), named) {
			continue
		}
		if c.Val().ExactString() == value || c.Val().Kind() == constant.String && constant.StringVal(c.Val()) == value {
			return name
		}
	}
	return ""
}

func typeOfCode(x, y *flow.Term) string {
	for _, t := range []*flow.Term{x, y} {
		if t.Type() != nil {
			if id := flow.NamedID(t.Type()); id != "" {
				return id
			}
		}
		if c := t.CallOf(); c != nil && c.Str == "google.golang.org/grpc/status.Code" {
			return "google.golang.org/grpc/codes.Code"
		}
	}
	return ""
}

// isStatus reports whether a value is an HTTP status code by its name.
func isStatus(t *flow.Term) bool {
	name := ""
	switch t.Op {
	case flow.Field:
		name = t.Str
	case flow.Call, flow.Extract:
		if c := t.CallOf(); c != nil {
			name = flow.NameOf(c.Str)
		}
	case flow.Param, flow.Free:
		if v := t.Value(); v != nil {
			name = v.Name()
		}
	}
	n := strings.ToLower(name)
	return strings.Contains(n, "status") || n == "code" || n == "httpcode" || n == "httpstatuscode"
}

// errorBehind is the error that a status was read from, if it was.
func errorBehind(t *flow.Term) *flow.Term {
	var found *flow.Term
	t.Walk(func(t *flow.Term) bool {
		if found != nil {
			return false
		}
		if isErrorTerm(t) && t.Op != flow.Const {
			found = t
			return false
		}
		return true
	})
	return found
}

// envClue reads a test of an environment variable that is missing.
func (j *judge) envClue(x, y *flow.Term, op string) *clue {
	c := x.CallOf()
	if c == nil || c.Str != "os.Getenv" && c.Str != "os.LookupEnv" || op != "==" {
		return nil
	}
	if s, ok := y.Text(); !ok || s != "" {
		return nil
	}
	name, _ := registry.Fold(j.f, c.Args[0])
	n := strings.ToUpper(name)
	for _, w := range []string{"KEY", "TOKEN", "SECRET", "PASSWORD", "CREDENTIAL", "URL", "HOST", "DSN"} {
		if strings.Contains(n, w) {
			return &clue{class: known.Fault, why: "configuration " + name + " is missing"}
		}
	}
	return nil
}

// versionClue reads a stored version compared with one from the arguments.
func (j *judge) versionClue(x, y *flow.Term, op string) *clue {
	if op != "!=" {
		return nil
	}
	_, xa := j.argument(x)
	_, ya := j.argument(y)
	if xa == ya || x.Op == flow.Const || y.Op == flow.Const {
		return nil
	}
	if versionName(x) || versionName(y) {
		return &clue{class: known.Stale, why: "the version differs from the one sent"}
	}
	return nil
}

func versionName(t *flow.Term) bool {
	name := ""
	switch t.Op {
	case flow.Field:
		name = t.Str
	case flow.Call, flow.Extract:
		if c := t.CallOf(); c != nil {
			name = flow.NameOf(c.Str)
		}
	}
	n := strings.ToLower(name)
	for _, w := range []string{"version", "etag", "revision", "ifmatch", "generation", "checksum", "expected", "updatedat"} {
		if strings.Contains(n, w) {
			return true
		}
	}
	return n == "rev" || n == "sha" || n == "hash"
}

// emptyClue reads a test that what a call found for the arguments is empty.
func (j *judge) emptyClue(x, y *flow.Term, op string) *clue {
	empty := false
	switch {
	case op == "==" || op == "<=":
		if n, ok := y.Int(); ok && n == 0 {
			empty = true
		}
		if s, ok := y.Text(); ok && s == "" {
			empty = true
		}
	case op == "<":
		if n, ok := y.Int(); ok && n == 1 {
			empty = true
		}
	}
	if !empty {
		return nil
	}
	if x.IsCall("len") {
		x = x.Args[0]
	}
	for x.Op == flow.Field {
		x = x.Args[0]
	}
	if c := x.CallOf(); c != nil && !known.Pure(c.Str) && c.Str != "os.Getenv" && j.callTakesArgument(c) {
		return &clue{class: known.Absent, why: describeCall(x) + " found nothing"}
	}
	return nil
}

// isSetting reports whether a value was there, or not, before the call: a
// package-level variable, or a field of the handler's own receiver.
func (j *judge) isSetting(t *flow.Term) bool {
	switch t.Op {
	case flow.Global:
		return true
	case flow.Field:
		root := t.Args[0]
		for root.Op == flow.Field {
			root = root.Args[0]
		}
		if root.Op != flow.Param && root.Op != flow.Free && root.Op != flow.Global {
			return false
		}
		_, isArg := j.frame.argument(root)
		return !isArg
	}
	return false
}
