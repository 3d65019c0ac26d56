package known

import "strings"

// A Level is a log level, in the terms of log/slog.
type Level int8

const (
	NoLevel Level = iota // not known
	Debug
	Info
	Warn
	Error
)

func (l Level) String() string {
	return [...]string{"unknown", "DEBUG", "INFO", "WARN", "ERROR"}[l]
}

// LogCall is the level at which a well-known function logs. levelArg is the
// index of the argument that gives the level, or -1. Functions that end the
// process are not listed: see ExitsProcess.
func LogCall(id string) (level Level, levelArg int, ok bool) {
	pkg, name := pkgOf(id), id[strings.LastIndexByte(id, '.')+1:]
	lib, known := logLibs[pkg]
	if !known || lib.methods && !strings.HasPrefix(id, "(") {
		return NoLevel, -1, false
	}
	if i, ok := lib.levelArgs[name]; ok {
		if strings.HasPrefix(id, "(") {
			i++
		}
		return NoLevel, i, true
	}
	if l, ok := lib.exact[name]; ok {
		return l, -1, true
	}
	for _, suffix := range lib.suffixes {
		if base, found := strings.CutSuffix(name, suffix); found {
			if l, ok := levelNames[base]; ok {
				return l, -1, true
			}
		}
	}
	return NoLevel, -1, false
}

var levelNames = map[string]Level{
	"Trace": Debug, "Debug": Debug, "Info": Info, "Print": NoLevel, "Notice": Info,
	"Warn": Warn, "Warning": Warn, "Error": Error, "DPanic": Error,
}

type logLib struct {
	methods   bool // only methods log: the package's functions of these names make fields
	suffixes  []string
	levelArgs map[string]int
	exact     map[string]Level
}

var logLibs = map[string]logLib{
	"log/slog":                       {suffixes: []string{"", "Context"}, levelArgs: map[string]int{"Log": 1, "LogAttrs": 1}},
	"go.uber.org/zap":                {methods: true, suffixes: []string{"", "f", "w", "ln"}, levelArgs: map[string]int{"Log": 0, "Logf": 0, "Logw": 0, "Check": 0}},
	"github.com/sirupsen/logrus":     {suffixes: []string{"", "f", "ln", "Fn"}, levelArgs: map[string]int{"Log": 0, "Logf": 0, "Logln": 0}},
	"github.com/rs/zerolog":          {suffixes: []string{""}, levelArgs: map[string]int{"WithLevel": 0}},
	"github.com/rs/zerolog/log":      {suffixes: []string{""}, levelArgs: map[string]int{"WithLevel": 0}},
	"github.com/charmbracelet/log":   {suffixes: []string{"", "f", "Helper"}, levelArgs: map[string]int{"Log": 0, "Logf": 0}},
	"charm.land/log/v2":              {suffixes: []string{"", "f"}, levelArgs: map[string]int{"Log": 0, "Logf": 0}},
	"k8s.io/klog/v2":                 {suffixes: []string{"", "f", "ln", "S", "Depth"}},
	"k8s.io/klog":                    {suffixes: []string{"", "f", "ln", "S"}},
	"github.com/golang/glog":         {suffixes: []string{"", "f", "ln", "Depth"}},
	"github.com/go-logr/logr":        {exact: map[string]Level{"Error": Error, "Info": Info}},
	"github.com/hashicorp/go-hclog":  {suffixes: []string{""}, levelArgs: map[string]int{"Log": 0}},
	"github.com/op/go-logging":       {suffixes: []string{"", "f"}},
	"github.com/labstack/gommon/log": {suffixes: []string{"", "f", "j"}},
}

// LevelType maps the numbers of a well-known level type to levels.
func LevelType(id string, n int64) (Level, bool) {
	switch id {
	case "log/slog.Level", "github.com/charmbracelet/log.Level", "charm.land/log/v2.Level":
		switch {
		case n < 0:
			return Debug, true
		case n < 4:
			return Info, true
		case n < 8:
			return Warn, true
		}
		return Error, true
	case "go.uber.org/zap/zapcore.Level":
		return pick(n, map[int64]Level{-1: Debug, 0: Info, 1: Warn}, Error), true
	case "github.com/rs/zerolog.Level":
		return pick(n, map[int64]Level{-1: Debug, 0: Debug, 1: Info, 2: Warn}, Error), true
	case "github.com/sirupsen/logrus.Level":
		return pick(n, map[int64]Level{6: Debug, 5: Debug, 4: Info, 3: Warn}, Error), true
	case "github.com/hashicorp/go-hclog.Level":
		return pick(n, map[int64]Level{1: Debug, 2: Debug, 3: Info, 4: Warn}, Error), true
	}
	return NoLevel, false
}

func pick(n int64, m map[int64]Level, other Level) Level {
	if l, ok := m[n]; ok {
		return l
	}
	return other
}

// IsLevelType reports whether a type is a well-known level type.
func IsLevelType(id string) bool {
	_, ok := LevelType(id, 0)
	return ok
}

// LevelByName reads a level from the name of a constant.
func LevelByName(name string) Level {
	n := strings.ToLower(name)
	switch {
	case strings.Contains(n, "debug"), strings.Contains(n, "trace"):
		return Debug
	case strings.Contains(n, "info"), strings.Contains(n, "notice"):
		return Info
	case strings.Contains(n, "warn"):
		return Warn
	case strings.Contains(n, "err"), strings.Contains(n, "crit"), strings.Contains(n, "fatal"), strings.Contains(n, "panic"):
		return Error
	}
	return NoLevel
}
