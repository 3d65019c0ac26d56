package known

import "strings"

// A Class is what kind of failure an error value or a condition tells of.
type Class uint16

const (
	Argument  Class = 1 << iota // the call's arguments are wrong
	Absent                      // there is no such item
	Refused                     // not permitted, or a feature that is off
	Stale                       // the call was right once
	Heals                       // rate limit, timeout, unavailable
	Fault                       // the server could not serve a good request
	Cancelled                   // the caller gave up
	Partial                     // some of what was asked for is there
)

// Correctable are the classes for which the model can send a better call.
const Correctable = Argument | Absent | Refused | Stale

// Broken are the classes for which it cannot.
const Broken = Heals | Fault

// Sentinel is the class of a well-known error variable.
func Sentinel(id string) Class { return sentinels[id] }

var sentinels = map[string]Class{
	"io/fs.ErrNotExist": Absent, "os.ErrNotExist": Absent, "syscall.ENOENT": Absent,
	"io/fs.ErrPermission": Refused, "os.ErrPermission": Refused, "io/fs.ErrExist": Refused, "os.ErrExist": Refused, "io/fs.ErrInvalid": Argument,
	"database/sql.ErrNoRows": Absent, "github.com/jackc/pgx/v5.ErrNoRows": Absent, "github.com/jackc/pgx/v4.ErrNoRows": Absent,
	"gorm.io/gorm.ErrRecordNotFound": Absent, "gorm.io/gorm.ErrDuplicatedKey": Refused,
	"github.com/redis/go-redis/v9.Nil": Absent, "github.com/go-redis/redis/v8.Nil": Absent, "github.com/gomodule/redigo/redis.ErrNil": Absent,
	"go.mongodb.org/mongo-driver/mongo.ErrNoDocuments": Absent, "go.mongodb.org/mongo-driver/v2/mongo.ErrNoDocuments": Absent,
	"go.etcd.io/bbolt.ErrBucketNotFound": Absent, "github.com/dgraph-io/badger/v4.ErrKeyNotFound": Absent, "github.com/syndtr/goleveldb/leveldb.ErrNotFound": Absent,
	"os/exec.ErrNotFound": Fault, "net/http.ErrServerClosed": Fault,
	"context.DeadlineExceeded": Heals, "os.ErrDeadlineExceeded": Heals, "context.Canceled": Cancelled,
	"net/http.ErrHandlerTimeout": Heals, "net.ErrClosed": Fault, "database/sql.ErrConnDone": Fault, "database/sql/driver.ErrBadConn": Heals,
	"strconv.ErrSyntax": Argument, "strconv.ErrRange": Argument,
	"github.com/go-git/go-git/v5/plumbing.ErrReferenceNotFound": Absent, "github.com/go-git/go-git/v5.ErrRepositoryNotExists": Absent,
}

// Predicate is the class of errors for which a well-known function returns
// true.
func Predicate(id string) Class { return predicates[id] }

var predicates = func() map[string]Class {
	m := map[string]Class{
		"os.IsNotExist": Absent, "os.IsExist": Refused, "os.IsPermission": Refused, "os.IsTimeout": Heals,
		"(net.Error).Timeout": Heals, "(net.Error).Temporary": Heals, "(*net/url.Error).Timeout": Heals, "(*net.OpError).Timeout": Heals, "(*net.DNSError).Timeout": Heals,
		"sigs.k8s.io/controller-runtime/pkg/client.IgnoreNotFound": 0,
		"k8s.io/client-go/discovery.IsGroupDiscoveryFailedError":   Partial,
	}
	k8s := map[string]Class{
		"IsNotFound": Absent, "IsGone": Stale, "IsResourceExpired": Stale, "IsConflict": Stale, "IsAlreadyExists": Refused,
		"IsInvalid": Argument, "IsBadRequest": Argument, "IsForbidden": Refused, "IsUnauthorized": Fault, "IsMethodNotSupported": Refused,
		"IsTooManyRequests": Heals, "IsTimeout": Heals, "IsServerTimeout": Heals, "IsServiceUnavailable": Heals, "IsInternalError": Fault,
		"IsRequestEntityTooLargeError": Argument, "IsNotAcceptable": Argument, "IsUnsupportedMediaType": Argument,
	}
	for name, c := range k8s {
		m["k8s.io/apimachinery/pkg/api/errors."+name] = c
	}
	return m
}()

