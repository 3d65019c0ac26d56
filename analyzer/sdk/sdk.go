// Package sdk holds what tool frameworks do, as data: how tools are
// registered, what a handler looks like, and what becomes of a result, an
// error or a panic. Rules ask these tables; none of them knows an SDK by name.
//
// A new SDK is a new entry. Functions are named by ID, as the flow package
// writes them: "path.Func" or "(*path.T).Method", without type arguments.
package sdk

import (
	"slices"
	"strings"
)

// An SDK is one framework.
type SDK struct {
	Name     string
	Packages []string // import paths that belong to it

	// FreeNames is set where names of tools are shown to the model as text, so
	// that any will do.
	FreeNames bool

	Registrars   []Registrar
	Bundles      []Bundle
	HandlerTypes map[string]*Binding // named handler types
	Adapters     []Adapter
	Tools        []ToolType
	ToolFuncs    []ToolFunc
	ToolOptions  []ToolOption
	Interfaces   []ToolInterface

	Servers     []Server
	Middlewares []Middleware

	// ResultOnly is set where an error result is the only answer to a failure
	// that the model sees: a returned error ends the run.
	ResultOnly bool

	ResultType string // struct of a tool result
	ErrorField string // its error flag
	Results    []ResultFunc
	Setters    []ResultFunc // methods that turn a result into an error result
	Texts      []TextFunc   // content blocks that hold text
	ErrorOf    []string     // methods that give back the error behind an error result

	CallMethod string   // the method of a tool call, as middleware sees it
	CallTypes  []string // the types of its request and parameters

	RequestTypes  []string // types of the handler's request parameter
	ArgumentPaths []string // field paths from the request to the raw arguments
	Accessors     []Accessor
	Optional      []string // field paths from the request to pointers that a client may leave out
	Replies       []string // functions that ask the client, and return what it answers

	ProtocolErrors []string // error types, or constructors, that are protocol errors by design
	Stdio          []string // functions that serve over standard input and output
	StdioTypes     []string // transports whose literal means the same
}

// Bindings are the ways in which the SDK calls handlers.
func (s *SDK) Bindings() []*Binding {
	var out []*Binding
	add := func(b *Binding) {
		if b != nil && !slices.Contains(out, b) {
			out = append(out, b)
		}
	}
	for i := range s.Registrars {
		add(s.Registrars[i].Binding)
	}
	for i := range s.Adapters {
		add(s.Adapters[i].Inner)
	}
	for i := range s.Bundles {
		add(s.Bundles[i].Binding)
	}
	for i := range s.Interfaces {
		add(s.Interfaces[i].Binding)
	}
	return out
}

// A Role is what a parameter or result of a handler is for.
type Role uint8

const (
	Other   Role = iota
	Context      // context.Context
	Request      // the call, raw
	Args         // the call's arguments, decoded
	Tool         // the tool result
	Output       // structured output
	Err          // the error
)

// A Fate is what becomes of an error that a handler returns.
type Fate uint8

const (
	FateUnknown Fate = iota
	Verbatim         // a tool error whose text is err.Error()
	Protocol         // a JSON-RPC error; the model may never see it
	Flattened        // an adapter turns it into an error result before any wrapper outside sees it
	Abort            // ends the agent's run; the model sees nothing
	NoError          // the handler returns no error
)

func (f Fate) String() string {
	return [...]string{"unknown", "verbatim", "protocol error", "flattened", "abort", "none"}[f]
}

// A Panic says what becomes of a panic in a handler.
type Panic uint8

const (
	PanicUnknown   Panic = iota
	PanicCrash           // the process ends
	PanicTransport       // depends on the transport
	PanicRecovered       // the SDK recovers it
)

// A Binding is one way an SDK calls a handler.
type Binding struct {
	SDK     string
	Name    string
	Params  []Role
	Results []Role
	Error   Fate
	Panic   Panic

	Prefix        string // what the SDK puts before the text of an error
	NilIsCrash    bool   // nil, nil ends the process
	NilIsProtocol bool   // nil, nil becomes a protocol error
	OutputOnError bool   // the structured output goes out beside an error result
	KeepsResult   bool   // the content of a result goes out although an error is returned with it
	NoMiddleware  bool   // middleware on the server does not see it
	BareProtocol  bool   // a protocol error stays one only if it is not wrapped
	Validates     bool   // arguments are checked against the schema before the handler has them
}

// Index is the position of a role among the parameters, or -1.
func (b *Binding) Index(r Role) int { return index(b.Params, r) }

// ResultIndex is the position of a role among the results, or -1.
func (b *Binding) ResultIndex(r Role) int { return index(b.Results, r) }

