package registry

import (
	"go/types"
	"sort"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// A Digest is what one package contributes to the view of the whole program. It
// is plain data, so that a driver can keep it between runs.
type Digest struct {
	Package  string
	Tools    []ToolDigest
	Consumes []ConsumerDigest
	Given    []ServerUse // servers it hands to functions of other packages
	Env      []string    // environment variables it reads
	Words    []string    // names that it writes: of parameters, fields, values
	Boundary bool        // it uses a boundary, or offers one
	Recovery bool        // it recovers panics of handlers, somewhere
	Stdio    bool        // it serves over standard input and output
	Starts   []string    // functions of other packages that run before it does
	Imports  []string    // packages that it imports
	Calls    []Edge
	Methods  []MethodDigest
	Uses     []InterfaceDigest // interfaces of the program that calls go through
}

// A ToolDigest is one registration.
type ToolDigest struct {
	Name, Label, SDK, Entry string
	Handler                 string    // ID
	Binding                 [2]string // SDK and name of the outer binding
	Bundle                  bool
	Wrappers                []*Wrapper
	Server                  *Server
	OnParam                 string
	Site                    string // the SDK's call that the tool ends in
	Others                  []string
}

// A ConsumerDigest is a place that hands the handlers of a bundle type to an
// SDK, or calls them.
type ConsumerDigest struct {
	Type       string
	Site       string // the SDK's call, where that is in a package of the program
	Dispatcher string // the function that calls the handlers itself
	Binding    [2]string
	Wrappers   []*Wrapper
	Server     *Server
	OnParam    string
}

// A ServerUse is a server that is handed to a function of another package, or
// one that came in through a parameter and is handed on.
type ServerUse struct {
	Key    string // the function and parameter it goes to
	Server *Server
	From   string // the function and parameter it came in through, instead
}

// An Edge says which functions of the program a function can run. A call
// through an interface is a method key.
type Edge struct {
	From string
	To   []string
}

// A MethodDigest is a method that a call through an interface may run.
type MethodDigest struct{ ID, Type, Key string }

// An InterfaceDigest is an interface with the keys of all its methods.
type InterfaceDigest struct {
	ID   string
	Keys []string
}

// Digest is what the package contributes to the view of the whole program.
func (r *Result) Digest() *Digest {
	d := &Digest{Env: r.envs, Stdio: r.stdio}
	if r.Flow.Pass == nil || r.Flow.Pkg == nil {
		return d
	}
	d.Package = r.Flow.Pass.Pkg.Path()
	d.Boundary = r.usesBoundary()
	d.Recovery = r.usesRecovery()
	for _, p := range r.Flow.Pass.Pkg.Imports() {
		d.Imports = append(d.Imports, p.Path())
	}
	sort.Strings(d.Imports)
	d.Words = r.words()
	d.Starts = r.Serving().starts()
	for _, t := range r.Tools {
		td := ToolDigest{
			Name: t.Name, Label: t.Label(), SDK: t.SDK, Entry: t.Entry, Handler: t.Handler.ID, Bundle: t.Bundle,
			Wrappers: stripped(t.Wrappers), Server: t.Server.stripped(), OnParam: t.onParam, Site: t.site, Others: t.others,
		}
		if t.Outer != nil {
			td.Binding = [2]string{t.Outer.SDK, t.Outer.Name}
		}
		d.Tools = append(d.Tools, td)
	}
	for _, c := range r.consumers {
		cd := ConsumerDigest{Type: c.Type, Site: c.site, Dispatcher: c.dispatcher, Wrappers: stripped(c.Wrappers), Server: c.Server.stripped(), OnParam: c.onParam}
		if c.Binding != nil {
			cd.Binding = [2]string{c.Binding.SDK, c.Binding.Name}
		}
		d.Consumes = append(d.Consumes, cd)
	}
	for _, use := range r.given {
		use.Server = use.Server.stripped()
		d.Given = append(d.Given, use)
	}
	r.digestCalls(d)
	return d
}

// tool is the registration as far as a digest tells.
func (d *ToolDigest) tool(sdks *sdk.Table) *Tool {
	return &Tool{
		Name: d.Name, SDK: d.SDK, Entry: d.Entry, Bundle: d.Bundle, Wrappers: d.Wrappers, Server: d.Server, onParam: d.OnParam,
		site: d.Site, others: d.Others, Handler: &Handler{ID: d.Handler}, Outer: bindingByName(sdks, d.Binding[0], d.Binding[1]),
	}
}

// stripped is a list of wrappers without what only their own package can use.
func stripped(ws []*Wrapper) []*Wrapper {
	var out []*Wrapper
	for _, w := range ws {
		c := *w
		c.Inner, c.Pos, c.RawPos, c.errors, c.innerSig = nil, 0, 0, nil, nil
		out = append(out, &c)
	}
	return out
}

func (s *Server) stripped() *Server {
	if s == nil {
		return nil
	}
	return &Server{Middleware: stripped(s.Middleware), Open: s.Open, Validates: s.Validates}
}

// digestCalls adds the calls between functions of the program.
func (r *Result) digestCalls(d *Digest) {
	edges := map[string]map[string]bool{}
	ifaces := map[string]*types.Interface{}
	for _, fn := range r.Flow.Funcs {
		from := flow.FuncID(fn)
		add := func(to string) {
			if to != "" && to != from {
				if edges[from] == nil {
					edges[from] = map[string]bool{}
				}
				edges[from][to] = true
			}
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(ssa.CallInstruction); ok {
					add(r.calleeKey(c, ifaces))
				}
				// A function that is made or passed on as a value may run.
				var buf [8]*ssa.Value
				for _, op := range instr.Operands(buf[:0]) {
					if f, ok := (*op).(*ssa.Function); ok {
						add(r.programID(f))
					}
				}
			}
		}
		if recv := fn.Signature.Recv(); recv != nil && fn.Parent() == nil {
			d.Methods = append(d.Methods, MethodDigest{from, flow.ElemID(recv.Type()), methodKey(fn.Name(), fn.Signature)})
		}
	}
	for id, iface := range ifaces {
		u := InterfaceDigest{ID: id}
		for m := range iface.Methods() {
			u.Keys = append(u.Keys, methodKey(m.Name(), m.Signature()))
		}
		d.Uses = append(d.Uses, u)
	}
	sort.Slice(d.Uses, func(i, j int) bool { return d.Uses[i].ID < d.Uses[j].ID })
	for from, set := range edges {
		e := Edge{From: from}
		for to := range set {
			e.To = append(e.To, to)
		}
		sort.Strings(e.To)
		d.Calls = append(d.Calls, e)
	}
	sort.Slice(d.Calls, func(i, j int) bool { return d.Calls[i].From < d.Calls[j].From })
}

