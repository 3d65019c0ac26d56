package registry

import (
	"go/token"
	"reflect"
	"slices"
	"sort"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/toolvet/toolvet/analyzer/flow"
	"github.com/toolvet/toolvet/analyzer/sdk"
)

// Config are the settings of the analyzer.
type Config struct {
	Boundaries []string // functions that count as a boundary, by ID
	ToolErrors []string // constructors of the program's errors for the model, by ID
	Exempt     []string // packages in which rules report nothing: paths, or "path/..." for all below
	Tests      bool     // registrations in _test.go files count
	KeepNolint bool     // findings under //nolint:toolvet are reported
}

// boundary reports whether the user has named a function as a boundary. What
// another package's facts say of it was perhaps written without these settings.
func (c *Config) boundary(id string) bool {
	return slices.ContainsFunc(c.Boundaries, func(b string) bool { return SameFunc(b, flow.BaseID(id)) })
}

// SameFunc reports whether two IDs name the same function. Users need not know
// whether a method has a pointer receiver: there is only one of a name.
func SameFunc(a, b string) bool {
	return a == b || strings.Replace(a, "(*", "(", 1) == strings.Replace(b, "(*", "(", 1)
}

// Exempts reports whether rules report nothing in a package.
func (c *Config) Exempts(path string) bool {
	path = strings.TrimSuffix(path, "_test")
	for _, pattern := range c.Exempt {
		tree, below := strings.CutSuffix(pattern, "/...")
		if path == tree || below && strings.HasPrefix(path, tree+"/") {
			return true
		}
	}
	return false
}

// New is the analyzer.
func New(flowAnalyzer *analysis.Analyzer, cfg Config) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:             "toolregistry",
		Doc:              "find the tools that a program registers, for the other toolvet analyzers",
		URL:              "https://pkg.go.dev/github.com/toolvet/toolvet/analyzer/registry",
		Requires:         []*analysis.Analyzer{flowAnalyzer},
		RunDespiteErrors: true,
		ResultType:       reflect.TypeFor[*Result](),
		FactTypes:        []analysis.Fact{new(Fact)},
		Run: func(pass *analysis.Pass) (any, error) {
			return run(pass, pass.ResultOf[flowAnalyzer].(*flow.Result), cfg)
		},
	}
}

// A Result is what one package registers.
type Result struct {
	Flow  *flow.Result
	Tools []*Tool

	// Orphans are functions with the shape of a handler that this package
	// neither registers nor wraps: their registration is elsewhere.
	Orphans []*Handler

	// Consumers hand bundles to an SDK whose literals are in other packages.
	consumers []*Consumer

	// given are the servers that this package hands to functions of others.
	given []ServerUse

	sites map[string]token.Pos // calls of this package that hand tools to an SDK

	envs  []string // environment variables that this package reads
	stdio bool     // it serves over standard input and output

	serving *Serving

	cfg      Config
	wrappers map[string]*Wrapper
	facts    *factIndex
	world    *World
	callers  map[*ssa.Function][]*ssa.Function
}

// Settings are the settings of the analyzer.
func (r *Result) Settings() Config { return r.cfg }

// A Tool is one registration.
type Tool struct {
	Name        string // "" when it cannot be told before the program runs
	Description string
	HasDesc     bool // the description is known, even if empty

	Def      *flow.Term // the definition, as it reaches the SDK
	Schema   Schema
	Hints    Hints
	Handler  *Handler
	Wrappers []*Wrapper // around the handler, outermost first
	Server   *Server    // nil when it cannot be told
	onParam  string     // the function and parameter that the server is given through
	others   []string   // further bundle types that it is copied to
	site     string     // the SDK's call that hands the tool over, in whichever package

	Entry  string        // the SDK's function or bundle type
	SDK    string        // name of the SDK
	Outer  *sdk.Binding  // how the SDK calls what it is given
	Pos    token.Pos     // where a user would look: the registration, or the bundle
	Sink   token.Pos     // the call within this package that hands the tool over
	Fn     *ssa.Function // the function that contains Pos
	Bundle bool          // found by its type; who consumes it is not known here

	at string
}

// Unnamed is the label of a tool whose name is not known before the program
// runs.
const Unnamed = "with a dynamic name"

// Label is the name for messages: "tool " and the label.
func (t *Tool) Label() string {
	if t.Name != "" {
		return t.Name
	}
	return Unnamed
}

// A Handler is the function that the model's calls reach.
type Handler struct {
	ID      string
	Fn      *ssa.Function // nil when it belongs to another package
	Term    *flow.Term    // with its captured values
	Binding *sdk.Binding  // its shape, and what becomes of its error
}

// A Server is the server that a tool lands on.
type Server struct {
	Term       *flow.Term // the call that made it
	Middleware []*Wrapper // around all of its tools, outermost first
	Open       bool       // options or middleware that cannot be told
	Validates  bool       // arguments are checked against the schema
}

// Hints are a tool's annotations; nil means not set.
type Hints struct {
	ReadOnly, Destructive, Idempotent, OpenWorld *bool
}

// A Schema is what is known of a tool's input.
type Schema struct {
	Input  string      // type the input schema is inferred from
	Output string      // the same for the output
	Params []Parameter // declared by options
	Raw    *flow.Term  // a schema given as it is
}

// A Parameter is one declared argument of a tool.
type Parameter struct {
	Name, Type string
	Options    *flow.Term
	Pos        token.Pos
}

// run finds the registrations of one package.
func run(pass *analysis.Pass, f *flow.Result, cfg Config) (*Result, error) {
	res := &Result{Flow: f, cfg: cfg, wrappers: map[string]*Wrapper{}, sites: map[string]token.Pos{}}
	if f.Pkg == nil {
		return res, nil
	}
	res.facts = newFactIndex(pass, cfg)
	s := &search{
		Result:    res,
		pass:      pass,
		summaries: map[*ssa.Function][]*sink{},
		found:     map[string]*Tool{},
	}
	s.findBundles()
	for _, fn := range f.All() {
		s.summary(fn)
	}
	s.findInterfaces()
	s.findEnv()
	res.stdio = len(res.Serving().points) > 0
	s.finish()
	res.export(pass, s)
	return res, nil
}

// A search is the state of one run.
type search struct {
	*Result
	pass      *analysis.Pass
	summaries map[*ssa.Function][]*sink
	found     map[string]*Tool // by key
	order     []string
	bundles   map[*ssa.Function][]*sink // bundle literals, by the function that builds them
	mws       []mwUse
	leaves    int // handlers resolved so far, to bound the work
	callIndex map[*ssa.Function][]ssa.CallInstruction
}

// finish drops what tests register, links servers, and sorts.
func (s *search) finish() {
	for _, key := range s.order {
		t := s.found[key]
		if !s.cfg.Tests && s.inTest(t.Pos) {
			continue
		}
		s.Tools = append(s.Tools, t)
	}
	sort.SliceStable(s.Tools, func(i, j int) bool {
		a, b := s.Tools[i], s.Tools[j]
		if a.Pos != b.Pos {
			return a.Pos < b.Pos
		}
		return a.Name < b.Name
	})
	s.findDispatchers()
	s.linkServers()
	s.handServers()
	s.findOrphans()
}

func (s *search) inTest(pos token.Pos) bool {
	return pos.IsValid() && strings.HasSuffix(s.pass.Fset.Position(pos).Filename, "_test.go")
}
