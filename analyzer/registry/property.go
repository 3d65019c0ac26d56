package registry

import (
	"encoding/json"
	"go/token"
	"slices"
	"strings"

	"github.com/toolvet/toolvet/analyzer/flow"
)

// A Property is an argument as a schema that is written out declares it.
type Property struct {
	Name, Type  string
	Description string
	Required    bool
	Enum        bool // the values are listed
	Shaped      bool // a pattern or a format
	Pos         token.Pos
}

// Properties lists the arguments that a tool's own schema declares: text, a map
// or a struct, written out as a whole. ok is false where any part of that is not
// known.
func (r *Result) Properties(t *Tool) (list []Property, ok bool) {
	if t.Schema.Raw == nil || r.Flow.Pkg == nil {
		return nil, false
	}
	s := schemaReader{r.Flow}
	if text := s.text(t.Schema.Raw); text != "" {
		return parseProperties(text)
	}
	return s.properties(t.Schema.Raw)
}

// parseProperties reads a schema in JSON.
func parseProperties(text string) (list []Property, ok bool) {
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
	}
	if err := json.Unmarshal([]byte(text), &schema); err != nil || schema.Properties == nil {
		return nil, false
	}
	for name, def := range schema.Properties {
		var d struct {
			Type        any    `json:"type"`
			Description string `json:"description"`
			Enum        []any  `json:"enum"`
			Const       any    `json:"const"`
			Pattern     string `json:"pattern"`
			Format      string `json:"format"`
		}
		_ = json.Unmarshal(def, &d) // true and false are schemas too
		typ, _ := d.Type.(string)
		list = append(list, Property{
			Name: name, Type: typ, Description: d.Description, Required: slices.Contains(schema.Required, name),
			Enum: len(d.Enum) > 0 || d.Const != nil, Shaped: d.Pattern != "" || d.Format != "",
		})
	}
	sortProperties(list)
	return list, true
}

func sortProperties(list []Property) {
	slices.SortFunc(list, func(a, b Property) int { return strings.Compare(a.Name, b.Name) })
}

// A schemaReader reads schemas that are put together as values.
type schemaReader struct{ f *flow.Result }

// text is the JSON that a value is converted from, or "".
func (s schemaReader) text(t *flow.Term) string {
	if text, ok := Fold(s.f, t); ok && strings.Contains(text, "{") {
		return text
	}
	return ""
}

func (s schemaReader) properties(t *flow.Term) (list []Property, ok bool) {
	t = s.f.Reduce(t)
	if t.Op != flow.Map && t.Op != flow.Struct {
		return nil, false
	}
	if t.Op == flow.Struct && t.Get("") != nil {
		return nil, false // made of another one
	}
	required := map[string]bool{}
	if req := s.field(t, "required"); req != nil {
		req = s.f.Reduce(req)
		if req.Op != flow.List && !req.IsNil() {
			return nil, false
		}
		for _, a := range req.Args {
			name, ok := Fold(s.f, a)
			if !ok {
				return nil, false
			}
			required[name] = true
		}
	}
	props := s.field(t, "properties")
	if props == nil {
		return nil, false
	}
	if props = s.f.Reduce(props); props.Op != flow.Map {
		return nil, false
	}
	for i := 0; i+1 < len(props.Args); i += 2 {
		name, ok := Fold(s.f, props.Args[i])
		if !ok {
			return nil, false
		}
		p := Property{Name: name, Required: required[name], Pos: props.Args[i+1].Pos()}
		s.describe(&p, s.f.Reduce(props.Args[i+1]))
		list = append(list, p)
	}
	sortProperties(list)
	return list, true
}

// describe reads the schema of one argument. Of one that cannot be told nothing
// is held against it.
func (s schemaReader) describe(p *Property, t *flow.Term) {
	if t.Op != flow.Map && t.Op != flow.Struct || t.Op == flow.Struct && t.Get("") != nil {
		p.Enum, p.Shaped = true, true
		return
	}
	if typ := s.field(t, "type"); typ != nil {
		p.Type, _ = Fold(s.f, typ)
	}
	if d := s.field(t, "description"); d != nil {
		p.Description, _ = Fold(s.f, d)
	}
	p.Enum = s.field(t, "enum") != nil || s.field(t, "const") != nil
	p.Shaped = s.field(t, "pattern") != nil || s.field(t, "format") != nil
}

// field is the value of a keyword of JSON Schema, in a map or in a struct whose
// fields are named after them.
func (s schemaReader) field(t *flow.Term, keyword string) *flow.Term {
	switch t.Op {
	case flow.Map:
		for i := 0; i+1 < len(t.Args); i += 2 {
			if key, ok := Fold(s.f, t.Args[i]); ok && key == keyword {
				return t.Args[i+1]
			}
		}
	case flow.Struct:
		for i, k := range t.Keys {
			if strings.EqualFold(k, keyword) {
				return t.Args[i]
			}
		}
	}
	return nil
}
