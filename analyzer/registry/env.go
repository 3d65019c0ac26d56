package registry

import (
	"go/types"
	"reflect"
	"sort"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
)

// EnvNames are the environment variables that the program is seen to read:
// this package, those it imports, and all others where they are in sight.
func (r *Result) EnvNames() map[string]bool {
	names := map[string]bool{}
	for _, n := range r.envs {
		names[n] = true
	}
	if r.facts != nil {
		for _, f := range r.facts.byPath {
			for _, n := range f.Env {
				names[f.Table.Strings[n]] = true
			}
		}
	}
	if r.world != nil {
		for n := range r.world.envs {
			names[n] = true
		}
	}
	return names
}

// findEnv collects the names that this package gives to functions, fields and
// tags that are about the environment.
func (s *search) findEnv() {
	names := map[string]bool{}
	add := func(t *flow.Term) {
		for _, e := range listed(t) {
			if text, ok := s.fold(e, 0); ok && isEnvName(text) {
				names[text] = true
			}
		}
	}
	for _, fn := range s.Flow.All() {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case ssa.CallInstruction:
					callee := instr.Common().StaticCallee()
					if callee != nil && strings.Contains(strings.ToLower(callee.Name()), "env") {
						for _, a := range instr.Common().Args {
							add(s.Flow.Eval(a))
						}
					}
				case *ssa.Store:
					if fa, ok := instr.Addr.(*ssa.FieldAddr); ok && strings.HasPrefix(flow.FieldNameOf(fa), "Env") {
						add(s.Flow.Eval(instr.Val))
					}
				}
			}
		}
	}
	scope := s.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if st, ok := tn.Type().Underlying().(*types.Struct); ok {
			for i := range st.NumFields() {
				tag := reflect.StructTag(st.Tag(i))
				for _, key := range []string{"env", "envconfig"} {
					if v, _, _ := strings.Cut(tag.Get(key), ","); isEnvName(v) {
						names[v] = true
					}
				}
			}
		}
	}
	for n := range names {
		s.envs = append(s.envs, n)
	}
	sort.Strings(s.envs)
}

func listed(t *flow.Term) []*flow.Term {
	if t.Op == flow.List || t.Op == flow.Alt {
		return t.Args
	}
	return []*flow.Term{t}
}

// isEnvName reports whether a text has the form of an environment variable's
// name.
func isEnvName(s string) bool {
	if len(s) < 3 || !strings.Contains(s, "_") {
		return false
	}
	for _, c := range s {
		if (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' {
			return false
		}
	}
	return true
}
