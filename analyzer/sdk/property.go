package sdk

// A PropertyKind is what an option of one declared argument sets.
type PropertyKind uint8

const (
	PropOther       PropertyKind = iota
	PropRequired                 // a call without the argument is refused
	PropEnum                     // the values it may have
	PropShape                    // a pattern
	PropDescription              // the first argument is the text
)

// Property is what a function sets that makes an option of one declared
// argument.
func Property(id string) PropertyKind { return mgProperties[id] }

// Destructive reports whether what a function describes is marked destructive
// unless an option clears the mark. mcp-go's NewTool fills in all four hints.
func (f *ToolFunc) Destructive() bool { return f.Func == mgMCP+".NewTool" }

// ServerByID is the constructor of servers, or nil.
func ServerByID(id string) *Server {
	for _, s := range all {
		for i := range s.Servers {
			if s.Servers[i].Func == id {
				return &s.Servers[i]
			}
		}
	}
	return nil
}
