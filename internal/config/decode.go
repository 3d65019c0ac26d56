package config

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/toolvet/toolvet/internal/near"
)

// An Error is a mistake in a configuration, and where it is.
type Error struct {
	File    string
	Line    int // 0 if it is not known
	Message string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Message
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Message)
}

// A decoder reads YAML into structs. It is stricter than the library's: it
// says which line has what is wrong, and what was probably meant.
type decoder struct {
	file  string
	lines map[string]int // of each value, by its path
}

func (d *decoder) fail(n *yaml.Node, format string, args ...any) error {
	return &Error{d.file, n.Line, fmt.Sprintf(format, args...)}
}

// An enum is a text of which only some values are right.
type enum interface{ enum() []string }

// A short is a struct for which a text can stand.
type short interface{ fromText(text string) }

// decode reads one value. The path is its name for people: "toolerrors[1].func".
func (d *decoder) decode(n *yaml.Node, v reflect.Value, path string) error {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	d.lines[path] = n.Line
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		return d.decode(n, v.Elem(), path)
	}
	empty := n.Kind == yaml.ScalarNode && n.Tag == "!!null"
	switch v.Kind() {
	case reflect.Struct:
		if s, ok := v.Addr().Interface().(short); ok && n.Kind == yaml.ScalarNode && n.Tag == "!!str" {
			s.fromText(n.Value)
			return nil
		}
		return d.structure(n, v, path)
	case reflect.Map:
		if empty {
			return nil
		}
		return d.mapping(n, v, path)
	case reflect.Slice:
		if empty {
			return nil
		}
		if n.Kind != yaml.SequenceNode {
			return d.fail(n, "%s wants a list, one item a line after a dash, not %s", path, describe(n))
		}
		v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
		for i, item := range n.Content {
			if err := d.decode(item, v.Index(i), fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
		return nil
	}
	return d.scalar(n, v, path)
}

func (d *decoder) scalar(n *yaml.Node, v reflect.Value, path string) error {
	switch v.Kind() {
	case reflect.String:
		if n.Kind != yaml.ScalarNode || n.Tag != "!!str" {
			return d.fail(n, "%s wants text, not %s", path, describe(n))
		}
		if e, ok := v.Interface().(enum); ok && !slices.Contains(e.enum(), n.Value) {
			return d.fail(n, "%s is %q; want %s%s", path, n.Value, either(e.enum()), meant(n.Value, e.enum()))
		}
		v.SetString(n.Value)
	case reflect.Bool:
		switch {
		case n.Kind == yaml.ScalarNode && slices.Contains([]string{"true", "on", "yes"}, strings.ToLower(n.Value)):
			v.SetBool(true)
		case n.Kind == yaml.ScalarNode && slices.Contains([]string{"false", "off", "no"}, strings.ToLower(n.Value)):
		default:
			return d.fail(n, "%s wants true or false, not %s", path, describe(n))
		}
	case reflect.Int:
		i, err := strconv.Atoi(n.Value)
		if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil {
			return d.fail(n, "%s wants a number, not %s", path, describe(n))
		}
		v.SetInt(int64(i))
	default:
		return fmt.Errorf("internal error: %s is a %s", path, v.Type())
	}
	return nil
}

func (d *decoder) structure(n *yaml.Node, v reflect.Value, path string) error {
	fields := map[string]reflect.Value{}
	var names []string
	for f, value := range v.Fields() {
		name := f.Tag.Get("yaml")
		fields[name] = value
		names = append(names, name)
	}
	return d.pairs(n, path, names, func(key, value *yaml.Node) error {
		f, ok := fields[key.Value]
		if !ok {
			return d.fail(key, "unknown key %s%s%s", key.Value, within(path), near.DidYouMean(key.Value, names, "want "+either(names)))
		}
		return d.decode(value, f, join(path, key.Value))
	})
}

func (d *decoder) mapping(n *yaml.Node, v reflect.Value, path string) error {
	v.Set(reflect.MakeMap(v.Type()))
	return d.pairs(n, path, nil, func(key, value *yaml.Node) error {
		elem := reflect.New(v.Type().Elem()).Elem()
		if err := d.decode(value, elem, join(path, key.Value)); err != nil {
			return err
		}
		d.lines[join(path, key.Value)] = key.Line
		v.SetMapIndex(reflect.ValueOf(key.Value), elem)
		return nil
	})
}

func (d *decoder) pairs(n *yaml.Node, path string, names []string, f func(key, value *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		what := "names with values"
		if len(names) > 0 {
			what = "keys such as " + names[0] + " with values"
		}
		return d.fail(n, "%s wants %s, not %s", or(path, "a configuration"), what, describe(n))
	}
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode || key.Tag == "!!merge" {
			return d.fail(key, "%s wants plain names as keys", or(path, "a configuration"))
		}
		if line, ok := seen[key.Value]; ok {
			return d.fail(key, "%s is set twice; the first time is on line %d", join(path, key.Value), line)
		}
		seen[key.Value] = key.Line
		if err := f(key, n.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// parse makes nodes of a file; nil stands for an empty one.
func (d *decoder) parse(data []byte) (*yaml.Node, error) {
	dec := yaml.NewDecoder(strings.NewReader(string(data)))
	var doc, next yaml.Node
	if err := dec.Decode(&doc); err != nil {
		if err.Error() == "EOF" {
			return nil, nil
		}
		return nil, d.syntax(err)
	}
	if err := dec.Decode(&next); err == nil {
		return nil, d.fail(&next, "a second document begins here; want one")
	} else if err.Error() != "EOF" {
		return nil, d.syntax(err)
	}
	n := doc.Content[0]
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return nil, nil
	}
	return n, nil
}

// syntax turns an error of the library, "yaml: line 3: …", into ours.
func (d *decoder) syntax(err error) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 0
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if number, message, ok := strings.Cut(rest, ": "); ok {
			if n, err := strconv.Atoi(number); err == nil {
				line, text = n, message
			}
		}
	}
	return &Error{d.file, line, "this is not YAML: " + text}
}

func describe(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Kind == yaml.MappingNode:
		return "keys with values"
	case n.Tag == "!!null":
		return "nothing"
	case n.Tag == "!!str":
		return strconv.Quote(n.Value)
	}
	return n.Value
}

func within(path string) string {
	if path == "" {
		return ""
	}
	return " in " + path
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

func either(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

func meant(word string, known []string) string {
	text := near.DidYouMean(word, known, "")
	return strings.TrimSuffix(text, "; ")
}
