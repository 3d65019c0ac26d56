// Package zap stands in for the logger of the same name.
package zap

import "go.uber.org/zap/zapcore"

type Field struct{}

func Error(error) Field        { return Field{} }
func String(_, _ string) Field { return Field{} }
func L() *Logger               { return &Logger{} }

type Logger struct{}

func (*Logger) Info(string, ...Field)               {}
func (*Logger) Warn(string, ...Field)               {}
func (*Logger) Error(string, ...Field)              {}
func (*Logger) Log(zapcore.Level, string, ...Field) {}
func (*Logger) Sugar() *SugaredLogger               { return &SugaredLogger{} }

type SugaredLogger struct{}

func (*SugaredLogger) Infow(string, ...any)  {}
func (*SugaredLogger) Warnf(string, ...any)  {}
func (*SugaredLogger) Errorw(string, ...any) {}
