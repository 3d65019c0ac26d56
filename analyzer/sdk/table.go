package sdk

// A Table is the SDKs that one analysis knows, with their parts by ID. It does
// not change once it is made.
type Table struct {
	All []*SDK // in a fixed order

	Registrars   map[string]*OwnedRegistrar
	Adapters     map[string]*Adapter
	Bundles      map[string]*Bundle // by type
	HandlerTypes map[string]*Binding
	ToolTypes    map[string]*ToolType
	ToolFuncs    map[string]*ToolFunc
	ToolOptions  map[string]*ToolOption
	Servers      map[string]*Server
	Validating   map[string]bool // options of servers that check arguments
	Middlewares  map[string]*Middleware
	Results      map[string]*ResultFunc
	Texts        map[string]*TextFunc // constructors
	Accessors    map[string]*Accessor
	Optional     map[string]bool // field paths
	Replies      map[string]bool // functions
	Stdio        map[string]bool // functions
	StdioTypes   map[string]bool

	owned map[string]bool
}

// An OwnedRegistrar is a registrar with the SDK that it belongs to.
type OwnedRegistrar struct {
	*Registrar
	SDK *SDK
}

// Known is the table of the SDKs that toolvet knows by itself.
var Known = NewTable()

// NewTable is the table of the SDKs that toolvet knows, and of others, which a
// user describes. What these say of a function or type counts before what is
// known.
func NewTable(others ...*SDK) *Table {
	t := &Table{
		All:        append(append([]*SDK(nil), others...), all...),
		Registrars: map[string]*OwnedRegistrar{}, Adapters: map[string]*Adapter{}, Bundles: map[string]*Bundle{},
		HandlerTypes: map[string]*Binding{}, ToolTypes: map[string]*ToolType{}, ToolFuncs: map[string]*ToolFunc{},
		ToolOptions: map[string]*ToolOption{}, Servers: map[string]*Server{}, Middlewares: map[string]*Middleware{},
		Results: map[string]*ResultFunc{}, Texts: map[string]*TextFunc{}, Accessors: map[string]*Accessor{},
		Validating: map[string]bool{}, Optional: map[string]bool{}, Replies: map[string]bool{}, Stdio: map[string]bool{}, StdioTypes: map[string]bool{}, owned: map[string]bool{},
	}
	for _, s := range t.All {
		for _, p := range s.Packages {
			t.owned[p] = true
		}
		for i := range s.Registrars {
			put(t.Registrars, s.Registrars[i].Func, &OwnedRegistrar{&s.Registrars[i], s})
		}
		addAll(t.Adapters, s.Adapters, func(a *Adapter) string { return a.Func })
		addAll(t.Bundles, s.Bundles, func(b *Bundle) string { return b.Type })
		for id, b := range s.HandlerTypes {
			put(t.HandlerTypes, id, b)
		}
		addAll(t.ToolTypes, s.Tools, func(x *ToolType) string { return x.Type })
		addAll(t.ToolFuncs, s.ToolFuncs, func(x *ToolFunc) string { return x.Func })
		addAll(t.ToolOptions, s.ToolOptions, func(x *ToolOption) string { return x.Func })
		addAll(t.Servers, s.Servers, func(x *Server) string { return x.Func })
		addAll(t.Middlewares, s.Middlewares, func(x *Middleware) string { return x.Func })
		addAll(t.Results, s.Results, func(x *ResultFunc) string { return x.Func })
		addAll(t.Texts, s.Texts, func(x *TextFunc) string { return x.Func })
		addAll(t.Accessors, s.Accessors, func(x *Accessor) string { return x.Func })
		for _, srv := range s.Servers {
			if srv.Validates != "" {
				t.Validating[srv.Validates] = true
			}
		}
		for _, p := range s.Optional {
			t.Optional[p] = true
		}
		for _, id := range s.Replies {
			t.Replies[id] = true
		}
		for _, id := range s.Stdio {
			t.Stdio[id] = true
		}
		for _, id := range s.StdioTypes {
			t.StdioTypes[id] = true
		}
	}
	return t
}

func addAll[T any](m map[string]*T, list []T, id func(*T) string) {
	for i := range list {
		put(m, id(&list[i]), &list[i])
	}
}

func put[T any](m map[string]T, id string, value T) {
	if _, ok := m[id]; !ok && id != "" {
		m[id] = value
	}
}

// Owns reports whether a package belongs to an SDK.
func (t *Table) Owns(path string) bool { return t.owned[trimVendor(path)] }
