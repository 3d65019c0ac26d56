package registry

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// bundleOfType is the bundle that a struct type is: one of an SDK's, or one of
// the program's own that pairs a tool's definition with a function.
func bundleOfType(sdks *sdk.Table, t types.Type) *sdk.Bundle {
	if t == nil {
		return nil
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if b := sdks.Bundles[flow.NamedID(t)]; b != nil {
		return b
	}
	st, ok := types.Unalias(t).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	return ownBundle(sdks, flow.NamedID(t), st)
}

// ownBundle recognises a struct of the program's own by its fields: a tool
// definition and a handler, or a factory of handlers.
func ownBundle(sdks *sdk.Table, id string, st *types.Struct) *sdk.Bundle {
	b := &sdk.Bundle{Type: id}
	definedBySDK := false
	for f := range st.Fields() {
		switch {
		case b.Tool == "" && isToolType(sdks, f.Type()):
			b.Tool, definedBySDK = f.Name(), true
		case b.Tool == "" && looksLikeTool(f.Type()):
			b.Tool = f.Name()
		}
	}
	for f := range st.Fields() {
		if binding := bindingOfType(sdks, f.Type()); binding != nil {
			b.Handler, b.Binding = f.Name(), binding
			break
		}
		if binding := factoryBinding(sdks, f.Type()); binding != nil {
			b.Handler, b.Binding, b.Makes = f.Name(), binding, true
			break
		}
		sig, ok := f.Type().Underlying().(*types.Signature)
		if ok && sig.Results().Len() > 0 && sig.Params().Len() > 0 && handlerName(f.Name()) && (definedBySDK || flow.ErrIndex(sig) >= 0) {
			b.Handler, b.Binding = f.Name(), adapted(sdks, sig, nil)
			break
		}
		if ok && shapeOfSignature(sdks, sig) != nil {
			b.Handler, b.Binding = f.Name(), shapeOfSignature(sdks, sig)
			break
		}
		if definedBySDK && handlerName(f.Name()) && isEmptyInterface(f.Type()) {
			b.Handler, b.Binding = f.Name(), &sdk.Binding{Name: "any"}
			break
		}
	}
	name, desc, hasSchema := definitionFields(st)
	if b.Tool == "" && b.Handler != "" && hasSchema {
		b.Name, b.Desc = name, desc // the struct itself carries the definition
	}
	if b.Tool == "" && b.Handler == "" && name != "" && desc != "" {
		// A name, a description and a handler of any shape, for reflection.
		for f := range st.Fields() {
			if strings.Contains(strings.ToLower(f.Name()), "handler") && isEmptyInterface(f.Type()) {
				b.Name, b.Desc = name, desc
				b.Handler, b.Binding = f.Name(), &sdk.Binding{Name: "any"}
				break
			}
		}
	}
	if b.Handler == "" || (b.Tool == "" && b.Name == "") {
		return nil
	}
	return b
}

// factoryBinding is the binding of what a function field returns, for fields
// that make handlers rather than hold them.
func factoryBinding(sdks *sdk.Table, t types.Type) *sdk.Binding {
	sig, ok := t.Underlying().(*types.Signature)
	if !ok {
		return nil
	}
	for v := range sig.Results().Variables() {
		if b := bindingOfType(sdks, v.Type()); b != nil {
			return b
		}
	}
	return nil
}

func isEmptyInterface(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.Empty()
}

func handlerName(name string) bool {
	name = strings.ToLower(name)
	for _, w := range []string{"handler", "handle", "func", "fn", "run", "exec", "call", "invoke"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

func isToolType(sdks *sdk.Table, t types.Type) bool { return sdks.ToolTypes[flow.ElemID(t)] != nil }

// looksLikeTool reports whether a struct of the program's own describes a
// tool: it has a name, a description and a schema.
func looksLikeTool(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := types.Unalias(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	_, _, ok = definitionFields(st)
	return ok
}

func definitionFields(st *types.Struct) (name, desc string, ok bool) {
	schema := false
	for f := range st.Fields() {
		b, isString := f.Type().Underlying().(*types.Basic)
		isString = isString && b.Info()&types.IsString != 0
		switch lower := strings.ToLower(f.Name()); {
		case isString && (lower == "name" || lower == "toolname"):
			name = f.Name()
		case isString && (lower == "description" || lower == "desc" || lower == "tooldescription"):
			desc = f.Name()
		case strings.Contains(lower, "schema") || lower == "parameters" || lower == "inputs" || lower == "annotations" || lower == "params":
			schema = true
		}
	}
	return name, desc, name != "" && desc != "" && schema
}

// bundleFor is the bundle type of a value.
func (s *search) bundleFor(t *flow.Term) *sdk.Bundle {
	if t.Type() != nil {
		return bundleOfType(s.Flow.SDKs, t.Type())
	}
	if b := s.Flow.SDKs.Bundles[strings.TrimLeft(t.TypeName(), "*")]; b != nil {
		return b
	}
	if typ := s.TypeNamed(strings.TrimLeft(t.TypeName(), "*")); typ != nil {
		return bundleOfType(s.Flow.SDKs, typ)
	}
	return nil
}

// TypeNamed finds a named type of this package's imports by its full name.
func (r *Result) TypeNamed(name string) types.Type {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return nil
	}
	root := r.Flow.Pass.Pkg
	var found types.Type
	seen := map[*types.Package]bool{}
	var visit func(p *types.Package)
	visit = func(p *types.Package) {
		if seen[p] || found != nil {
			return
		}
		seen[p] = true
		if p.Path() == name[:dot] {
			if tn, ok := p.Scope().Lookup(name[dot+1:]).(*types.TypeName); ok {
				found = tn.Type()
			}
			return
		}
		if p != root && !r.sameProgram(p.Path()) {
			return
		}
		for _, imp := range p.Imports() {
			visit(imp)
		}
	}
	visit(root)
	return found
}

// findBundles finds the literals that pair a tool with its handler, by the
// stores into their handler field.
func (s *search) findBundles() {
	s.bundles = map[*ssa.Function][]*sink{}
	for _, fn := range s.Flow.All() {
		seen := map[ssa.Value]bool{}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				fa, ok := instr.(*ssa.FieldAddr)
				if !ok || seen[fa.X] {
					continue
				}
				bundle := bundleOfType(s.Flow.SDKs, fa.X.Type())
				if bundle == nil || flow.FieldNameOf(fa) != bundle.Handler || !stored(fa) {
					continue
				}
				if !isLiteral(fa.X) {
					continue
				}
				seen[fa.X] = true
				lit := s.Flow.StructAt(fa.X)
				if lit.Op != flow.Struct || lit.Get(bundle.Handler) == nil {
					continue
				}
				if base := lit.Get(""); base != nil && s.Flow.Reduce(base).Op != flow.Struct {
					continue // a copy of another tool, with the handler changed
				}
				if s.Flow.SDKs.Bundles[bundle.Type] == nil && !s.ownBundleType(bundle) {
					continue
				}
				k := fromBundle(&sink{entry: bundle.Type, sdk: bundle.Binding.SDK, pos: fa.X.Pos(), literal: true, home: fn, bundle: bundle}, bundle, lit)
				if !k.pos.IsValid() {
					k.pos = lit.Pos()
				}
				if !k.pos.IsValid() {
					k.pos = fa.Pos()
				}
				s.bundles[fn] = append(s.bundles[fn], k)
			}
		}
	}
}

// ownBundleType reports whether a bundle that is known by its fields alone is
// the program's: in a library the same fields may mean anything.
func (s *search) ownBundleType(b *sdk.Bundle) bool {
	pkg := flow.PackageOf(b.Type)
	return b.Type == "" || s.sameRepository(pkg) && !s.Flow.SDKs.Owns(pkg)
}

func stored(addr *ssa.FieldAddr) bool {
	for _, ref := range *addr.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == addr {
			return true
		}
	}
	return false
}

// isLiteral reports whether an address is that of a value made here, rather
// than of one that came from elsewhere and is changed.
func isLiteral(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.Global:
		return true
	case *ssa.IndexAddr:
		return isLiteral(v.X)
	case *ssa.FieldAddr:
		return isLiteral(v.X)
	}
	return false
}
