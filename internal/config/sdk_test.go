package config_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolvet/toolvet/analyzer"
	"github.com/toolvet/toolvet/analyzer/rule/ruletest"
	"github.com/toolvet/toolvet/internal/config"
)

// An SDK that nobody has heard of is checked as any other, once it is described.
// A suite with other settings, at the same time, knows nothing of it.
func TestSDK(t *testing.T) {
	dir, err := filepath.Abs("testdata/inhouse")
	if err != nil {
		t.Fatal(err)
	}
	f, err := config.Load(dir, analyzer.New(analyzer.Options{}).Rules)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Resolve(t.Context(), dir, nil); err != nil {
		t.Error(err)
	}
	t.Run("described", func(t *testing.T) {
		t.Parallel()
		ruletest.Linked(t, dir, f.Options(), "boundary", "errlevel", "emptyresult", "iserror", "internals")
	})
	t.Run("unknown", func(t *testing.T) {
		t.Parallel()
		s := analyzer.New(analyzer.Options{})
		if res := ruletest.Program(t, s, dir, []string{"boundary"}, "./..."); len(res.Findings) > 0 || len(res.Packages) > 0 {
			t.Errorf("without its description there are findings %v in %d packages", res.Findings, len(res.Packages))
		}
	})
}

func TestSDKMistakes(t *testing.T) {
	rules := analyzer.New(analyzer.Options{}).Rules
	const head = "sdks:\n  - name: kit\n    packages: [a/kit]\n"
	for text, want := range map[string]string{
		"sdks:\n  - packages: [a]\n":                                "x:2: name is missing: say what the SDK is called",
		"sdks:\n  - name: kit\n":                                    "x:2: packages is missing: name the import paths that belong to the SDK",
		"sdks:\n  - {name: go-sdk, packages: [a]}\n":                "x:2: toolvet knows go-sdk; give this one a name of its own, with extends: go-sdk",
		head + "    extends: mcpgo\n":                               "x:4: toolvet knows no SDK mcpgo; did you mean mcp-go?",
		head + "    registrars:\n      - func: a.F\n":               "x:5: want the position of one of handler and bundles",
		head + "    registrars:\n      - {func: a.F, handler: 1}\n": "x:5: calls is missing: say how the handler is called, with a name from handlers",
		head + "    extends: mcp-go\n    registrars:\n      - {func: a.F, handler: 1, calls: plane}\n":                           "x:6: there is no handler plane; did you mean plain?",
		head + "    registrars:\n      - {func: F, handler: 1}\n":                                                                "x:5: \"F\" does not name a function; want import/path.Func or (*import/path.Type).Method",
		head + "    requests: [(a.T).M]\n":                                                                                       "x:4: \"(a.T).M\" does not name a type; want import/path.Type",
		head + "    handlers:\n      - {name: h, params: [contxt]}\n":                                                            "x:5: sdks[0].handlers[0].params[0] is \"contxt\"; want context, request, args, result, output, error or other; did you mean context?",
		head + "    handlers:\n      - {name: h}\n":                                                                              "x:5: params and results are missing: say what each is for",
		head + "    handlers:\n      - {name: h, params: [args]}\n    registrars:\n      - {func: a.F, handler: -1, calls: h}\n": "x:7: a position is -1; arguments are counted from 0",
		head + "    registrar: []\n":                                                                                             "x:4: unknown key registrar in sdks[0]; did you mean registrars?",
	} {
		f, err := config.Parse("x", []byte(text), rules)
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, %v, want %s", strings.TrimPrefix(text, head), f, err, want)
		}
	}
}
