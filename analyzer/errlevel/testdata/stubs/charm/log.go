// Package log stands in for the logger of the same name.
package log

type Level int

const (
	DebugLevel Level = -4
	InfoLevel  Level = 0
	WarnLevel  Level = 4
	ErrorLevel Level = 8
)

type Logger struct{}

func Info(any, ...any)                 {}
func Error(any, ...any)                {}
func Errorf(string, ...any)            {}
func (*Logger) Info(any, ...any)       {}
func (*Logger) Warn(any, ...any)       {}
func (*Logger) Error(any, ...any)      {}
func (*Logger) Log(Level, any, ...any) {}
