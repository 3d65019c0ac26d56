package suppress

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"testing"
)

func TestParse(t *testing.T) {
	all := []string(nil)
	tests := []struct {
		text string
		want *Directive
	}{
		{"// nothing", nil},
		{"//toolvetignore", nil},
		{"// see nolint", nil},
		{"//nolints", nil},
		{"/* nolint */", nil},
		{"//toolvet:ignore a because", &Directive{Rules: []string{"a"}, Reason: "because"}},
		{"//toolvet:ignore\ta,b \t because of it ", &Directive{Rules: []string{"a", "b"}, Reason: "because of it"}},
		{"//toolvet:ignore a // because", &Directive{Rules: []string{"a"}, Reason: "because"}},
		{"//toolvet:ignore a", &Directive{Rules: []string{"a"}, Problem: "the reason is missing; say after the rule why this is right here"}},
		{"//toolvet:ignore a //", &Directive{Rules: []string{"a"}, Problem: "the reason is missing; say after the rule why this is right here"}},
		{"//toolvet:ignore", &Directive{Rules: all, Problem: "the rule is missing; write //toolvet:ignore rule reason"}},
		{"//toolvet:ignore a, b c", &Directive{Rules: []string{"a", ""}, Reason: "b c", Problem: "the list of rules has an empty name; write //toolvet:ignore rule,rule reason"}},
		{"//toolvet:off", &Directive{Problem: "there is no directive toolvet:off; write //toolvet:ignore rule reason"}},
		{"// toolvet:ignore a b", &Directive{Problem: "a directive has no space before its name; write //toolvet:ignore"}},
		{"//nolint", &Directive{Shared: true}},
		{"// nolint // why", &Directive{Shared: true}},
		{"//nolint:errcheck, Toolvet // why", &Directive{Shared: true}},
		{"//nolint:errcheck,boundary // all", &Directive{Shared: true, Rules: []string{"errcheck", "boundary"}}},
		{"//nolint:all", &Directive{Shared: true}},
		{"//nolint:", &Directive{Shared: true, Rules: []string{}}},
	}
	for _, test := range tests {
		got := parse(test.text)
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q: got %+v, want %+v", test.text, got, test.want)
		}
	}
}

func TestLines(t *testing.T) {
	const src = `package p // line 1

//toolvet:ignore a above
// more
func f() { // line 5
	g( //toolvet:ignore a at the end
		1,
	)
	if true {
	} //toolvet:ignore a after a brace
	//nolint:a
	for {
		g(2)
	}
	//nolint:a
		g(3)
}

//toolvet:ignore a above nothing

func g(int) {}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	want := [][2]int{{5, 5}, {6, 6}, {10, 10}, {11, 14}, {15, 16}, {20, 20}}
	var got [][2]int
	for _, d := range Parse(fset, file) {
		got = append(got, [2]int{d.From, d.To})
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	whole, _ := parser.ParseFile(fset, "q.go", "//nolint:a\npackage q\n\nfunc f() {\n}\n", parser.ParseComments)
	if d := Parse(fset, whole)[0]; !d.Covers("a", 5) || d.Covers("b", 5) {
		t.Errorf("%+v", d)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"//toolvet:ignore a b", "//toolvet:ignore a,,b\tc", "// nolint:x, y // z", "//nolint:,", "//toolvet:"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, comment string) {
		fset := token.NewFileSet()
		file, _ := parser.ParseFile(fset, "p.go", "package p\n\nvar x = 1 "+comment+"\n\nfunc f() {\n\t"+comment+"\n}\n", parser.ParseComments)
		if file == nil {
			file = &ast.File{}
		}
		for _, d := range Parse(fset, file) {
			if d.From < 1 || d.To < d.From {
				t.Errorf("%q: lines %d to %d", comment, d.From, d.To)
			}
			if d.Problem == "" && !d.Shared && (len(d.Rules) == 0 || d.Reason == "") {
				t.Errorf("%q: %+v", comment, d)
			}
		}
	})
}
