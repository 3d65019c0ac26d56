package registry

import (
	"go/ast"
	"go/token"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Dictionary has the names that a text can mean.
type Dictionary struct {
	Tools []string        // sorted
	Words map[string]bool // all that the program writes as a name by itself
}

// Knows reports whether a word is the name of something.
func (d *Dictionary) Knows(word string) bool {
	_, tool := slices.BinarySearch(d.Tools, word)
	return tool || d.Words[word]
}

// Dictionary has the names of the whole program. It is nil where they are not
// all in sight: other packages may register tools, or a tool's name is made
// while the program runs.
func (r *Result) Dictionary() *Dictionary {
	if r.world != nil {
		if r.world.unnamed {
			return nil
		}
		return &Dictionary{Tools: slices.Sorted(maps.Keys(r.world.names)), Words: r.world.words}
	}
	if r.Flow.Pkg == nil || r.Flow.Pass.Pkg.Name() != "main" {
		return nil
	}
	for _, dep := range r.Flow.Pass.Pkg.Imports() {
		if r.sameProgram(dep.Path()) {
			return nil
		}
	}
	d := &Dictionary{Words: map[string]bool{}}
	for _, t := range r.Tools {
		if t.Name == "" {
			return nil
		}
		d.Tools = append(d.Tools, t.Name)
	}
	slices.Sort(d.Tools)
	for _, w := range r.words() {
		d.Words[w] = true
	}
	return d
}

var (
	wordForm = regexp.MustCompile(`^[a-z][a-z0-9]*([_-][a-z0-9]+)+$`)
	quoted   = regexp.MustCompile(`"([a-z][a-z0-9]*(?:[_-][a-z0-9]+)+)"`)
)

// words lists the names that the package writes by themselves: literals, keys in
// JSON, tags of fields. That a constant is called a tool does not make its
// value the name of one.
func (r *Result) words() []string {
	words := map[string]bool{}
	for _, t := range r.Tools {
		for _, p := range t.Schema.Params {
			words[p.Name] = true // whatever the constant is called
		}
		props, _ := r.Properties(t)
		for _, p := range props {
			words[p.Name] = true
		}
	}
	for _, f := range r.Flow.Pass.Files {
		tools := map[token.Pos]bool{}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, name := range n.Names {
					if strings.Contains(strings.ToLower(name.Name), "tool") && i < len(n.Values) {
						tools[n.Values[i].Pos()] = true
					}
				}
			case *ast.Field:
				if n.Tag != nil {
					text, _ := strconv.Unquote(n.Tag.Value)
					for _, key := range []string{"json", "yaml", "mapstructure", "form", "db", "param", "query"} {
						name, _, _ := strings.Cut(reflect.StructTag(text).Get(key), ",")
						words[name] = true
					}
				}
			case *ast.BasicLit:
				if n.Kind != token.STRING || tools[n.Pos()] {
					return true
				}
				text, err := strconv.Unquote(n.Value)
				switch {
				case err != nil:
				case wordForm.MatchString(text):
					words[text] = true
				case strings.Contains(text, `":`):
					for _, m := range quoted.FindAllStringSubmatch(text, -1) {
						words[m[1]] = true
					}
				}
			}
			return true
		})
	}
	delete(words, "")
	return slices.Sorted(maps.Keys(words))
}
