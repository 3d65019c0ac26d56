// Package logrus stands in for the logger of the same name.
package logrus

type Level uint32

const (
	PanicLevel Level = iota
	FatalLevel
	ErrorLevel
	WarnLevel
	InfoLevel
	DebugLevel
)

type Fields map[string]any

type Entry struct{}

func WithError(error) *Entry                  { return &Entry{} }
func WithFields(Fields) *Entry                { return &Entry{} }
func Info(...any)                             {}
func Errorf(string, ...any)                   {}
func (e *Entry) WithError(error) *Entry       { return e }
func (e *Entry) WithField(string, any) *Entry { return e }
func (e *Entry) Info(...any)                  {}
func (e *Entry) Warn(...any)                  {}
func (e *Entry) Error(...any)                 {}
func (e *Entry) Log(Level, ...any)            {}
