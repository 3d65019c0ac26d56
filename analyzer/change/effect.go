package change

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/known"
	"github.com/toolvet/toolvet/analyzer/registry"
)

// A Source is how an effect is known.
type Source uint8

const (
	Call   Source = iota // a call named by a verb that changes
	Memory               // state of the server that outlives the call
	File
	SQL
	HTTP
)

// An Effect is one thing that a function changes.
type Effect struct {
	Kind   Kind
	Source Source
	What   string // for messages: "DELETE request", "os.WriteFile", "call of Create"
}

// Sure reports whether the effect is seen rather than told by a name. A POST
// request may be a query.
func (e Effect) Sure() bool { return e.Source != Call && e.What != "POST request" }

// direct is what one call changes by itself.
func (r *Result) direct(c ssa.CallInstruction) (Effect, bool) {
	common := c.Common()
	var id, name string
	var sig *types.Signature
	if common.IsInvoke() {
		name, sig = common.Method.Name(), common.Method.Signature()
		id = flow.ObjectID(common.Method)
	} else if fn := common.StaticCallee(); fn != nil {
		name, sig, id = fn.Name(), fn.Signature, flow.FuncID(fn)
	} else {
		return Effect{}, false
	}
	pkg := flow.PackageOf(id)
	if r.Flow.SDKs.Owns(pkg) {
		return Effect{}, false
	}
	if _, _, ok := known.LogCall(id); ok {
		return Effect{}, false
	}
	if e, ok := fileEffect(r, c, id); ok {
		return e, true
	}
	if verb, ok := r.statement(c, name); ok {
		return verb, true
	}
	if m := r.httpMethod(c, id, name); m != "" {
		kind := map[string]Kind{"POST": Create, "PUT": Update, "PATCH": Update, "DELETE": Delete}[m]
		return Effect{kind, HTTP, m + " request"}, true
	}
	if kind := calledVerb(name); kind != 0 && asksSomebody(sig) && !standard(pkg) {
		return Effect{kind, Call, "call of " + name}, true
	}
	return Effect{}, false
}

// asksSomebody reports whether a function has the shape of a client's method:
// it takes the context of the call and can fail.
func asksSomebody(sig *types.Signature) bool {
	ctx := false
	for v := range sig.Params().Variables() {
		ctx = ctx || flow.NamedID(v.Type()) == "context.Context"
	}
	return ctx && flow.ErrIndex(sig) >= 0
}

// standard reports whether a package belongs to the standard library.
func standard(pkg string) bool { return known.Standard(pkg) }

// fileEffect knows the standard library's functions that write files. A
// temporary file is nobody's.
func fileEffect(r *Result, c ssa.CallInstruction, id string) (Effect, bool) {
	kind := map[string]Kind{
		"os.WriteFile": Update, "os.Rename": Update, "os.Remove": Delete, "os.RemoveAll": Delete, "os.Create": Update, "os.Truncate": Update,
		"(*os.Root).WriteFile": Update, "(*os.Root).Remove": Delete, "(*os.Root).Create": Update, "(*os.Root).Rename": Update,
	}[id]
	if kind == 0 {
		return Effect{}, false
	}
	args := c.Common().Args
	path := args[0]
	if strings.HasPrefix(id, "(") && len(args) > 1 {
		path = args[1]
	}
	t := r.Flow.Eval(captured(path))
	temporary, given := false, false
	t.Walk(func(t *flow.Term) bool {
		if t.Op == flow.Call && (strings.Contains(t.Str, "Temp") || strings.Contains(t.Str, "temp")) || t.Op == flow.Field && strings.Contains(strings.ToLower(t.Str), "temp") {
			temporary = true
		}
		given = given || t.Op == flow.Param || t.Op == flow.Free
		return !temporary
	})
	if temporary || !given {
		return Effect{}, false
	}
	return Effect{kind, File, id}, true
}

// captured is what a literal's captured variable is bound to where it is made,
// or the value itself.
func captured(v ssa.Value) ssa.Value {
	for range 4 {
		if load, ok := v.(*ssa.UnOp); ok {
			if _, free := load.X.(*ssa.FreeVar); free {
				v = load.X
			}
		}
		free, ok := v.(*ssa.FreeVar)
		if !ok {
			return v
		}
		bound := binding(free)
		if bound == nil {
			return v
		}
		v = bound
		if a, ok := v.(*ssa.Alloc); ok {
			if st := onlyStore(a); st != nil {
				v = st
			}
		}
	}
	return v
}

