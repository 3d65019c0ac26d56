package config

import (
	"errors"
	"fmt"
	"slices"

	"github.com/toolvet/toolvet/analyzer/sdk"
	"github.com/toolvet/toolvet/internal/near"
)

// checkSDKs finds what is wrong with SDKs as described.
func (c *Config) checkSDKs() (path string, err error) {
	names := map[string]bool{}
	for i := range c.SDKs {
		s := &c.SDKs[i]
		path := item("sdks", i)
		switch {
		case s.Name == "":
			return path, errors.New("name is missing: say what the SDK is called")
		case known(s.Name) != nil:
			return path + ".name", fmt.Errorf("toolvet knows %s; give this one a name of its own, with extends: %[1]s", s.Name)
		case names[s.Name]:
			return path + ".name", fmt.Errorf("there are two SDKs named %s", s.Name)
		case len(s.Packages) == 0:
			return path, errors.New("packages is missing: name the import paths that belong to the SDK")
		}
		names[s.Name] = true
		if s.Extends != "" && known(s.Extends) == nil {
			var all []string
			for _, k := range sdk.Known.All {
				all = append(all, k.Name)
			}
			all = slices.Compact(all)
			return path + ".extends", fmt.Errorf("toolvet knows no SDK %s%s", s.Extends, near.DidYouMean(s.Extends, all, "want "+either(all)))
		}
		if sub, err := s.check(); err != nil {
			return path + "." + sub, err
		}
	}
	return "", nil
}

func (s *SDK) check() (path string, err error) {
	for i, p := range s.Packages {
		if err := checkPackage(p); err != nil {
			return item("packages", i), err
		}
	}
	for i, h := range s.Handlers {
		if h.Name == "" {
			return item("handlers", i), errors.New("name is missing: the keys calls refer to it")
		}
		if len(h.Params)+len(h.Results) == 0 {
			return item("handlers", i), errors.New("params and results are missing: say what each is for")
		}
	}
	for _, n := range s.names() {
		if n.id == "" {
			return n.path, fmt.Errorf("%s is missing", n.what())
		}
		check := checkFunc
		if n.typ {
			check = checkType
		}
		if n.either {
			check = checkEither
		}
		if err := check(n.id); err != nil {
			return n.path, err
		}
	}
	bindings := s.bindings()
	for _, r := range s.calls() {
		if r.positions > 1 || r.positions < 1 {
			return r.path, errors.New("want the position of one of handler and bundles")
		}
		if r.calls == "" && r.optional {
			continue
		}
		if bindings[r.calls] == nil {
			var all []string
			for name := range bindings {
				all = append(all, name)
			}
			slices.Sort(all)
			if r.calls == "" {
				return r.path, fmt.Errorf("calls is missing: say how the handler is called%s", orNothing(all))
			}
			return r.path + ".calls", fmt.Errorf("there is no handler %s%s", r.calls, near.DidYouMean(r.calls, all, "name one under handlers"))
		}
	}
	return s.negatives()
}

func orNothing(all []string) string {
	if len(all) == 0 {
		return ", with a name from handlers"
	}
	return ", by " + either(all)
}

// A call is a place that says how a handler is called.
type call struct {
	path, calls string
	positions   int // that say where the handler is
	optional    bool
}

func (s *SDK) calls() []call {
	count := func(list ...*int) (n int) {
		for _, p := range list {
			if p != nil {
				n++
			}
		}
		return n
	}
	var out []call
	for i, r := range s.Registrars {
		// What is bundled is called as the bundle says.
		out = append(out, call{item("registrars", i), r.Calls, count(r.Handler, r.Bundles), r.Handler == nil})
	}
	for i, a := range s.Adapters {
		out = append(out, call{item("adapters", i), a.Calls, count(a.Handler), false})
	}
	for i, b := range s.Bundles {
		out = append(out, call{item("bundles", i), b.Calls, 1, false})
	}
	return out
}

// A use is a name of a function or type.
type use struct {
	path, id string
	typ      bool // it is a type
	either   bool // it may be one
}

func (u use) what() string {
	if u.typ {
		return "type"
	}
	return "func"
}

// names are the functions and types that the SDK's description names.
func (s *SDK) names() []use {
	var out []use
	add := func(list string, i int, id string) { out = append(out, use{path: item(list, i), id: id}) }
	typ := func(list string, i int, id string) { out = append(out, use{path: item(list, i), id: id, typ: true}) }
	for i, h := range s.Handlers {
		if h.Type != "" {
			typ("handlers", i, h.Type)
		}
	}
	for i, x := range s.Registrars {
		add("registrars", i, x.Func)
	}
	for i, x := range s.Adapters {
		add("adapters", i, x.Func)
	}
	for i, x := range s.Bundles {
		typ("bundles", i, x.Type)
	}
	for i, x := range s.Tools {
		typ("tools", i, x.Type)
	}
	for i, x := range s.Builders {
		add("builders", i, x.Func)
	}
	for i, x := range s.Servers {
		add("servers", i, x.Func)
	}
	for i, x := range s.Middleware {
		add("middleware", i, x.Func)
	}
	if s.Result.Type != "" {
		out = append(out, use{path: "result.type", id: s.Result.Type, typ: true})
	}
	for i, x := range s.Results {
		add("results", i, x.Func)
	}
	for i, x := range s.Requests {
		typ("requests", i, x)
	}
	for i, x := range s.Accessors {
		add("accessors", i, x.Func)
	}
	for i, x := range s.ProtocolErrors {
		out = append(out, use{path: item("protocolerrors", i), id: x, either: true})
	}
	for i, x := range s.Stdio {
		add("stdio", i, x)
	}
	return out
}

// negatives finds positions before the first argument.
func (s *SDK) negatives() (path string, err error) {
	bad := func(at string, positions ...*int) bool {
		for _, p := range positions {
			if p != nil && *p < 0 {
				path, err = at, fmt.Errorf("a position is %d; arguments are counted from 0", *p)
				return true
			}
		}
		return false
	}
	for i, x := range s.Registrars {
		if bad(item("registrars", i), x.Server, x.Tool, x.Name, x.Description, x.Handler, x.Bundles) {
			return path, err
		}
	}
	for i, x := range s.Adapters {
		if bad(item("adapters", i), x.Handler) {
			return path, err
		}
	}
	for i, x := range s.Builders {
		if bad(item("builders", i), x.Name, x.Description, x.Schema) {
			return path, err
		}
	}
	for i, x := range s.Middleware {
		if bad(item("middleware", i), x.Server, x.Wrapper) {
			return path, err
		}
	}
	for i, x := range s.Results {
		if bad(item("results", i), x.Text, x.Cause, x.Value) {
			return path, err
		}
	}
	for i, x := range s.Accessors {
		if bad(item("accessors", i), x.Key) {
			return path, err
		}
	}
	return "", nil
}
