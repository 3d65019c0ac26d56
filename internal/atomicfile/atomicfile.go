// Package atomicfile writes files so that nobody sees a part of one.
package atomicfile

import (
	"os"
	"path/filepath"
)

// Write puts data into a file, in place of what is there, or leaves everything
// as it was. What is not a regular file, such as a terminal or a pipe, is written
// to as it is.
func Write(file string, data []byte) (err error) {
	mode := os.FileMode(0o644)
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target // the link stays
	}
	if info, err := os.Stat(file); err == nil {
		if !info.Mode().IsRegular() {
			return os.WriteFile(file, data, mode)
		}
		mode = info.Mode().Perm()
	}
	temp, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(temp.Name())
		}
	}()
	if _, err = temp.Write(data); err == nil {
		err = temp.Chmod(mode)
	}
	if err == nil {
		err = temp.Sync()
	}
	if closing := temp.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(temp.Name(), file)
	}
	return err
}