func binding(free *ssa.FreeVar) ssa.Value {
	fn := free.Parent()
	if fn.Parent() == nil {
		return nil
	}
	for i, f := range fn.FreeVars {
		if f != free {
			continue
		}
		for _, b := range fn.Parent().Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(*ssa.MakeClosure); ok && c.Fn == fn && i < len(c.Bindings) {
					return c.Bindings[i]
				}
			}
		}
	}
	return nil
}

// onlyStore is the one value that a variable is given, or nil.
func onlyStore(a *ssa.Alloc) ssa.Value {
	var found ssa.Value
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == a {
			if found != nil {
				return nil
			}
			found = st.Val
		}
	}
	return found
}

var statements = map[string]Kind{
	"INSERT": Create, "UPDATE": Update, "REPLACE": Update, "MERGE": Update, "UPSERT": Update, "DELETE": Delete, "TRUNCATE": Delete, "DROP": Delete,
	"ALTER": Update,
}

// statement is the SQL verb that a call of a database's method begins with.
func (r *Result) statement(c ssa.CallInstruction, name string) (Effect, bool) {
	low := strings.ToLower(name)
	if !strings.HasPrefix(low, "exec") && !strings.HasPrefix(low, "query") && !strings.HasPrefix(low, "mustexec") && !strings.HasPrefix(low, "namedexec") &&
		!strings.HasPrefix(low, "prepare") && low != "raw" && low != "get" {
		return Effect{}, false
	}
	for _, a := range c.Common().Args {
		if !isString(a.Type()) {
			continue
		}
		text, _ := registry.Fold(r.Flow, r.Flow.Eval(a))
		words := strings.Fields(text)
		if len(words) < 2 {
			continue
		}
		verb := strings.ToUpper(words[0])
		if kind := statements[verb]; kind != 0 {
			return Effect{kind, SQL, verb + " statement"}, true
		}
	}
	return Effect{}, false
}

// httpMethod is the method of the request that a call makes, if it changes
// something.
func (r *Result) httpMethod(c ssa.CallInstruction, id, name string) string {
	switch id {
	case "net/http.Post", "net/http.PostForm", "(*net/http.Client).Post", "(*net/http.Client).PostForm":
		return "POST"
	}
	for _, a := range c.Common().Args {
		if !isString(a.Type()) {
			continue
		}
		k, ok := a.(*ssa.Const)
		if !ok || k.Value == nil {
			continue
		}
		switch text, _ := registry.Fold(r.Flow, r.Flow.Eval(a)); text {
		case "POST", "PUT", "PATCH", "DELETE":
			// Of the standard library only what makes requests counts: a word may
			// also be compared or written.
			if pkg := flow.PackageOf(id); !standard(pkg) || strings.Contains(name, "NewRequest") {
				return text
			}
		}
	}
	return ""
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// stores are the effects of a function on state that outlives it: maps and
// fields behind its receiver or a package-level variable.
func (r *Result) stores(fn *ssa.Function) []Effect {
	var out []Effect
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.MapUpdate:
				if outlives(fn, instr.Map, 0) {
					out = append(out, Effect{Update, Memory, "a store into the server's state"})
				}
			case *ssa.Call:
				if bi, ok := instr.Call.Value.(*ssa.Builtin); ok && bi.Name() == "delete" && outlives(fn, instr.Call.Args[0], 0) {
					out = append(out, Effect{Delete, Memory, "a removal from the server's state"})
				}
			}
		}
	}
	return out
}

// outlives reports whether a value is read from the receiver of a method or
// from a package-level variable.
func outlives(fn *ssa.Function, v ssa.Value, depth int) bool {
	if depth > 8 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Global:
		return true
	case *ssa.Parameter:
		return fn.Signature.Recv() != nil && len(fn.Params) > 0 && fn.Params[0] == v
	case *ssa.FreeVar:
		return true
	case *ssa.UnOp:
		return outlives(fn, v.X, depth+1)
	case *ssa.FieldAddr:
		return outlives(fn, v.X, depth+1)
	case *ssa.Field:
		return outlives(fn, v.X, depth+1)
	}
	return false
}