// ErrorType is the class of a well-known error type, by its full name without
// the pointer.
func ErrorType(id string) Class {
	if c, ok := errorTypes[id]; ok {
		return c
	}
	// AWS names one type per failure, alike in all of its services.
	if strings.HasPrefix(id, "github.com/aws/aws-sdk-go-v2/service/") {
		return ByName(id[strings.LastIndexByte(id, '.')+1:])
	}
	return 0
}

var errorTypes = map[string]Class{
	"strconv.NumError": Argument, "time.ParseError": Argument, "regexp/syntax.Error": Argument,
	"encoding/json.SyntaxError": Argument, "encoding/json.UnmarshalTypeError": Argument,
	"github.com/google/go-github.RateLimitError": Heals, "github.com/google/go-github.AbuseRateLimitError": Heals,
	"github.com/slack-go/slack.RateLimitedError": Heals,
}

// Status is the class of an HTTP status code.
func Status(code int64) Class {
	switch code {
	case 400, 405, 406, 411, 413, 414, 415, 416, 422:
		return Argument
	case 401, 407:
		return Fault // the server's own credentials
	case 403, 451:
		return Refused
	case 404, 410:
		return Absent
	case 409, 412, 428:
		return Stale
	case 408, 423, 425, 429, 502, 503, 504:
		return Heals
	}
	if code >= 500 && code < 600 {
		return Fault
	}
	return 0
}

// GRPC is the class of a google.golang.org/grpc/codes value.
func GRPC(code int64) Class {
	switch code {
	case 1:
		return Cancelled
	case 3, 11:
		return Argument
	case 5:
		return Absent
	case 6, 7, 12:
		return Refused
	case 9, 10:
		return Stale
	case 4, 8, 14:
		return Heals
	case 2, 13, 15, 16:
		return Fault
	}
	return 0
}

// ByName guesses a class from the name of an error variable, type, constant or
// predicate of the program's own. It is the last resort, where the body says
// nothing.
func ByName(name string) Class {
	n := strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))
	for _, e := range nameClasses {
		if strings.Contains(n, e.word) {
			return e.class
		}
	}
	return 0
}

var nameClasses = []struct {
	word  string
	class Class
}{
	{"notfound", Absent}, {"nosuch", Absent}, {"doesnotexist", Absent}, {"notexist", Absent}, {"missingitem", Absent}, {"norows", Absent}, {"unknownitem", Absent}, {"nodocuments", Absent},
	{"conflict", Stale}, {"stale", Stale}, {"versionmismatch", Stale}, {"revisionmismatch", Stale}, {"etagmismatch", Stale}, {"preconditionfailed", Stale}, {"cursorexpired", Stale}, {"expiredcursor", Stale}, {"outofdate", Stale},
	{"ratelimit", Heals}, {"throttl", Heals}, {"toomanyrequests", Heals}, {"timeout", Heals}, {"timedout", Heals}, {"deadlineexceeded", Heals}, {"unavailable", Heals}, {"overloaded", Heals}, {"quotaexceeded", Heals}, {"backpressure", Heals}, {"notready", Heals}, {"resourceexhausted", Heals}, {"rebuilding", Heals},
	{"cancelled", Cancelled}, {"canceled", Cancelled},
	{"permissiondenied", Refused}, {"forbidden", Refused}, {"notallowed", Refused}, {"notpermitted", Refused}, {"accessdenied", Refused}, {"readonly", Refused}, {"alreadyexists", Refused}, {"disabled", Refused}, {"duplicate", Refused},
	{"invalidargument", Argument}, {"invalidinput", Argument}, {"invalidparam", Argument}, {"badrequest", Argument}, {"validation", Argument}, {"malformed", Argument}, {"outofrange", Argument}, {"invalid", Argument},
	{"unauthenticated", Fault}, {"unauthorized", Fault}, {"internal", Fault}, {"corrupt", Fault}, {"notconfigured", Fault}, {"misconfigured", Fault},
}

// FaultSource reports whether the error of a function is a fault of the server
// whatever it was called with: marshalling its own values, say.
func FaultSource(id string) bool { return faultSources[id] }

var faultSources = set(
	"encoding/json.Marshal", "encoding/json.MarshalIndent", "(*encoding/json.Encoder).Encode",
	"crypto/rand.Read", "encoding/xml.Marshal", "gopkg.in/yaml.v3.Marshal", "sigs.k8s.io/yaml.Marshal", "os.Getwd", "os.UserHomeDir", "os.Executable",
)