func index(roles []Role, r Role) int {
	for i, x := range roles {
		if x == r {
			return i
		}
	}
	return -1
}

// A Registrar is a function that gives tools to a server or agent. Positions
// count the receiver as 0; -1 means that there is none.
type Registrar struct {
	Func    string
	Server  int
	Tool    int // a tool definition
	Name    int // the name, where it is an argument
	Desc    int
	Handler int
	Bundles int // tools with their handlers, one or many
	Binding *Binding
	Fails   bool // returns an error that says the tool is missing
}

// A Bundle is a struct that holds a tool and its handler.
type Bundle struct {
	Type    string
	Tool    string // field of the definition; "" if the bundle itself has the fields
	Name    string // field of the name, where there is no definition
	Desc    string
	Handler string
	Makes   bool // the handler field holds a function that makes the handler
	Binding *Binding
}

// An Adapter turns a handler of one shape into the SDK's.
type Adapter struct {
	Func    string
	Handler int
	Inner   *Binding
}

// A ToolType is a struct that describes a tool.
type ToolType struct {
	Type                                   string
	Name, Desc, Input, Output, Annotations string // fields
}

// A ToolFunc builds a tool description.
type ToolFunc struct {
	Func    string
	Name    int
	Desc    int
	Schema  int
	Options int // variadic options
}

// An OptionKind is what a tool option sets.
type OptionKind uint8

const (
	OptOther OptionKind = iota
	OptDescription
	OptProperty // Arg: the parameter's name
	OptReadOnly // Arg: the hint
	OptDestructive
	OptIdempotent
	OptOpenWorld
	OptAnnotations // Arg: an annotation struct
	OptInputType   // the type argument
	OptOutputType
	OptRawSchema // Arg: a JSON schema
)

// A ToolOption is an option of a ToolFunc.
type ToolOption struct {
	Func string
	Kind OptionKind
	Arg  int
	Type string // JSON type of the property
}

// A ToolInterface is implemented by types that are tools.
type ToolInterface struct {
	Package, Name string // the interface
	NameMethod    string
	DescMethod    string
	Handler       string // method the model's calls reach
	Binding       *Binding
}

// A Server is a constructor of servers.
type Server struct {
	Func    string
	Options int // variadic options, or -1
	// Validates is the option that checks arguments against the schema.
	Validates string
	// Strict is the option that closes the schemas of all tools, so that an
	// argument they do not name is refused.
	Strict string
}

// A Middleware is a function, option or method that puts wrappers around all
// of a server's tools.
type Middleware struct {
	Func   string
	Server int // the server, or -1 for an option of the constructor
	Arg    int // the wrapper, or the first of them
	// PanicOnly is set for a built-in one that recovers panics and nothing
	// else; it has no wrapper argument.
	PanicOnly bool
}

// A ResultFunc builds a tool result, or changes one.
type ResultFunc struct {
	Func    string
	IsError bool
	Text    int  // the text, -1 if none
	Format  bool // Text is a format, the rest its operands
	Err     int  // an error whose text is appended, -1 if none
	Value   int  // data shown as JSON, -1 if none
	Result  int  // for a Setter: the result changed
}

// A TextFunc builds a block of text content.
type TextFunc struct {
	Func  string // a constructor, or "" for a struct
	Arg   int
	Type  string // a struct with the text in Field
	Field string
}

// An AccessKind is how an accessor answers for an argument that is missing or
// of another type.
type AccessKind uint8

const (
	Require AccessKind = iota // returns an error
	Default                   // returns a default
	Bind                      // fills a struct or returns an error
	Raw                       // returns the arguments as they came
)

// An Accessor reads arguments of the call.
type Accessor struct {
	Func string
	Kind AccessKind
	Key  int // the argument's name, or -1
}

// all are the SDKs that toolvet knows, in a fixed order.
var all = []*SDK{goSDK, mcpGo, trpcMCP, metoro, thinkInAI, viant, gomcp, foxy, riza,
	adk, adkV2, genkit, eino, langchain, anthropic, trpcAgent, openAIAgents, fantasy}

func trimVendor(path string) string {
	if i := strings.LastIndex(path, "/vendor/"); i >= 0 {
		return path[i+len("/vendor/"):]
	}
	return path
}

const none = -1

// ids prefixes names with a package path.
func ids(path string, names ...string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = path + "." + n
	}
	return out
}

// method is the ID of a method with a pointer receiver.
func method(path, typ, name string) string { return "(*" + path + "." + typ + ")." + name }

// valueMethod is the ID of a method with a value receiver.
func valueMethod(path, typ, name string) string { return "(" + path + "." + typ + ")." + name }
