package known

import "strings"

// Standard reports whether an import path has the form of a package of the
// standard library: no dot in its first element.
func Standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return standardRoots[first]
}

var standardRoots = set(
	"archive", "bufio", "bytes", "cmp", "compress", "container", "context", "crypto", "database", "debug", "embed", "encoding", "errors", "expvar", "flag", "fmt",
	"go", "hash", "html", "image", "index", "io", "iter", "log", "maps", "math", "mime", "net", "os", "path", "plugin", "reflect", "regexp", "runtime",
	"slices", "sort", "strconv", "strings", "structs", "sync", "syscall", "testing", "text", "time", "unicode", "unique", "unsafe", "weak",
)
