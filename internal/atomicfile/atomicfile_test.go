package atomicfile

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "f")
	read := func() string {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if err := Write(file, []byte("one")); err != nil || read() != "one" {
		t.Fatalf("%v, %q", err, read())
	}
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("f", link); err != nil {
		t.Fatal(err)
	}
	if err := Write(link, []byte("two")); err != nil || read() != "two" {
		t.Errorf("%v, %q", err, read())
	}
	if info, err := os.Lstat(file); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link has become %v, %v", info.Mode(), err)
	}
	if err := Write(filepath.Join(dir, "none", "f"), nil); err == nil {
		t.Error("written to a folder that does not exist")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".f*")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}