// calleeKey is the function of the program that a call runs, or the key of the
// methods that it may run.
func (r *Result) calleeKey(instr ssa.CallInstruction, ifaces map[string]*types.Interface) string {
	c := instr.Common()
	if c.IsInvoke() {
		named, ok := types.Unalias(c.Value.Type()).(*types.Named)
		if !ok || named.Obj().Pkg() == nil || !r.sameProgram(named.Obj().Pkg().Path()) {
			return ""
		}
		iface, ok := named.Underlying().(*types.Interface)
		if !ok {
			return ""
		}
		id := flow.NamedID(named)
		ifaces[id] = iface
		return id + methodKey(c.Method.Name(), c.Method.Signature())
	}
	if callee := c.StaticCallee(); callee != nil {
		return r.programID(callee)
	}
	if _, ok := c.Value.(*ssa.Builtin); ok || len(instr.Parent().FreeVars) == 0 {
		return ""
	}
	// A literal that the function around this one keeps in a variable.
	if t := r.Flow.CallTerm(instr); t.Op == flow.Call {
		if id, _, _ := r.Flow.Callee(t); r.sameProgram(flow.PackageOf(id)) {
			return id
		}
	}
	return ""
}

// programID is the ID of a function of the program, or "".
func (r *Result) programID(fn *ssa.Function) string {
	id := flow.FuncID(fn)
	if !r.sameProgram(flow.PackageOf(id)) {
		return ""
	}
	return id
}

// methodKey names a method by its name and the types in its signature, whatever
// its receiver.
func methodKey(name string, sig *types.Signature) string {
	var b strings.Builder
	b.WriteString("." + name)
	for _, t := range []*types.Tuple{sig.Params(), sig.Results()} {
		b.WriteByte('(')
		for v := range t.Variables() {
			b.WriteString(types.TypeString(v.Type(), nil))
			b.WriteByte(',')
		}
		b.WriteByte(')')
	}
	return b.String()
}
