package identity

import (
	_ "embed"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/change"
	"github.com/toolvet/toolvet/analyzer/contract"
	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/outcome"
	"github.com/toolvet/toolvet/analyzer/rule"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

//go:embed doc.go
var doc string

// New is the analyzer.
func New(outcomes *analysis.Analyzer, tests bool) *analysis.Analyzer {
	return rule.New("identity", doc, outcomes, tests, func(p *rule.Pass) {
		c := &checker{p}
		for _, t := range p.Outcome.Targets {
			if in := contract.InputOf(p, t); in != nil {
				c.target(t, in)
			}
		}
	})
}

type checker struct{ *rule.Pass }

func (c *checker) target(t *outcome.Target, in *contract.Input) {
	for _, a := range in.Args {
		says := ""
		switch {
		case privilege(a):
			says = "what the caller may do"
		case acting(a):
			says = "who the caller is"
		case person(a) && c.authorises(t, in, a):
			says = "who the caller is"
		default:
			continue
		}
		if c.checksPrincipal(t, in, a) {
			continue
		}
		pos := a.Pos
		if !pos.IsValid() || !c.Wants(pos) {
			pos = t.Tool.Pos
		}
		c.Report(pos, nil, "tool %s: argument %s says %s, and the model writes it; take that from the authenticated session and drop the argument", t.Label(), a.Name, says)
		if !in.Declared {
			continue
		}
		reads, _ := contract.Reads(c.Pass, t, in, a)
		for _, r := range reads {
			if r.Call != nil {
				c.Report(r.Pos, nil, "tool %s: argument %s, written by the model, decides here for %s; read it from the authenticated session", t.Label(), a.Name, says)
			}
		}
	}
}

// privilege reports whether an argument says what the caller may do.
func privilege(a *contract.Arg) bool {
	words := a.Words()
	joined := strings.Join(words, " ")
	switch joined {
	case "is admin", "admin", "as admin", "is administrator", "administrator", "is superuser", "superuser", "is root", "as root", "sudo", "is staff", "is owner", "is privileged",
		"privileged", "is authorized", "authorized", "is authenticated", "authenticated", "admin mode", "bypass permissions", "bypass auth", "skip auth", "skip authorization",
		"skip permission check", "skip permissions", "has permission", "is moderator", "elevated":
		return a.Type == nil && a.JSON == "boolean" || a.Type != nil && a.Type.String() == "bool" || a.Type != nil && a.Type.String() == "*bool"
	}
	return slices.Contains([]string{"caller role", "caller roles", "caller scope", "caller scopes", "caller permissions", "user role of caller", "my role", "auth role", "session role",
		"acting role", "current role", "current user role", "access level of caller", "granted scopes", "caller privileges"}, joined)
}

// acting reports whether an argument names the acting party.
func acting(a *contract.Arg) bool {
	words := a.Words()
	if len(words) == 0 || len(words) > 4 {
		return false
	}
	joined := strings.Join(words, " ")
	for _, lead := range []string{"caller", "acting user", "acting as", "current user", "on behalf of", "as user", "impersonate", "run as", "requesting user", "requested by",
		"requester", "principal", "authenticated user", "session user", "logged in user", "act as", "acting customer", "acting tenant", "current customer", "current tenant"} {
		if joined == lead || joined == lead+" id" || joined == lead+" name" || joined == lead+" email" || joined == lead+" user id" {
			return lead != "principal" || len(words) == 1 || words[len(words)-1] == "id"
		}
	}
	return false
}

// person reports whether an argument names a person or a tenant, be it the
// caller or the object of the request.
func person(a *contract.Arg) bool {
	return names(change.Words(a.Name))
}

func names(words []string) bool {
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "user", "customer", "tenant", "account", "owner", "member", "org", "organization", "organisation", "client", "username", "employee", "author":
		return len(words) == 1 || len(words) == 2 && (words[1] == "id" || words[1] == "email" || words[1] == "name")
	}
	return false
}

// authorises reports whether an argument is compared with who something that
// the handler read belongs to.
func (c *checker) authorises(t *outcome.Target, in *contract.Input, a *contract.Arg) bool {
	for _, f := range contract.Frames(c.Pass, t) {
		for _, b := range f.Fn.Blocks {
			if len(b.Instrs) == 0 {
				continue
			}
			br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
			if !ok {
				continue
			}
			cmp := c.Flow.Eval(br.Cond)
			if cmp.Op != flow.Bin || cmp.Str != "==" && cmp.Str != "!=" || len(cmp.Args) != 2 {
				continue
			}
			for i, side := range cmp.Args {
				other := cmp.Args[1-i]
				name, sent := c.Outcome.ArgumentTerm(f, side)
				stored := other.Has(func(t *flow.Term) bool { return t.Op == flow.Call })
				if sent && name == a.Name && stored && other.Op == flow.Field && names(change.Words(other.Str)) && refuses(c, f, br) {
					return true
				}
			}
		}
	}
	return false
}

