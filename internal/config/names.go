package config

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

var (
	funcForm    = regexp.MustCompile(`^(?:\(\*?([^\s()*:,]+)\.[\pL_][\pL_\pN]*\)|([^\s()*:,]+))\.[\pL_][\pL_\pN]*$`)
	typeForm    = regexp.MustCompile(`^([^\s()*:,]+)\.[\pL_][\pL_\pN]*$`)
	packageForm = regexp.MustCompile(`^[^\s()*:,]+$`)
)

// checkFunc checks the form of a function's name.
func checkFunc(id string) error {
	if !funcForm.MatchString(id) {
		return fmt.Errorf("%q does not name a function; want import/path.Func or (*import/path.Type).Method", id)
	}
	return nil
}

// checkType checks the form of a type's name.
func checkType(id string) error {
	if !typeForm.MatchString(id) {
		return fmt.Errorf("%q does not name a type; want import/path.Type", id)
	}
	return nil
}

func checkEither(id string) error {
	if checkType(id) != nil && checkFunc(id) != nil {
		return fmt.Errorf("%q names neither a type nor a function; want import/path.Name", id)
	}
	return nil
}

// packageOf is the import path in a function's name.
func packageOf(id string) string {
	m := funcForm.FindStringSubmatch(id)
	if m == nil {
		return ""
	}
	return m[1] + m[2]
}

func checkPackage(pattern string) error {
	switch {
	case !packageForm.MatchString(pattern):
		return fmt.Errorf("%q does not name a package; want import/path or import/path/...", pattern)
	case strings.HasPrefix(pattern, "./"), strings.HasPrefix(pattern, "/"), strings.HasPrefix(pattern, "../"):
		return fmt.Errorf("%q is a folder; want the import path of a package, or import/path/...", pattern)
	case strings.Contains(strings.TrimSuffix(pattern, "/..."), "..."):
		return errors.New("... can only be the end of a pattern, after a slash: import/path/...")
	}
	return nil
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
