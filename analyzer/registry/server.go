package registry

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// A mwUse is a call that adds middleware to a server.
type mwUse struct {
	server *flow.Term
	mw     []*flow.Term
}

func middlewareByID(sdks *sdk.Table, id string) *sdk.Middleware { return sdks.Middlewares[id] }

// noteMiddleware records a call that puts middleware on an existing server.
func (s *search) noteMiddleware(call *flow.Term) {
	m := middlewareByID(s.Flow.SDKs, call.Str)
	if m == nil || m.Server < 0 || m.Server >= len(call.Args) {
		return
	}
	use := mwUse{server: call.Args[m.Server]}
	if m.Arg >= 0 && m.Arg < len(call.Args) {
		use.mw = call.Args[m.Arg:]
	}
	s.mws = append(s.mws, use)
}

// linkServers finds the constructor of each tool's server, and its middleware.
func (s *search) linkServers() {
	memo := map[*flow.Term]*Server{}
	for _, t := range s.Tools {
		if t.Server == nil {
			continue
		}
		term := t.Server.Term
		if t.Server = s.serverOf(term, memo); t.Server == nil {
			t.onParam = paramKey(term)
		}
	}
	for _, c := range s.consumers {
		if c.server != nil {
			if c.Server = s.serverOf(c.server, memo); c.Server == nil {
				c.onParam = paramKey(c.server)
			}
		}
	}
}

// paramKey names the parameter that a server comes in through, or "".
func paramKey(t *flow.Term) string {
	if t.Op != flow.Param || t.Value() == nil || t.Value().Parent() == nil {
		return ""
	}
	return serverKey(flow.FuncID(t.Value().Parent()), t.N)
}

func serverKey(fn string, param int) string { return fn + "#" + strconv.Itoa(param) }

// handServers notes the servers that this package hands to functions of the
// program's other packages.
func (s *search) handServers() {
	memo := map[*flow.Term]*Server{}
	for _, fn := range s.Flow.All() {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				c, ok := instr.(ssa.CallInstruction)
				if !ok || !passesServer(s.Flow.SDKs, c.Common()) {
					continue
				}
				call := s.Flow.CallTerm(c)
				if call.Op != flow.Call {
					continue
				}
				id, params, _ := s.Flow.Callee(call)
				if id == "" || !s.sameProgram(flow.PackageOf(id)) {
					continue
				}
				for i, a := range params {
					if a.Type() == nil || !isServer(s.Flow.SDKs, a.Type()) {
						continue
					}
					use := ServerUse{Key: serverKey(id, i), Server: s.serverOf(a, memo)}
					if use.Server == nil {
						use.From = paramKey(a)
					}
					s.given = append(s.given, use)
				}
			}
		}
	}
}

func passesServer(sdks *sdk.Table, c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		if isServer(sdks, a.Type()) {
			return true
		}
	}
	return false
}

// isServer reports whether a type is an SDK's server.
func isServer(sdks *sdk.Table, t types.Type) bool {
	id := flow.ElemID(t)
	if id == "" || !sdks.Owns(flow.PackageOf(id)) {
		return false
	}
	return strings.Contains(flow.NameOf(id), "Server")
}

// serverOf is the server behind a term, or nil where its constructor is not in
// sight.
func (s *search) serverOf(t *flow.Term, memo map[*flow.Term]*Server) *Server {
	if have, ok := memo[t]; ok {
		return have
	}
	memo[t] = nil
	calls, complete := s.constructors(t, 0)
	if len(calls) == 0 || !complete {
		return nil
	}
	srv := &Server{Term: calls[0]}
	for _, call := range calls {
		def := s.Flow.SDKs.Servers[call.Str]
		if def.Options >= 0 && def.Options < len(call.Args) {
			srv.Validates = def.Validates != "" && call.Args[def.Options].Has(func(t *flow.Term) bool { return t.IsCall(def.Validates) })
			s.serverOptions(srv, call.Args[def.Options], 0)
		}
	}
	for _, use := range s.mws {
		// Middleware on a server that cannot be told apart may be on this one.
		if other, _ := s.constructors(use.server, 0); len(other) > 0 && !sharesCall(calls, other) {
			continue
		}
		for _, m := range use.mw {
			s.addMiddleware(srv, m, 0)
		}
	}
	memo[t] = srv
	return srv
}

