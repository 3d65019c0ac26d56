package registry

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// findInterfaces finds the types that are tools by the methods they have: an
// SDK's tool interface, or a method that returns an SDK's definition beside one
// that returns or is its handler.
func (s *search) findInterfaces() {
	scope := s.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		named, ok := tn.Type().(*types.Named)
		if !ok || types.IsInterface(named) {
			continue
		}
		named = ofItself(named)
		if !s.implementsTool(named) {
			s.methodBundle(named)
		}
	}
}

// ofItself is a generic type with its own parameters as arguments, so that it
// can be asked what it implements.
func ofItself(named *types.Named) *types.Named {
	if named.TypeParams().Len() == 0 {
		return named
	}
	var args []types.Type
	for p := range named.TypeParams().TypeParams() {
		args = append(args, p)
	}
	t, err := types.Instantiate(nil, named, args, false)
	if err != nil {
		return named
	}
	return t.(*types.Named)
}

// implementsTool records a type that implements an SDK's tool interface.
func (s *search) implementsTool(named *types.Named) bool {
	for _, x := range s.Flow.SDKs.All {
		for i := range x.Interfaces {
			ti := &x.Interfaces[i]
			iface := s.sdkInterface(ti)
			if iface == nil {
				continue
			}
			if !types.Implements(named, iface) && !types.Implements(types.NewPointer(named), iface) {
				continue
			}
			m := s.methodOf(named, ti.Handler)
			if m == nil {
				continue
			}
			if w := s.wrapper(flow.FuncID(m)); w != nil && !w.Adapter {
				return true // it stands around another tool
			}
			t := &Tool{
				Entry: ti.Package + "." + ti.Name, SDK: x.Name, Outer: ti.Binding,
				Pos: m.Pos(), Sink: m.Pos(), Fn: m, Bundle: true,
				Handler: &Handler{ID: flow.FuncID(m), Fn: m, Term: flow.NewFunc(flow.FuncID(m)), Binding: ti.Binding},
			}
			if n := s.methodOf(named, ti.NameMethod); n != nil {
				t.Name = s.constResult(n)
			}
			if d := s.methodOf(named, ti.DescMethod); d != nil {
				t.Description = s.constResult(d)
				t.HasDesc = t.Description != ""
			}
			s.add(t)
			return true
		}
	}
	return false
}

// sdkInterface is an SDK's tool interface as this package imports it.
func (s *search) sdkInterface(ti *sdk.ToolInterface) *types.Interface {
	for _, imp := range append([]*types.Package{s.pass.Pkg}, s.pass.Pkg.Imports()...) {
		if imp.Path() != ti.Package {
			continue
		}
		if tn, ok := imp.Scope().Lookup(ti.Name).(*types.TypeName); ok {
			iface, _ := tn.Type().Underlying().(*types.Interface)
			return iface
		}
	}
	return nil
}

// methodOf is the body of a method declared for a type of this package.
func (s *search) methodOf(named *types.Named, name string) *ssa.Function {
	if name == "" {
		return nil
	}
	for m := range named.Methods() {
		if m.Name() == name {
			return s.Flow.Func(flow.ObjectID(m))
		}
	}
	return nil
}

// constResult is the text that a method always returns, or the name in the
// definition that it returns.
func (s *search) constResult(fn *ssa.Function) string {
	for _, x := range s.Flow.Exits(fn) {
		if len(x.Results) == 0 {
			continue
		}
		if text, ok := s.fold(x.Results[0], 0); ok {
			return text
		}
		if d := s.definition(x.Results[0], 0); d != nil && d.name != "" {
			return d.name
		}
	}
	return ""
}

// methodBundle records a type with a method that returns an SDK's tool
// definition beside one that returns its handler: the two are one tool,
// whoever collects them.
func (s *search) methodBundle(named *types.Named) {
	var def, handler *ssa.Function
	var binding *sdk.Binding
	for m := range named.Methods() {
		fn := s.Flow.Func(flow.ObjectID(m))
		if fn == nil {
			continue
		}
		res := m.Signature().Results()
		if res.Len() == 0 {
			continue
		}
		if isToolType(s.Flow.SDKs, res.At(0).Type()) && m.Signature().Params().Len() == 0 {
			def = fn
		}
		if b := bindingOfType(s.Flow.SDKs, res.At(0).Type()); b != nil {
			handler, binding = fn, b
		}
	}
	if def == nil || handler == nil {
		return
	}
	recv := flow.NewInstance(types.NewPointer(named))
	k := &sink{
		entry: flow.NamedID(named), sdk: binding.SDK, binding: binding, literal: true, home: handler, pos: handler.Pos(),
		tool:    flow.NewCall(flow.NewFunc(flow.FuncID(def), recv)),
		handler: flow.NewCall(flow.NewFunc(flow.FuncID(handler), recv), unknowns(handler.Signature.Params().Len())...),
	}
	s.settle(handler, k, handler.Pos())
}

func unknowns(n int) []*flow.Term {
	out := make([]*flow.Term, n)
	for i := range out {
		out[i] = flow.NewUnknown()
	}
	return out
}

// add records a tool found by its type.
func (s *search) add(t *Tool) {
	key := t.Handler.ID + "\x00" + t.Name
	if s.found[key] == nil {
		s.found[key] = t
		s.order = append(s.order, key)
	}
}

// findOrphans lists the functions of this package that are handlers by their
// type, but whose registration is not in sight.
func (s *search) findOrphans() {
	known := map[string]bool{}
	for _, t := range s.Tools {
		known[t.Handler.ID] = true
		for _, w := range t.Wrappers {
			known[w.ID] = true
		}
	}
	for _, fn := range s.Flow.Funcs {
		id := flow.FuncID(fn)
		if known[id] || fn.Synthetic != "" || (!s.cfg.Tests && s.inTest(fn.Pos())) {
			continue
		}
		b := shapeOfSignature(s.Flow.SDKs, noRecv(fn.Signature))
		if b == nil {
			continue
		}
		if w := s.wrapper(id); w != nil {
			continue
		}
		if len(s.CallersOf(fn)) > 0 {
			continue // part of a handler, not one itself
		}
		s.Orphans = append(s.Orphans, &Handler{ID: id, Fn: fn, Term: flow.NewFunc(id), Binding: b})
	}
}
