package config

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"

	"github.com/toolvet/toolvet/analyzer"
)

// SchemaURL is where editors find the schema.
const SchemaURL = "https://raw.githubusercontent.com/toolvet/toolvet/main/docs/toolvet.schema.json"

// Schema is the JSON schema of the file, which editors use to complete and
// check it.
func Schema(rules []*analyzer.Rule) ([]byte, error) {
	s := &schemer{docs: comments()}
	root := s.of(reflect.TypeFor[Config](), "")
	properties := root["properties"].(map[string]any)
	var names []string
	for _, r := range rules {
		names = append(names, r.Name)
	}
	properties["severity"].(map[string]any)["propertyNames"] = map[string]any{"enum": names}
	for _, g := range groups {
		names = append(names, g.name)
	}
	properties["rules"].(map[string]any)["propertyNames"] = map[string]any{"enum": names}
	root["$schema"] = "http://json-schema.org/draft-07/schema#"
	root["$id"] = SchemaURL
	root["title"] = "Settings of toolvet"
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(root)
	return buf.Bytes(), err
}

// A Field is one key of the file, for documentation.
type Field struct {
	Key, Doc string
}

// Fields are the keys of the file.
func Fields() []Field {
	docs := comments()
	var list []Field
	for f := range reflect.TypeFor[Config]().Fields() {
		list = append(list, Field{f.Tag.Get("yaml"), docs["Config."+f.Name]})
	}
	return list
}

type schemer struct {
	docs map[string]string
}

func (s *schemer) of(t reflect.Type, doc string) map[string]any {
	m := map[string]any{}
	if doc != "" {
		m["description"] = doc
	}
	if e, ok := reflect.Zero(t).Interface().(enum); ok {
		m["enum"] = e.enum()
		return m
	}
	switch t.Kind() {
	case reflect.Pointer:
		return s.of(t.Elem(), doc)
	case reflect.String:
		m["type"] = "string"
	case reflect.Bool:
		m["type"] = "boolean"
	case reflect.Int:
		m["type"] = "integer"
		m["minimum"] = 0
	case reflect.Slice:
		m["type"] = []string{"array", "null"}
		m["items"] = s.of(t.Elem(), "")
	case reflect.Map:
		m["type"] = []string{"object", "null"}
		m["additionalProperties"] = s.of(t.Elem(), "")
	case reflect.Struct:
		properties := map[string]any{}
		for f := range t.Fields() {
			properties[f.Tag.Get("yaml")] = s.of(f.Type, s.docs[t.Name()+"."+f.Name])
		}
		object := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
		if _, ok := reflect.New(t).Interface().(short); ok {
			m["anyOf"] = []any{map[string]any{"type": "string"}, object}
			break
		}
		for k, v := range object {
			m[k] = v
		}
	}
	return m
}

// comments are those of the fields in the source, by type and field.
func comments() map[string]string {
	docs := map[string]string{}
	for _, name := range []string{"config.go", "sdk.go"} {
		source, err := sources.ReadFile(name)
		if err != nil {
			return docs // they are a part of the program
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ParseComments)
		if err != nil {
			return docs // the tests would have said so
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if st, ok := spec.Type.(*ast.StructType); ok {
				for _, f := range st.Fields.List {
					for _, name := range f.Names {
						docs[spec.Name.Name+"."+name.Name] = strings.Join(strings.Fields(f.Doc.Text()), " ")
					}
				}
			}
			return true
		})
	}
	return docs
}