func sharesCall(a, b []*flow.Term) bool {
	for _, x := range a {
		for _, y := range b {
			if x.Value() == y.Value() {
				return true
			}
		}
	}
	return false
}

// constructors lists the calls that can have made a server. complete is false
// where it may also have come from elsewhere.
func (s *search) constructors(t *flow.Term, depth int) (calls []*flow.Term, complete bool) {
	if depth > 8 {
		return nil, false
	}
	switch t.Op {
	case flow.Call, flow.Extract:
		call := t.CallOf()
		if s.Flow.SDKs.Servers[call.Str] != nil {
			return []*flow.Term{call}, true
		}
		exits, ok := s.Flow.Expand(call)
		if !ok {
			return nil, false
		}
		complete = true
		for _, x := range exits {
			n := t.Index()
			if n >= len(x.Results) || x.Results[n].IsNil() {
				continue
			}
			c, ok := s.constructors(x.Results[n], depth+1)
			calls = append(calls, c...)
			complete = complete && ok
		}
		return calls, complete
	case flow.Alt:
		complete = true
		for _, a := range t.Args {
			if a.IsNil() {
				continue
			}
			c, ok := s.constructors(a, depth+1)
			calls = append(calls, c...)
			complete = complete && ok
		}
		return calls, complete
	case flow.Param, flow.Free:
		return s.fromCallers(t, depth)
	case flow.Field:
		if t.Args[0].Op != flow.Struct {
			return s.fieldConstructors(t, depth)
		}
	case flow.Unknown, flow.Const:
		return nil, false
	}
	if r := s.Flow.Reduce(t); r != t {
		return s.constructors(r, depth+1)
	}
	return nil, false
}

// fromCallers looks for a parameter's server in the callers of this package.
func (s *search) fromCallers(t *flow.Term, depth int) ([]*flow.Term, bool) {
	var fn *ssa.Function
	if v := t.Value(); v != nil {
		fn = v.Parent()
	}
	if fn == nil {
		return nil, false
	}
	if t.Op == flow.Free {
		if p := fn.Parent(); p != nil {
			if b := s.bindings(p, fn); t.N < len(b) {
				return s.constructors(b[t.N], depth+1)
			}
		}
		return nil, false
	}
	sites := s.callers()[fn]
	if len(sites) == 0 {
		return nil, false
	}
	var calls []*flow.Term
	complete := true
	for _, site := range sites {
		call := s.Flow.CallTerm(site)
		if call.Op != flow.Call || t.N >= len(call.Args) || call.Str == "" {
			return nil, false
		}
		c, ok := s.constructors(call.Args[t.N], depth+1)
		calls = append(calls, c...)
		complete = complete && ok
	}
	return calls, complete
}

// givenTo lists what all callers give for a parameter, if they are all in this
// package.
func (s *search) givenTo(t *flow.Term) (args []*flow.Term, ok bool) {
	if t.Value() == nil || t.Value().Parent() == nil {
		return nil, false
	}
	fn := t.Value().Parent()
	if fn.Object() == nil || fn.Object().Exported() && s.pass.Pkg.Name() != "main" {
		return nil, false
	}
	for _, site := range s.callers()[fn] {
		call := s.Flow.CallTerm(site)
		if call.Op != flow.Call || t.N >= len(call.Args) || call.Str == "" {
			return nil, false
		}
		args = append(args, call.Args[t.N])
	}
	return args, len(args) > 0
}

// callers indexes the static calls of this package's functions.
func (s *search) callers() map[*ssa.Function][]ssa.CallInstruction {
	if s.callIndex != nil {
		return s.callIndex
	}
	s.callIndex = map[*ssa.Function][]ssa.CallInstruction{}
	for _, fn := range s.Flow.All() {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(ssa.CallInstruction); ok {
					if callee := c.Common().StaticCallee(); callee != nil {
						if o := callee.Origin(); o != nil {
							callee = o
						}
						s.callIndex[callee] = append(s.callIndex[callee], c)
					}
				}
			}
		}
	}
	return s.callIndex
}

