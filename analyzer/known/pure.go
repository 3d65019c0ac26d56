package known

import "strings"

// Pure reports whether a function's results depend on nothing but its
// arguments, so that its failure is theirs.
func Pure(id string) bool {
	if pureFuncs[id] {
		return true
	}
	return purePackages[pkgOf(id)] && !impure[id]
}

var purePackages = set(
	"strings", "strconv", "unicode", "unicode/utf8", "unicode/utf16", "bytes", "regexp", "regexp/syntax", "path", "slices", "maps", "sort", "math", "math/big", "math/bits",
	"net/url", "net/netip", "net/mail", "html", "encoding/json", "encoding/base64", "encoding/hex", "encoding/binary", "encoding/csv", "cmp", "text/scanner", "mime",
	"go/token", "go/parser", "go/format", "github.com/google/uuid", "github.com/robfig/cron/v3", "github.com/Masterminds/semver/v3", "github.com/Masterminds/semver", "golang.org/x/mod/semver",
	"github.com/spf13/cast", "k8s.io/apimachinery/pkg/labels", "k8s.io/apimachinery/pkg/fields", "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured", "k8s.io/apimachinery/pkg/api/resource", "github.com/gofrs/uuid", "golang.org/x/text/language",
	"github.com/go-viper/mapstructure/v2", "github.com/mitchellh/mapstructure", "sigs.k8s.io/yaml", "gopkg.in/yaml.v3", "gopkg.in/yaml.v2", "github.com/google/cel-go/cel", "github.com/itchyny/gojq", "github.com/araddon/dateparse",
)

var pureFuncs = set(
	"time.Parse", "time.ParseInLocation", "time.ParseDuration", "time.LoadLocation", "time.Unix", "time.UnixMilli", "time.Date",
	"(time.Time).IsZero", "(time.Time).Before", "(time.Time).After", "(time.Time).Sub", "(time.Time).Add", "(time.Time).Unix", "(time.Time).UTC", "(time.Time).Format",
	"path/filepath.Clean", "path/filepath.Base", "path/filepath.Ext", "path/filepath.IsAbs", "path/filepath.IsLocal", "path/filepath.Match", "path/filepath.ToSlash", "path/filepath.Dir", "path/filepath.Join", "path/filepath.Rel",
	"net.ParseIP", "net.ParseCIDR", "net.ParseMAC", "net.SplitHostPort", "net/http.CanonicalHeaderKey",
	"fmt.Sprintf", "fmt.Sprint", "fmt.Errorf", "errors.New", "fmt.Sscanf", "fmt.Sscan", "len", "cap", "min", "max",
)

var impure = set(
	"(*encoding/json.Decoder).Decode", "math/big.Int", "(*encoding/json.Encoder).Encode",
)

// ParsesText reports whether the text of a function's error speaks only of the
// text that it was given: showing it to whoever sent the text tells nothing.
func ParsesText(id string) bool {
	switch pkgOf(id) {
	case "strconv", "regexp", "net/url", "net/netip", "net/mail", "github.com/google/uuid", "github.com/robfig/cron/v3",
		"github.com/Masterminds/semver/v3", "github.com/Masterminds/semver", "k8s.io/apimachinery/pkg/labels", "k8s.io/apimachinery/pkg/fields", "k8s.io/apimachinery/pkg/api/resource", "encoding/base64", "encoding/hex":
		return true
	}
	switch id {
	case "time.Parse", "time.ParseInLocation", "time.ParseDuration", "time.LoadLocation", "net.ParseCIDR", "net.ParseMAC", "path/filepath.Match":
		return true
	}
	return false
}

// pkgOf is the package path within an ID.
func pkgOf(id string) string {
	if strings.HasPrefix(id, "(") {
		id, _, _ = strings.Cut(strings.TrimLeft(id, "(*"), ")")
	}
	if dot := strings.LastIndexByte(id, '.'); dot >= 0 {
		return id[:dot]
	}
	return ""
}

// Shows reports whether a function renders or copies data: what it returns is
// the data still.
func Shows(id string) (string, bool) {
	switch id {
	case "append", "fmt.Sprintf", "fmt.Sprint", "fmt.Sprintln", "encoding/json.Marshal", "encoding/json.MarshalIndent", "strings.Join", "strings.TrimSpace",
		"gopkg.in/yaml.v3.Marshal", "gopkg.in/yaml.v2.Marshal", "sigs.k8s.io/yaml.Marshal", "github.com/goccy/go-yaml.Marshal",
		"slices.Clone", "slices.Concat", "maps.Clone", "bytes.TrimSpace", "string":
		return id, true
	}
	return "", false
}
