// Package known holds facts about libraries that are not tool frameworks:
// which error values mean what, which functions log at which level, which do
// not return. It is evidence for code that is not analysed; what the program
// itself defines is judged by its own body instead.
//
// Functions and variables are named by ID, as the flow package writes them.
package known

// NoReturn reports whether a function ends the process or the goroutine.
func NoReturn(id string) bool { return noReturn[id] || ExitsProcess(id) }

var noReturn = set(
	"runtime.Goexit",
	"log.Panic", "log.Panicf", "log.Panicln",
	"(*log.Logger).Panic", "(*log.Logger).Panicf", "(*log.Logger).Panicln",
	"(*testing.common).Fatal", "(*testing.common).Fatalf", "(*testing.common).FailNow",
	"(*testing.common).Skip", "(*testing.common).Skipf", "(*testing.common).SkipNow",
)

// ExitsProcess reports whether a call of the function ends the process.
func ExitsProcess(id string) bool { return exits[id] }

var exits = set(
	"os.Exit", "syscall.Exit",
	"log.Fatal", "log.Fatalf", "log.Fatalln",
	"(*log.Logger).Fatal", "(*log.Logger).Fatalf", "(*log.Logger).Fatalln",
	"github.com/sirupsen/logrus.Fatal", "github.com/sirupsen/logrus.Fatalf", "github.com/sirupsen/logrus.Fatalln", "github.com/sirupsen/logrus.Exit",
	"(*github.com/sirupsen/logrus.Logger).Fatal", "(*github.com/sirupsen/logrus.Logger).Fatalf", "(*github.com/sirupsen/logrus.Logger).Fatalln",
	"(*github.com/sirupsen/logrus.Entry).Fatal", "(*github.com/sirupsen/logrus.Entry).Fatalf", "(*github.com/sirupsen/logrus.Entry).Fatalln",
	"(*go.uber.org/zap.Logger).Fatal", "(*go.uber.org/zap.SugaredLogger).Fatal", "(*go.uber.org/zap.SugaredLogger).Fatalf", "(*go.uber.org/zap.SugaredLogger).Fatalw",
	"k8s.io/klog/v2.Fatal", "k8s.io/klog/v2.Fatalf", "k8s.io/klog/v2.Fatalln", "k8s.io/klog/v2.Exit", "k8s.io/klog/v2.Exitf",
	"github.com/golang/glog.Fatal", "github.com/golang/glog.Fatalf", "github.com/golang/glog.Exit", "github.com/golang/glog.Exitf",
	"github.com/charmbracelet/log.Fatal", "github.com/charmbracelet/log.Fatalf",
	"(*github.com/charmbracelet/log.Logger).Fatal", "(*github.com/charmbracelet/log.Logger).Fatalf",
)

func set(ids ...string) map[string]bool {
	m := make(map[string]bool, len(ids))
	for _, id := range ids {
		m[id] = true
	}
	return m
}
