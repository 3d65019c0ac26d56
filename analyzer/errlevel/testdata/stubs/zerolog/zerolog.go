// Package zerolog stands in for the logger of the same name.
package zerolog

type Level int8

const (
	DebugLevel Level = iota
	InfoLevel
	WarnLevel
	ErrorLevel
)

type Event struct{}

func (e *Event) Err(error) *Event       { return e }
func (e *Event) Str(_, _ string) *Event { return e }
func (e *Event) Msg(string)             {}
func (e *Event) Msgf(string, ...any)    {}

type Logger struct{}

func (*Logger) Info() *Event           { return &Event{} }
func (*Logger) Warn() *Event           { return &Event{} }
func (*Logger) Error() *Event          { return &Event{} }
func (*Logger) WithLevel(Level) *Event { return &Event{} }