// refuses reports whether one answer of a test ends in a failure: a filter only
// goes on with the next.
func refuses(c *checker, f *outcome.Frame, br *ssa.If) bool {
	for _, s := range br.Block().Succs {
		if c.Outcome.OnlyFails(f.Fn, s) {
			return true
		}
	}
	return false
}

// checksPrincipal reports whether the handler reads who the session belongs to
// and uses that: in a test, or as the argument of a further call.
func (c *checker) checksPrincipal(t *outcome.Target, in *contract.Input, a *contract.Arg) bool {
	for _, f := range contract.Frames(c.Pass, t) {
		for _, b := range f.Fn.Blocks {
			for _, instr := range b.Instrs {
				v, ok := instr.(ssa.Value)
				if !ok || !c.principal(v) {
					continue
				}
				if used(v, 0, map[ssa.Value]bool{}) {
					return true
				}
			}
		}
	}
	return false
}

// principal reports whether a value says who the session belongs to.
func (c *checker) principal(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Call:
		name := contract.Callee(v)
		if c.Flow.SDKs.Owns(packageOf(v)) && !speaks(name) {
			return false
		}
		takes := false
		for _, arg := range v.Call.Args {
			takes = takes || flow.NamedID(arg.Type()) == "context.Context" || strings.HasSuffix(flow.ElemID(arg.Type()), "http.Request") || strings.Contains(flow.ElemID(arg.Type()), "CallToolRequest")
		}
		if v.Call.IsInvoke() && flow.NamedID(v.Call.Value.Type()) == "context.Context" {
			return v.Call.Method.Name() == "Value"
		}
		return takes && speaks(name)
	case *ssa.FieldAddr:
		return fieldSpeaks(c.Flow.SDKs, v.X, v.Field)
	case *ssa.Field:
		return fieldSpeaks(c.Flow.SDKs, v.X, v.Field)
	}
	return false
}

func packageOf(c *ssa.Call) string {
	if fn := c.Call.StaticCallee(); fn != nil {
		return flow.PackageOf(flow.FuncID(fn))
	}
	return ""
}

func fieldSpeaks(sdks *sdk.Table, x ssa.Value, i int) bool {
	f := contract.FieldOf(x.Type(), i)
	return f != nil && f.Pkg() != nil && sdks.Owns(f.Pkg().Path()) && strings.Contains(f.Name(), "TokenInfo")
}

// speaks reports whether a function's name speaks of who the session belongs
// to.
func speaks(name string) bool {
	for _, w := range change.Words(name) {
		switch w {
		case "caller", "principal", "identity", "claims", "subject", "token", "session", "user", "auth", "authenticated", "authorize", "authorise", "authorized", "viewer", "actor", "tenant",
			"permission", "permissions", "credentials", "login", "whoami", "me", "account", "access", "policy", "can", "allowed":
			return true
		}
	}
	return false
}

// used reports whether a value goes into a test other than for an error, or
// into a further call.
func used(v ssa.Value, depth int, seen map[ssa.Value]bool) bool {
	if depth > 10 || seen[v] || v.Referrers() == nil {
		return false
	}
	seen[v] = true
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.If:
			return true
		case *ssa.BinOp:
			if flow.IsError(v.Type()) {
				continue
			}
			if used(ref, depth+1, seen) {
				return true
			}
		case ssa.CallInstruction:
			if logs(ref) || flow.IsError(v.Type()) {
				continue
			}
			return true
		case *ssa.Store:
			if a, ok := ref.Addr.(*ssa.Alloc); ok && used(a, depth+1, seen) {
				return true
			}
			if fa, ok := ref.Addr.(*ssa.FieldAddr); ok && used(fa.X, depth+1, seen) {
				return true
			}
		case *ssa.TypeAssert, *ssa.MakeInterface, *ssa.Slice, *ssa.IndexAddr, *ssa.DebugRef, *ssa.Return:
			if x, ok := ref.(ssa.Value); ok && used(x, depth+1, seen) {
				return true
			}
		case *ssa.Extract:
			if flow.IsError(ref.Type()) {
				continue
			}
			// The ok flag of an assertion says that there is a principal, not that
			// it may do this.
			if ta, ok := ref.Tuple.(*ssa.TypeAssert); ok && ta.CommaOk && ref.Index == 1 {
				continue
			}
			if used(ref, depth+1, seen) {
				return true
			}
		case ssa.Value:
			if used(ref, depth+1, seen) {
				return true
			}
		}
	}
	return false
}
