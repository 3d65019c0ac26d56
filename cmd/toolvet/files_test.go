package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestRootsOfFiles(t *testing.T) {
	top := t.TempDir()
	for _, dir := range []string{".git", "a", "a/sub", "a/sub/deep", "a/testdata/m", "b", "vendor/x"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, mod := range []string{"a/go.mod", "a/sub/go.mod", "a/testdata/m/go.mod", "b/go.mod"} {
		if err := os.WriteFile(filepath.Join(top, mod), []byte("module m\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ files, want []string }{
		{[]string{"a/x.go", "a/y.go", "a/other/z.go"}, []string{"a"}},
		{[]string{"b/x.go", "a/sub/deep/x.go"}, []string{"a/sub", "b"}},
		{[]string{"a/sub/go.mod"}, []string{"a/sub"}},
		{[]string{"a/testdata/m/x.go", "vendor/x/x.go", "a/_old/x.go", "a/.git/x.go"}, nil},
		{[]string{"x.go"}, nil},
		{[]string{filepath.Join(top, "b/x.go")}, []string{"b"}},
	} {
		var want []string
		for _, dir := range test.want {
			want = append(want, filepath.Join(top, dir))
		}
		got, err := rootsOfFiles(top, test.files)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%v: got %v, %v; want %v", test.files, got, err, want)
		}
	}
}