// fieldConstructors looks for a server that is kept in a field: in what this
// package stores there.
func (s *search) fieldConstructors(t *flow.Term, depth int) ([]*flow.Term, bool) {
	typ := flow.ElemID(t.Args[0].Type())
	if typ == "" || flow.PackageOf(typ) != s.pass.Pkg.Path() {
		return nil, false
	}
	var calls []*flow.Term
	complete := true
	found := false
	for _, v := range s.storedIn(typ, t.Str) {
		if v.IsNil() {
			continue
		}
		found = true
		c, ok := s.constructors(v, depth+1)
		calls = append(calls, c...)
		complete = complete && ok
	}
	return calls, complete && found
}

// storedIn lists what this package stores in a field.
func (s *search) storedIn(typ, field string) []*flow.Term {
	var out []*flow.Term
	for _, fn := range s.Flow.All() {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				st, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				fa, ok := st.Addr.(*ssa.FieldAddr)
				if ok && flow.ElemID(fa.X.Type()) == typ && flow.FieldNameOf(fa) == field {
					out = append(out, s.Flow.Eval(st.Val))
				}
			}
		}
	}
	return out
}

// serverOptions reads the options a server is made with.
func (s *search) serverOptions(srv *Server, t *flow.Term, depth int) {
	if depth > 8 {
		srv.Open = true
		return
	}
	switch t.Op {
	case flow.List, flow.Alt:
		for _, a := range t.Args {
			s.serverOptions(srv, a, depth+1)
		}
		return
	case flow.Const:
		return
	case flow.Param:
		if given, ok := s.givenTo(t); ok {
			for _, a := range given {
				s.serverOptions(srv, a, depth+1)
			}
			return
		}
	case flow.Call:
		if m := middlewareByID(s.Flow.SDKs, t.Str); m != nil {
			if m.PanicOnly {
				srv.Middleware = append(srv.Middleware, &Wrapper{ID: t.Str, SDK: true, Passes: true, At: s.Flow.TextPos(t)})
				return
			}
			if m.Arg < len(t.Args) {
				s.addMiddleware(srv, t.Args[m.Arg], depth+1)
			}
			return
		}
		if s.Flow.SDKs.Owns(flow.PackageOf(t.Str)) {
			return // another option of the SDK
		}
	}
	if r := s.Flow.Reduce(t); r != t {
		s.serverOptions(srv, r, depth+1)
		return
	}
	srv.Open = true
}

// addMiddleware resolves one middleware to the wrappers that it puts around a
// handler.
func (s *search) addMiddleware(srv *Server, t *flow.Term, depth int) {
	if depth > 8 {
		srv.Open = true
		return
	}
	r := s.Flow.Reduce(t)
	switch r.Op {
	case flow.List, flow.Alt:
		for _, a := range r.Args {
			s.addMiddleware(srv, a, depth+1)
		}
		return
	case flow.Const:
		return
	case flow.Func:
		next := flow.NewParam(placeholder)
		leaves := s.resolve(&sink{handler: flow.NewCall(r, next)})
		for _, l := range leaves {
			srv.Middleware = append(srv.Middleware, l.wrappers...)
			if len(l.wrappers) == 0 {
				srv.Middleware = append(srv.Middleware, &Wrapper{ID: r.Str, Unknown: true, At: s.Flow.TextPos(r)})
			}
		}
		return
	}
	srv.Open = true
	srv.Middleware = append(srv.Middleware, &Wrapper{ID: r.String(), Unknown: true})
}

// placeholder stands for the handler that a middleware is given.
const placeholder = 1 << 20

// Registrar is the table entry of a function that gives tools to an SDK.
func Registrar(sdks *sdk.Table, id string) *sdk.Registrar {
	if r := registrarByID(sdks, id); r != nil {
		return r.Registrar
	}
	return nil
}

// Setter is the table entry of a method that turns a result into an error
// result.
func Setter(sdks *sdk.Table, id string) *sdk.ResultFunc {
	for _, x := range sdks.All {
		for i := range x.Setters {
			if x.Setters[i].Func == id {
				return &x.Setters[i]
			}
		}
	}
	return nil
}
